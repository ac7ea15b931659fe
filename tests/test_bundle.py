"""The bundle for a machine without a network: made, unpacked, installed and run where there is none.

What incognote needs lies in `wheels` of the virtual environment, where `make` put it while it had a network.
"""

import os
import runpy
import shutil
import socket
import subprocess
import sys
import tarfile
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[1]
TOOL = ROOT / "tools" / "bundle.py"
WHEELS = Path(sys.prefix) / "wheels"
EXAMPLES = ROOT / "examples" / "notes"
FITS = {"requirement": "incognote", "python": f"3.{sys.version_info.minor}{sys.abiflags}", "glibc": "2.0"}
GUARD = """
import socket
def refuse(*_): raise OSError("the guard refuses")
socket.socket.connect = socket.socket.connect_ex = socket.getaddrinfo = refuse
"""
PROBE = """
import socket, sys
try:
    socket.create_connection(("127.0.0.1", int(sys.argv[1])), 5).close()
except OSError as error:
    print(error)
else:
    print("reached")
"""

bundle = SimpleNamespace(**runpy.run_path(str(TOOL)))


@dataclass(frozen=True)
class Surroundings:
    """How commands are run. What python and pip would take from this process's surroundings is left out."""

    refusal: str
    prefix: tuple[str, ...] = ()
    env: dict[str, str] = field(default_factory=dict)

    def run(self, *command, **env):
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_"))}
        command = [*self.prefix, *map(str, command)]
        return subprocess.run(command, env={**kept, **self.env, **env}, capture_output=True, text=True)


ONLINE = Surroundings("reached")


def namespace():
    """A network of its own, with nothing in it, of which the kernel sees to it; None where that isn't allowed."""
    for prefix in (("unshare", "--map-root-user", "--net"), ("unshare", "--net")):
        if shutil.which("unshare") and subprocess.run([*prefix, "true"], capture_output=True).returncode == 0:
            return Surroundings("[Errno 101] Network is unreachable", prefix)
    return None


def guard(folder):
    """Python without connections. The installer takes no PYTHONPATH, so pip gets a proxy that isn't there as well."""
    (folder / "sitecustomize.py").write_text(GUARD)
    proxies = dict.fromkeys(("http_proxy", "https_proxy", "all_proxy"), "http://127.0.0.1:9")
    return Surroundings("the guard refuses", env={"PYTHONPATH": str(folder), **proxies})


@pytest.fixture(scope="module")
def offline(tmp_path_factory):
    return namespace() or guard(tmp_path_factory.mktemp("guard"))


@pytest.fixture(scope="module")
def archive(offline, tmp_path_factory):
    """Where INCOGNOTE_REQUIRE_BUNDLE is set the absence of wheels is a failure, not a reason to skip."""
    if not any(WHEELS.glob("*.whl")):
        reason = f"there are no wheels in {WHEELS}: with a network, remove .venv/ready and say make test"
        (pytest.fail if os.environ.get("INCOGNOTE_REQUIRE_BUNDLE") else pytest.skip)(reason)
    return make_bundle(offline, tmp_path_factory.mktemp("dist"))


def make_bundle(offline, out):
    done = offline.run(sys.executable, TOOL, "--wheels", WHEELS, "--out", out)
    assert done.returncode == 0, done.stderr
    (archive,) = out.glob("*.tar")
    return archive


@pytest.fixture(scope="module")
def place(archive, offline, tmp_path_factory):
    """Where the bundle is installed."""
    folder = tmp_path_factory.mktemp("other machine")
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    done = offline.run("sh", folder / archive.stem / "install.sh", folder / "place", PYTHON=sys.executable)
    assert done.returncode == 0, done.stderr
    assert f"{folder / 'place'}/bin/incognote --help" in done.stdout
    return folder / "place"


def test_the_installed_program_deidentifies_without_a_network(place, offline, tmp_path):
    program, key, clean = place / "bin" / "incognote", tmp_path / "site.key", tmp_path / "clean"
    assert offline.run(program, "key", "new", "--out", key).returncode == 0
    done = offline.run(program, "deidentify", EXAMPLES, "--key", key, "--patient-of", r"path:^(\d+)-", "--out", clean)
    assert done.returncode == 0, done.stderr
    texts = [file.read_text("utf-8") for file in clean.rglob("*.txt")]
    assert len(texts) == len(list(EXAMPLES.iterdir()))
    assert all("[**Full Name" in text or "[**Last Name" in text for text in texts)
    everything = "".join(texts).casefold()
    assert "atrial fibrillation" in everything
    for phi in ("thornquist", "rosalind", "bartoszek", "wiggins", "oyelaran", "078-05-1120", "943 476 5919"):
        assert phi not in everything


def test_it_is_the_installed_program_that_ran(place, offline):
    done = offline.run(place / "bin" / "python", "-c", "import incognote; print(incognote.__file__)")
    assert Path(done.stdout.strip()).is_relative_to(place)


