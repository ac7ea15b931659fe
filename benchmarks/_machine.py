"""What a figure was measured on."""

from __future__ import annotations

import os
import platform
from datetime import date
from pathlib import Path


def machine() -> str:
    """The day, the processor, and Python."""
    model = platform.machine()
    if (about := Path("/proc/cpuinfo")).exists():
        names = [line.partition(":")[2].strip() for line in about.read_text().splitlines() if "model name" in line]
        model = names[0] if names else model
    return f"{date.today()}, {os.cpu_count()} cores, {model}, Python {platform.python_version()}"
