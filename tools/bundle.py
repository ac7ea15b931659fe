"""Make one archive with all that a machine without a network needs to install incognote: see docs/offline.md.

    python tools/bundle.py --extras fast,parquet,serve,sql

`make bundle` calls it. The archive is for the Python and the platform that run this; the same wheels give the same
bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PARTS = ROOT / "tools" / "bundle"
OLD_NAMES = {"manylinux1_": 5, "manylinux2010_": 12, "manylinux2014_": 17}  # and the glibc 2.x that each stands for
MOMENT = 1580601600  # 2020-02-02, for every file of the archive: the one that hatchling gives to those of wheels


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--extras", default="", help="extras of incognote to take in, with commas between them")
    parser.add_argument("--wheels", type=Path, help="take what incognote needs from this folder, not from the network")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="folder for the archive (dist)")
    options = parser.parse_args()
    extras = brackets([extra for extra in options.extras.split(",") if extra])
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=options.out, prefix=".bundle-") as temporary:
        content = Path(temporary) / "content"
        archive = options.out / f"{fill(content, extras, options.wheels)}.tar"
        pack(content, archive)
    print(f"{archive} ({archive.stat().st_size / 1e6:.0f} MB), and its sum in {archive.name}.sha256")


def brackets(extras: list[str]) -> str:
    """Extras as pip wants them. Pip would only warn of one that isn't there, and the bundle would lack it."""
    known = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    if unknown := sorted(set(extras) - set(known)):
        sys.exit(f"--extras: incognote has no extra named {', '.join(unknown)}; it has {', '.join(sorted(known))}")
    return f"[{','.join(sorted(set(extras)))}]" if extras else ""


def fill(folder: Path, extras: str, source: Path | None) -> str:
    """Put all that the bundle holds into a folder; return the bundle's name."""
    version = gather(folder / "wheels", extras, source)
    target = {
        "requirement": f"incognote{extras}=={version}",
        "python": f"{sys.version_info.major}.{sys.version_info.minor}{sys.abiflags}",
        "platform": f"{platform.system().lower()}-{platform.machine()}",
        "glibc": glibc_needed([wheel.name for wheel in (folder / "wheels").iterdir()]),
    }
    (folder / "TARGET").write_text("".join(f"{name}='{value}'\n" for name, value in target.items()))
    for part in ("install.sh", "README.txt"):
        shutil.copyfile(PARTS / part, folder / part)
    write_sums(folder)
    return f"incognote-{version}-{target['platform']}-py{target['python'].replace('.', '')}"


def gather(folder: Path, extras: str, source: Path | None) -> str:
    """Build incognote's wheel from the tree and fetch those it needs, and pip's; return incognote's version."""
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT))
    (own,) = folder.glob("incognote-*.whl")
    places = ["--no-index", "--find-links", str(source)] if source else []
    pip("wheel", "--prefer-binary", *places, "--wheel-dir", str(folder), f"{own}{extras}", "pip")
    return own.name.split("-")[1]


def pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments]
    if subprocess.run(command).returncode:
        sys.exit("no bundle was made, for pip's reason above: `make bundle` has what this needs, and takes a network")


def glibc_needed(wheels: list[str]) -> str:
    """The oldest glibc on which all wheels run, told by their names; 2.0 where none needs it."""
    needed = [0]
    for wheel in wheels:
        names = [minor for name, minor in OLD_NAMES.items() if name in wheel]
        if minors := [*names, *map(int, re.findall(r"manylinux_2_(\d+)_", wheel))]:
            needed.append(min(minors))  # a wheel of several names runs on any of them
    return f"2.{max(needed)}"


def write_sums(folder: Path) -> None:
    files = sorted(file for file in folder.rglob("*") if file.is_file() and file.name != "SHA256SUMS")
    lines = [f"{sha256(file)}  {file.relative_to(folder).as_posix()}\n" for file in files]
    (folder / "SHA256SUMS").write_text("".join(lines))


def sha256(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def pack(folder: Path, archive: Path) -> None:
    """Write the archive, whole or not at all, and its sum beside it. Wheels are compressed, so it isn't."""
    part = folder.with_suffix(".tar")
    with tarfile.open(part, "w", format=tarfile.PAX_FORMAT) as tar:
        for file in sorted(file for file in folder.rglob("*") if file.is_file()):
            entry = tarfile.TarInfo(f"{archive.stem}/{file.relative_to(folder).as_posix()}")
            entry.size, entry.mtime = file.stat().st_size, MOMENT
            entry.mode = 0o755 if file.suffix == ".sh" else 0o644
            with file.open("rb") as content:
                tar.addfile(entry, content)
    part.replace(archive)
    archive.with_name(f"{archive.name}.sha256").write_text(f"{sha256(archive)}  {archive.name}\n")


if __name__ == "__main__":
    main()
