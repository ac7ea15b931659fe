import io
import os
import signal
import stat
import subprocess
import sys
import time

import pytest

from incognote.cli import model
from incognote.replace.keys import VARIABLE, new_key, write_key
from tests.cli.conftest import PROGRAM

PROMPT = "Ms. BORISOVA (MRN 1) met BORISOVA and KUTUZOV on 3/4/2021, again on 3/18/2021. Is she well? ąę\n"
FIXED_KEY = "incognote-key-1:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
ECHO = "import sys; sys.stdout.write(sys.stdin.read())"


@pytest.fixture
def prompt(tmp_path):
    (tmp_path / "prompt.txt").write_text(PROMPT, "utf-8")
    return "prompt.txt"


@pytest.fixture
def key(tmp_path):
    write_key(tmp_path / "site.key")
    return "site.key"


def client(tmp_path, code):
    """A model: a program that keeps what it was sent in sent.txt, as `prompt`, and does as the code says."""
    head = "import sys, time, os\nprompt = sys.stdin.read()\nopen('sent.txt', 'w', encoding='utf-8').write(prompt)\n"
    (tmp_path / "client.py").write_text(head + code, "utf-8")
    return ("--", sys.executable, "-X", "utf8", str(tmp_path / "client.py"))


def sent(tmp_path):
    return (tmp_path / "sent.txt").read_text("utf-8")


def test_an_echo_gives_the_prompt_and_the_model_saw_no_phi(call, prompt, tmp_path):
    done = call("roundtrip", prompt, *client(tmp_path, "sys.stdout.write(prompt)"))
    assert (done.code, done.out, done.err) == (0, PROMPT, "")
    for phi in ("BORISOVA", "KUTUZOV", "3/4/2021", "3/18/2021"):
        assert phi not in sent(tmp_path)
    assert "Is she well? ąę" in sent(tmp_path)


def test_one_byte_at_a_time(call, prompt, tmp_path):
    slow = "for byte in prompt.encode():\n    os.write(1, bytes([byte]))\n    time.sleep(0.0005)"
    assert call("roundtrip", prompt, *client(tmp_path, slow)).out == PROMPT


def test_other_forms(call, prompt, tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, FIXED_KEY)  # other keys give surrogates of three letters now and then: no other forms
    other = "name = prompt.split()[1]\nprint(name.title() + \"'s, \" + name.lower() + ', **' + name + '**')"
    assert call("roundtrip", prompt, *client(tmp_path, other)).out == "Borisova's, borisova, **BORISOVA**\n"


def test_dates_in_another_notation_and_computed_ones(call, prompt, tmp_path):
    other = (
        "import re, datetime\nmonth, day, year = map(int, re.findall(r'(\\d+)/(\\d+)/(\\d+)', prompt)[0])\n"
        "first = datetime.date(year, month, day)\nprint(first, first + datetime.timedelta(28))"
    )
    assert call("roundtrip", prompt, *client(tmp_path, other)).out == "2021-03-04 2021-04-01\n"


def test_the_clients_exit_code_and_errors_are_ours(run, prompt, tmp_path):
    code = "print('half', end='', flush=True); print('out of tokens', file=sys.stderr); sys.exit(3)"
    done = run("roundtrip", prompt, "--engine", "deid", *client(tmp_path, code))
    assert (done.code, done.out, done.err) == (3, "half", "out of tokens\n")


def test_a_client_that_does_not_read_its_prompt(call, tmp_path):
    (tmp_path / "long.txt").write_text("BORISOVA is well. " * 20_000)
    done = call("roundtrip", "long.txt", "--", sys.executable, "-c", "print('no')")
    assert (done.code, done.out) == (0, "no\n")


def test_nothing_is_shown_unless_asked_for(call, prompt, tmp_path):
    shown = call("roundtrip", prompt, "--show", *client(tmp_path, ""))
    assert shown.err == sent(tmp_path) + "\n"
    assert shown.out == ""


def test_a_fault_of_the_engine_sends_nothing(call, tmp_path):
    (tmp_path / "bad.txt").write_text("FAULT BORISOVA")
    done = call("roundtrip", "bad.txt", "--show", *client(tmp_path, ""))
    assert done.code == 1
    assert "FindsCapitals failed" in done.err
    assert "BORISOVA" not in done.err
    assert not (tmp_path / "sent.txt").exists()


def test_a_key_and_a_patient_give_the_same_pseudonyms_in_every_call(call, prompt, key, tmp_path):
    seen = []
    for extra in ((), (), ("--key", key), ("--key", key), ("--key", key, "--patient", "7")):
        call("roundtrip", prompt, *extra, *client(tmp_path, ""))
        seen.append(sent(tmp_path))
    assert seen[2] == seen[3]
    assert len(set(seen)) == 4


def test_the_prompt_on_standard_input(call, tmp_path):
    assert call("roundtrip", "-", *client(tmp_path, "print(prompt)"), typed=PROMPT).out == PROMPT + "\n"


