"""The server: who may ask, for what, and where the pages are; it answers this computer alone."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import socket
import webbrowser
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Event

from budgetplan.app.folder import Folder, Job, open_folder
from budgetplan.app.pages import EXPLORE, PAGES, PageRequest, render_page, wording
from budgetplan.domain.asked.keys import Language
from budgetplan.domain.messages import Message
from budgetplan.errors import BudgetplanError, CannotWriteError, Problem, UsageError
from budgetplan.render.templating import environment, read_template

HOST = "127.0.0.1"
MOST_BYTES = 200 * 1024 * 1024
"""So much may be sent at once; larger files are named by their path."""
MOST_FILES, MOST_FIELDS = 20, 5000
_OURS = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_REPORT = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
# It has a script of its own, and is shut off from our pages and from the network.
_EXPLORE = f"sandbox allow-scripts allow-downloads; {_REPORT}; script-src 'unsafe-inline'"
_STATIC = {"app.css": "report.css app/app.css explore.css", "app.js": "app/app.js", "explore.js": "explore.js"}
"""What pages load, with the templates that each is made of."""
_IN_BROWSER = {".html": "text/html", ".pdf": "application/pdf", ".txt": "text/plain"}
"""What a browser may show; everything else is downloaded."""
_HEADERS = {"Content-Security-Policy": _OURS, "X-Content-Type-Options": "nosniff"}
_HEADERS |= dict.fromkeys(("Referrer-Policy", "Cross-Origin-Resource-Policy"), "same-origin")
_HEADERS |= {"Cross-Origin-Opener-Policy": "same-origin", "Cache-Control": "no-store"}


class Guard:
    """Lets those in who have the token, from this computer's own address, with what is not too large."""

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self.app, self.token = app, token
        self.hosts = {f"{HOST}:{port}", f"localhost:{port}"}
        # Cookies do not know ports, and two folders may be open.
        self.cookie = f"budgetplan-{port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may pass; answer everything else."""
        n_bytes = 0

        async def bounded() -> Event:
            nonlocal n_bytes
            message = await receive()
            n_bytes += len(message.get("body", b""))
            if n_bytes > MOST_BYTES:
                raise HTTPException(413)
            return message

        async def with_headers(message: Event) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        answer = self._answer(Request(scope)) if scope["type"] == "http" else None
        await (answer or self.app)(scope, bounded, with_headers)

    def _answer(self, request: Request) -> Response | None:
        """Return the answer to who is not let in, or comes for the first time; else None."""
        headers = request.headers
        if headers.get("host", "") not in self.hosts:
            return _page(request, 400, "host")
        is_ours = headers.get("origin") in {None, *(f"http://{host}" for host in self.hosts)}
        is_ours &= headers.get("sec-fetch-site", "none") in {"none", "same-origin"}
        if request.method not in {"GET", "HEAD"} and not is_ours:
            return _page(request, 403, "origin")
        if request.url.path == "/" and self._is_token(request.query_params.get("token", "")):
            # A page that goes on by itself: after a redirect from elsewhere the cookie would be left out.
            entered = _page(request, 200)
            entered.set_cookie(self.cookie, self.token, httponly=True, samesite="strict", path="/")
            return entered
        is_known = self._is_token(request.cookies.get(self.cookie, ""))
        return None if is_known else _page(request, 403, "token")

    def _is_token(self, text: str) -> bool:
        return secrets.compare_digest(text.encode(), self.token.encode())


def _page(request: Request, status: int, why: str = "") -> Response:
    """Return the page that says why somebody is not let in, or else the one that leads on."""
    language, name = language_of(request), "refused" if why else "enter"
    page = environment().get_template(f"app/{name}.html")
    return HTMLResponse(page.render(t=wording(language), language=language, why=why), status)


def language_of(request: Request, folder: Folder | None = None) -> Language:
    """Return the language that was chosen, or else the one that the browser asks for first."""
    chosen = folder.notes.get("language") if folder else None
    name = str(chosen or request.headers.get("accept-language", ""))
    return "de" if name.lower().startswith("de") else "en"


