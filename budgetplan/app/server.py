"""The server: who may ask, for what, and where the pages are; it answers this computer alone."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, Headers, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from budgetplan.app.folder import Folder, open_folder
from budgetplan.app.pages import PAGES, POSTED, PageRequest, Upload, render_page, wording
from budgetplan.domain.asked.keys import Language
from budgetplan.errors import BudgetplanError, CannotWriteError
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
_EXPLORE = (
    "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; frame-ancestors 'none'"
)
_STYLES = {"app.css": "text/css", "app.js": "text/javascript"}
_SHOWN = {".html": "text/html", ".pdf": "application/pdf", ".txt": "text/plain"}
"""What a browser may show; everything else is downloaded."""
_SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Guard:
    """Lets those in who have the token, from this computer's own address, with what is not too large."""

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self.app, self.token = app, token
        self.hosts = {f"{HOST}:{port}", f"localhost:{port}"}
        # Cookies do not know ports, and two folders may be open.
        self.cookie = f"budgetplan-{port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may pass; answer everything else."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        request = Request(scope)
        response = self._answer(request)
        if response is None:
            await self.app(scope, self._bounded(receive), self._with_headers(send))
        else:
            await response(scope, receive, self._with_headers(send))

    def _answer(self, request: Request) -> Response | None:
        """Return the answer to who is not let in, or comes for the first time; else None."""
        headers = request.headers
        if headers.get("host", "") not in self.hosts:
            return _refused(request, 400, "host")
        own = {f"http://{host}" for host in self.hosts}
        if (
            request.method not in {"GET", "HEAD"}
            and headers.get("origin", f"http://{headers['host']}") not in own
        ):
            return _refused(request, 403, "origin")
        if headers.get("sec-fetch-site", "none") not in {"none", "same-origin"} and request.method not in {
            "GET",
            "HEAD",
        }:
            return _refused(request, 403, "origin")
        given = request.query_params.get("token", "")
        if request.url.path == "/" and given and secrets.compare_digest(given.encode(), self.token.encode()):
            # A page that goes on by itself: after a redirect from elsewhere the cookie would be left out.
            page = environment().get_template("app/enter.html").render(t=wording(language_of(request)))
            entered = HTMLResponse(page)
            entered.set_cookie(self.cookie, self.token, httponly=True, samesite="strict", path="/")
            return entered
        if not secrets.compare_digest(request.cookies.get(self.cookie, "").encode(), self.token.encode()):
            return _refused(request, 403, "token")
        if int(_digits(headers.get("content-length", "0"))) > MOST_BYTES:
            return _refused(request, 413, "size")
        return None

    def _bounded(self, receive: Receive) -> Receive:
        n_bytes = 0

        async def bounded() -> Message:
            nonlocal n_bytes
            message = await receive()
            n_bytes += len(message.get("body", b""))
            if n_bytes > MOST_BYTES:
                raise HTTPException(413)
            return message

        return bounded

    def _with_headers(self, send: Send) -> Send:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                there = Headers(raw=message["headers"])
                more = {"Content-Security-Policy": _OURS, **_SAFE}
                message["headers"] = [
                    *message["headers"],
                    *(
                        (name.lower().encode(), value.encode())
                        for name, value in more.items()
                        if name not in there
                    ),
                ]
            await send(message)

        return with_headers


def _digits(text: str) -> str:
    return text if text.isascii() and text.isdigit() and len(text) < 20 else "0"


def _refused(request: Request, status: int, why: str) -> Response:
    language = language_of(request)
    page = (
        environment().get_template("app/refused.html").render(t=wording(language), language=language, why=why)
    )
    return HTMLResponse(page, status)


def language_of(request: Request, folder: Folder | None = None) -> Language:
    """Return the language that was chosen, or else the one that the browser asks for first."""
    chosen = folder.notes.get("language", "") if folder else ""
    asked = chosen or request.headers.get("accept-language", "")
    return "de" if asked.lower().startswith("de") else "en"