@pytest.mark.parametrize("how", ["online", "namespace", "guard"])
def test_the_installed_python_reaches_the_network_only_where_there_is_one(place, tmp_path, how):
    surroundings = {"online": lambda: ONLINE, "namespace": namespace, "guard": lambda: guard(tmp_path)}[how]()
    if surroundings is None:
        pytest.skip("network namespaces aren't allowed here")
    with socket.create_server(("127.0.0.1", 0)) as server:
        done = surroundings.run(place / "bin" / "python", "-c", PROBE, server.getsockname()[1])
    assert done.stdout.strip() == surroundings.refusal, done.stderr


def test_the_network_is_off_by_the_kernel_where_it_can_be(offline):
    assert (offline.refusal == "the guard refuses") == (namespace() is None)


def test_the_same_tree_gives_the_same_bytes(archive, offline, tmp_path):
    assert bundle.sha256(make_bundle(offline, tmp_path)) == bundle.sha256(archive)


def test_the_archive_has_its_sum_beside_it(archive):
    assert archive.with_name(f"{archive.name}.sha256").read_text() == f"{bundle.sha256(archive)}  {archive.name}\n"


def small_bundle(folder, **target):
    """A bundle that fits here, but for what target says, with no wheel to install."""
    (folder / "wheels").mkdir(parents=True)
    (folder / "wheels" / "numpy-1.whl").write_text("numpy")
    shutil.copy(TOOL.with_suffix("") / "install.sh", folder)
    fits = {**FITS, "platform": f"{sys.platform}-{os.uname().machine}", **target}
    (folder / "TARGET").write_text("".join(f"{name}='{value}'\n" for name, value in fits.items()))
    bundle.write_sums(folder)
    return folder


def refusal(folder, place):
    """What the installer says when it refuses; the place is then as it was."""
    before = sorted(place.rglob("*"))
    done = ONLINE.run("sh", folder / "install.sh", place, PYTHON=sys.executable)
    assert (done.returncode, done.stdout, sorted(place.rglob("*"))) == (1, "", before)
    return done.stderr


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ({"python": "3.99"}, "this bundle is for CPython 3.99, and"),
        ({"platform": "plan9-vax"}, "this bundle is for plan9-vax, and this machine is"),
        ({"glibc": "2.999"}, "this bundle needs glibc 2.999 or later, and this machine has"),
        ({}, "pip couldn't install the wheels"),  # it fits, so pip is asked
    ],
)
def test_a_bundle_that_does_not_fit_is_refused(tmp_path, target, message):
    assert message in refusal(small_bundle(tmp_path / "bundle", **target), tmp_path / "place")


def test_a_changed_wheel_is_refused_by_name(tmp_path):
    folder = small_bundle(tmp_path / "bundle")
    (folder / "wheels" / "numpy-1.whl").write_text("nympy")
    assert "wheels/numpy-1.whl: FAILED" in refusal(folder, tmp_path / "place")


def test_a_wheel_without_a_sum_is_refused(tmp_path):
    folder = small_bundle(tmp_path / "bundle")
    (folder / "wheels" / "incognote-99.whl").touch()
    assert "files here that SHA256SUMS doesn't name" in refusal(folder, tmp_path / "place")


@pytest.mark.parametrize("sums", [None, ""])
def test_a_bundle_without_sums_is_refused(tmp_path, sums):
    folder = small_bundle(tmp_path / "bundle")
    (folder / "SHA256SUMS").unlink() if sums is None else (folder / "SHA256SUMS").write_text(sums)
    assert "aren't those of SHA256SUMS" in refusal(folder, tmp_path / "place")


def test_a_place_in_use_is_left_alone(tmp_path):
    (tmp_path / "place").mkdir()
    (tmp_path / "place" / "kept").touch()
    assert "is there already" in refusal(small_bundle(tmp_path / "bundle"), tmp_path / "place")


@pytest.mark.parametrize(
    ("wheels", "glibc"),
    [
        (["rich-15-py3-none-any.whl"], "2.0"),
        (["cffi-2-cp311-cp311-manylinux2014_x86_64.manylinux_2_17_x86_64.whl"], "2.17"),
        (["numpy-2-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl"], "2.27"),
        (["a-1-cp311-abi3-manylinux_2_34_x86_64.whl", "b-1-cp311-cp311-manylinux2014_x86_64.whl"], "2.34"),
        (["a-1-cp311-cp311-macosx_11_0_arm64.whl"], "2.0"),
    ],
)
def test_the_wheels_tell_which_glibc_they_need(wheels, glibc):
    assert bundle.glibc_needed(wheels) == glibc


def test_an_extra_that_is_not_there_is_refused(tmp_path):
    done = ONLINE.run(sys.executable, TOOL, "--extras", "fast,fsat", "--out", tmp_path)
    assert done.returncode == 1
    assert "no extra named fsat; it has" in done.stderr