def make_app(folder: Folder, port: int, token: str) -> Guard:
    """Return the application on a folder, for who has the token."""

    async def page(name: str, request: Request) -> Response:
        language, is_posted = language_of(request, folder), request.method == "POST"
        try:
            async with request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS) as form:
                asked = PageRequest(language, form)
                return await run_in_threadpool(_answer, name, folder, asked, is_posted=is_posted)
        except HTTPException as error:
            is_much = "Too many" in error.detail or error.status_code == 413
            raise HTTPException(413 if is_much else 400) from None

    # What waits for files is no coroutine, so that it has a thread of its own.
    def home(_request: Request) -> Response:
        return RedirectResponse("/plan" if folder.is_planned else "/file", 303)

    def language(request: Request) -> Response:
        name = "de" if request.path_params["name"] == "de" else "en"
        folder.note(language=name)
        # The page says what is wrong with the plan.
        with suppress(BudgetplanError):
            folder.change({"report.language": name} if folder.text else {})
        page = request.query_params.get("page", "")
        return RedirectResponse(f"/{page if page in PAGES else ''}", 303)

    def static(request: Request) -> Response:
        if (name := request.path_params["name"]) not in _STATIC:
            raise HTTPException(404)
        content = "".join(map(read_template, _STATIC[name].split()))
        return Response(content, media_type="text/css" if name.endswith(".css") else "text/javascript")

    def written(request: Request) -> Response:
        if (path := folder.inside(request.path_params["path"])) is None:
            raise HTTPException(404)
        headers = {"Content-Security-Policy": _EXPLORE if path.name == EXPLORE else _REPORT}
        kind = _IN_BROWSER.get(path.suffix, "application/octet-stream")
        how = "inline" if path.suffix in _IN_BROWSER else "attachment"
        return FileResponse(path, 200, headers, kind, filename=path.name, content_disposition_type=how)

    def packets(_request: Request) -> Response:
        headers = {"Content-Disposition": 'attachment; filename="queue.zip"'}
        return Response(folder.packets(), 200, headers, "application/zip")

    def progress(request: Request) -> Response:
        stages = wording(language_of(request, folder))["stages"]
        return StreamingResponse(_events(folder, stages), media_type="text/event-stream")

    routes = [Route(f"/{name}", partial(page, name), methods=["GET", "POST"]) for name in PAGES]
    routes += [Route("/", home), Route("/language/{name}", language), Route("/static/{name}", static)]
    routes += [Route("/written/{path:path}", written), Route("/queue.zip", packets)]
    routes += [Route("/plan/progress", progress)]
    failing = {HTTPException: _failed, Exception: _failed}
    return Guard(Starlette(routes=routes, exception_handlers=failing), port, token)


async def _failed(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return _page(request, status, {404: "nowhere", 413: "size"}.get(status, "failed"))


def _answer(name: str, folder: Folder, request: PageRequest, *, is_posted: bool) -> Response:
    """Return a page, or where to go on once its form has done its work."""
    if name != "file" and not folder.text:
        return RedirectResponse("/file", 303)
    problems: Sequence[Problem] = ()
    if is_posted:
        try:
            if request.form.get("plan", folder.digest) != folder.digest:
                raise UsageError.of(Message("app.changed"))
            return RedirectResponse(PAGES[name][1](folder, request), 303)
        except BudgetplanError as error:
            problems = error.problems
    return render_page(name, folder, request, problems)


async def _events(folder: Folder, stages: Mapping[str, str]) -> AsyncIterator[str]:
    """Yield how far the work is, until it is done; ``stages``: what each is called in a language."""
    is_done = False
    while not is_done:
        job = folder.job or Job(is_done=True)
        is_done = job.is_done
        state = {name: getattr(job, name) for name in ("done", "total", "is_done")}
        state["what"] = stages.get(job.what, job.what)
        yield f"data: {json.dumps(state)}\n\n"
        await asyncio.sleep(0 if is_done else 0.2)


def serve(name: str, port: int, *, say: Callable[[str], None], browser: bool) -> None:
    """Serve the pages on a folder until somebody ends it.

    Parameters
    ----------
    name
        A folder, a table or a plan file; nothing: the folder ``budgetplan-app`` here.
    port
        Of this computer; 0: one that is free.
    say
        Told the address.
    browser
        Whether it is opened.
    """
    folder, token = open_folder(name), secrets.token_urlsafe(32)
    try:
        listening = socket.create_server((HOST, port))
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else Message("files.refused")
        raise CannotWriteError.of(Message("app.no_port", reason=reason), option="--port", found=str(port)) from None
    with listening:
        port = listening.getsockname()[1]
        address = f"http://{HOST}:{port}/?token={token}"
        say(f"Folder: {folder.root}")
        say(f"Open in a browser: {address}")
        say("To end: Ctrl-C")
        if browser:
            webbrowser.open(address)
        app = make_app(folder, port, token)
        config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=1)
        uvicorn.Server(config).run(sockets=[listening])