def make_app(folder: Folder, port: int, token: str) -> Guard:
    """Return the application on a folder, for who has the token."""

    def page_at(name: str) -> Callable[[Request], Awaitable[Response]]:
        async def page(request: Request) -> Response:
            if request.method != "POST":
                return await run_in_threadpool(
                    _answer, name, folder, PageRequest(language_of(request, folder))
                )
            how = {"max_files": MOST_FILES, "max_fields": MOST_FIELDS, "max_part_size": MOST_BYTES}
            try:
                sent = await request.form(**how)
            except HTTPException as error:
                too_many = "Too many" in error.detail or error.status_code == 413
                raise HTTPException(413 if too_many else 400) from None
            try:
                asked = _asked(sent, language_of(request, folder))
                return await run_in_threadpool(_answer, name, folder, asked, is_posted=True)
            finally:
                await sent.close()

        return page

    async def home(_request: Request) -> Response:
        return RedirectResponse("/plan" if folder.text else "/file", 303)

    async def language(request: Request) -> Response:
        wanted: Language = "de" if request.path_params["name"] == "de" else "en"
        await run_in_threadpool(_choose_language, folder, wanted)
        back = request.query_params.get("page", "")
        return RedirectResponse(f"/{back if back in PAGES else ''}", 303)

    async def static(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in _STYLES:
            raise HTTPException(404)
        css = await run_in_threadpool(read_template, "report.css") if name == "app.css" else ""
        return Response(css + read_template(f"app/{name}"), media_type=_STYLES[name])

    async def written(request: Request) -> Response:
        path = await run_in_threadpool(folder.inside, request.path_params["path"])
        if path is None:
            raise HTTPException(404)
        kind, rule = _SHOWN.get(path.suffix), _EXPLORE if path.name == "explore.html" else _REPORT
        return FileResponse(
            path,
            headers={"Content-Security-Policy": rule},
            media_type=kind or "application/octet-stream",
            filename=path.name,
            content_disposition_type="inline" if kind else "attachment",
        )

    async def packets(_request: Request) -> Response:
        content = await run_in_threadpool(folder.packets)
        headers = {"Content-Disposition": 'attachment; filename="queue.zip"'}
        return Response(content, media_type="application/zip", headers=headers)

    async def progress(_request: Request) -> Response:
        return StreamingResponse(_events(folder), media_type="text/event-stream")

    routes = [Route(f"/{name}", page_at(name), methods=["GET", "POST"]) for name in PAGES]
    routes += [
        Route("/", home),
        Route("/language/{name}", language),
        Route("/static/{name}", static),
        Route("/written/{path:path}", written),
        Route("/queue.zip", packets),
        Route("/plan/progress", progress),
    ]
    return Guard(
        Starlette(routes=routes, exception_handlers={HTTPException: _failed, Exception: _failed}), port, token
    )


async def _failed(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return _refused(request, status, {404: "nowhere", 413: "size"}.get(status, "failed"))


def _choose_language(folder: Folder, language: Language) -> None:
    folder.note(language=language)
    if folder.text:
        try:
            folder.change({"report.language": language})
        except BudgetplanError:  # the page says what is wrong with the plan
            return


def _answer(name: str, folder: Folder, asked: PageRequest, *, is_posted: bool = False) -> Response:
    """Return a page, or where to go on once its form has done its work."""
    if name != "file" and not folder.text:
        return RedirectResponse("/file", 303)
    problems: tuple[Any, ...] = ()
    if is_posted:
        try:
            return RedirectResponse(POSTED[name](folder, asked), 303)
        except BudgetplanError as error:
            problems = error.problems
    page, status = render_page(name, folder, asked, problems)
    return HTMLResponse(page, status)


def _asked(sent: FormData, language: Language) -> PageRequest:
    """Return what a form says."""
    form, ticked, uploads = dict[str, str](), dict[str, list[str]](), dict[str, list[Upload]]()
    for key, value in sent.multi_items():
        if isinstance(value, UploadFile):
            if value.filename:
                uploads.setdefault(key, []).append(Upload(value.filename, value.file))
        else:
            form[key] = value
            ticked.setdefault(key, []).append(value)
    return PageRequest(language, form, ticked, uploads)


async def _events(folder: Folder) -> AsyncIterator[str]:
    """Yield how far the work is, until it is done."""
    while (job := folder.job) is not None:
        told = {"what": job.what, "done": job.done, "total": job.total, "is_done": job.is_done}
        yield f"data: {json.dumps(told)}\n\n"
        if job.is_done:
            return
        await asyncio.sleep(0.2)
    yield 'data: {"is_done": true}\n\n'


def serve(named: str, port: int, *, say: Callable[[str], None], browser: bool) -> None:
    """Serve the pages on a folder until somebody ends it.

    Parameters
    ----------
    named
        A folder, a table or a plan file; nothing: the folder ``budgetplan-app`` here.
    port
        Of this computer; 0: one that is free.
    say
        Told the address.
    browser
        Whether it is opened.
    """
    folder, token = open_folder(named), secrets.token_urlsafe(32)
    with socket.socket() as listening:
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((HOST, port))
        except OSError as error:
            reason = (error.strerror or "the system refused").lower()
            message = f"this port cannot be used ({reason}); choose another one, or leave it out"
            raise CannotWriteError.of(message, option="--port", found=str(port)) from None
        listening.listen()
        port = listening.getsockname()[1]
        address = f"http://{HOST}:{port}/?token={token}"
        say(f"Folder: {folder.root}")
        say(f"Open in a browser: {address}")
        say("To end: Ctrl-C")
        if browser:
            webbrowser.open(address)
        config = uvicorn.Config(
            make_app(folder, port, token),
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=1,
            lifespan="off",
        )
        uvicorn.Server(config).run(sockets=[listening])
