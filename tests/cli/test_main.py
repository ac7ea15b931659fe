import pytest

from incognote.cli import main as module


def test_help_teaches(run):
    done = run("--help")
    assert done.code == 0
    for words in ("incognote convert notes/", "Exit codes:", "stats", "--version"):
        assert words in done.out


@pytest.mark.parametrize("command", list(module._COMMANDS))
def test_every_command_shows_examples(run, command):
    done = run(command, "--help")
    assert done.code == 0
    assert done.out.count(f"incognote {command} ") >= 2


def test_no_command_and_a_wrong_one(run):
    assert run().code == 2
    done = run("evalute")
    assert done.code == 2
    assert "No such command 'evalute'" in done.err


def test_version(run):
    from incognote import __version__

    assert run("--version").out == f"incognote {__version__}\n"


def test_a_fault_of_the_program_shows_where_but_not_what(monkeypatch, capsys):
    def fail(**_):
        raise ValueError("Quillfeather")

    monkeypatch.setattr(module, "cli", fail)
    with pytest.raises(SystemExit) as stop:
        module.main()
    shown = capsys.readouterr()
    assert stop.value.code == 1
    assert "ValueError" in shown.err
    assert "test_main.py" in shown.err
    assert "Quillfeather" not in shown.err + shown.out


@pytest.mark.parametrize("command", ["detect", "explain", "deid", "stats", "convert --out c.csv"])
def test_every_command_says_that_there_were_no_notes(call, tmp_path, command):
    name = "n.text" if command == "deid" else "n.csv"
    (tmp_path / name).write_text("" if command == "deid" else "id,text\n")
    command, *options = command.split()
    done = call(command, name, *options)
    assert (done.code, "warning: there were no notes in the input" in done.err) == (0, True)