def test_two_steps_and_a_second_turn(call, prompt, key, tmp_path):
    talk = ("--key", key, "--state", "talk.state")
    first = call("roundtrip", prompt, *talk, "--patient", "7041")
    assert (first.code, first.err) == (0, "")
    name = first.out.split()[1]
    assert name != "BORISOVA"
    state = tmp_path / "talk.state"
    assert stat.S_IMODE(state.stat().st_mode) == 0o600
    assert not any(word in state.read_bytes() for word in (b"BORISOVA", b"7041", name.encode()))

    (tmp_path / "more.txt").write_text("And BORISOVA, or ANNENKOV, on 4/4/2021?")
    second = call("roundtrip", "more.txt", *talk)
    assert second.out.split()[1] == name + ","
    (tmp_path / "answer.txt").write_text(f"{name.title()}: {second.out} {first.out}")
    restored = call("roundtrip", "--restore", "answer.txt", *talk)
    assert restored.out == f"Borisova: And BORISOVA, or ANNENKOV, on 4/4/2021? {PROMPT}"
    assert call("roundtrip", "--restore", "-", *talk, typed=first.out).out == PROMPT


def test_a_state_goes_with_a_command_too(call, prompt, key, tmp_path):
    talk = ("--key", key, "--state", "talk.state")
    call("roundtrip", prompt, *talk, *client(tmp_path, ""))
    assert call("roundtrip", "--restore", "-", *talk, typed=sent(tmp_path)).out == PROMPT


def test_a_state_opens_with_its_key_alone(call, prompt, key, tmp_path):
    call("roundtrip", prompt, "--key", key, "--state", "talk.state")
    write_key(tmp_path / "other.key")
    wrong = call("roundtrip", "--restore", prompt, "--key", "other.key", "--state", "talk.state")
    assert (wrong.code, wrong.out) == (3, "")
    assert "give the key that it was written with" in wrong.err
    raw = (tmp_path / "talk.state").read_bytes()
    (tmp_path / "talk.state").write_bytes(raw[:-1] + bytes([raw[-1] ^ 1]))
    tampered = call("roundtrip", prompt, "--key", key, "--state", "talk.state")
    assert (tampered.code, tampered.out) == (3, "")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "behind --"),
        (("prompt.txt",), "behind --"),
        (("prompt.txt", "--state", "t"), "--state needs a key"),
        (("prompt.txt", "--", "no-such-command"), "check its name"),
        (("--restore", "a.txt"), "the --state that the prompt was sent with"),
        (("--restore", "a.txt", "--key", "site.key", "--state", "t"), "the --state that the prompt was sent with"),
        (("-", "--key", "-", "--", sys.executable), "both come on standard input"),
    ],
)
def test_wrong_use(call, prompt, key, words, says):
    done = call("roundtrip", *words)
    assert (done.code, done.out) == (2, "")
    assert says in done.err


def test_what_cannot_be_read(call, tmp_path):
    (tmp_path / "latin.txt").write_bytes("Ä".encode("latin-1"))
    for name in ("latin.txt", "none.txt"):
        done = call("roundtrip", name, *client(tmp_path, ""))
        assert done.code == 3
        assert not (tmp_path / "sent.txt").exists()


def test_the_client_does_not_get_the_key(monkeypatch):
    monkeypatch.setenv(VARIABLE, new_key())
    got = io.BytesIO()
    code = f"import os; print(os.environ.get('{VARIABLE}'), os.environ.get('PATH') is not None)"
    assert model.ask([sys.executable, "-c", code], b"", lambda chunks: got.writelines(chunks)) == 0
    assert got.getvalue() == b"None True\n"


def test_a_killed_client():
    code = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    assert model.ask([sys.executable, "-c", code], b"", lambda chunks: list(chunks) and None) == 128 + signal.SIGKILL


@pytest.mark.parametrize(("stop", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_stopping_stops_both(prompt, tmp_path, stop, code):
    command = client(tmp_path, "print('on it', os.getpid(), '.' * 99, flush=True); time.sleep(60)")
    words = [sys.executable, "-c", PROGRAM, "roundtrip", prompt, "--engine", "deid", *command]
    ours = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=tmp_path, preexec_fn=_heed_interrupts
    )
    child = int(ours.stdout.readline().split()[2])
    ours.send_signal(stop)
    assert ours.wait(10) == code
    ours.stdout.close()
    for _ in range(100):
        if not _is_running(child):
            return
        time.sleep(0.05)
    pytest.fail("the client still runs")


def _heed_interrupts():
    """What runs in the background may have been told to ignore them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _is_running(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_help_teaches(call):
    done = call("roundtrip", "--help")
    assert done.code == 0
    for words in ("incognote roundtrip prompt.txt -- llm --model m", "--restore answer.txt", "What the engine misses"):
        assert words in done.out
