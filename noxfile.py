"""Sessions of nox: the tests, the fast and the slow ones, the lint, and the site of the documentation."""

import nox

PYTHONS = ["3.11", "3.12", "3.13", "3.14"]

nox.options.sessions = ["lint", "fast"]
nox.options.reuse_venv = "yes"


@nox.session(python=PYTHONS)
def test(session: nox.Session) -> None:
    """Run the tests, or those that are named: ``nox -s test-3.12 -- tests/tables``."""
    session.install("-e", ".[test]")
    session.run("pytest", "-n", "auto", "--dist", "worksteal", *session.posargs)


@nox.session
def fast(session: nox.Session) -> None:
    """Run the tests that take no time."""
    session.install("-e", ".[test]")
    session.run("pytest", "-m", "fast", *session.posargs)


@nox.session
def slow(session: nox.Session) -> None:
    """Run what the other sessions leave out for its time."""
    session.install("-e", ".[test]")
    session.run("pytest", "-m", "slow", "-n", "auto", "--dist", "worksteal", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check the code, its form and its types."""
    session.install("-e", ".[test]")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("mypy")


@nox.session
def docs(session: nox.Session) -> None:
    """Make the site of the documentation."""
    session.install("-e", ".[docs]")
    session.run("mkdocs", "build", "--strict")
