"""Run the program as somebody does at a terminal."""

from click.testing import CliRunner

from budgetplan.cli.main import main


def ended(*words):
    """Return how a command ends, and what it prints."""
    return CliRunner().invoke(main, [*map(str, words)], prog_name="budgetplan", catch_exceptions=False)


def run(*words, code=0):
    """Return what a command prints, which has to end so."""
    done = ended(*words)
    assert done.exit_code == code, done.output
    return done.output
