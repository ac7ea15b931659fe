import os
import signal
import time

import pytest

from incognote.learn.processes import WorkError, in_processes


def double(number):
    return 2 * number


def fall(number):
    if number:
        time.sleep(60)
    os.kill(os.getpid(), signal.SIGKILL)


def test_processes_do_every_job():
    assert sorted(in_processes(double, range(3), 2)) == [0, 2, 4]


def test_a_process_that_is_killed_is_noticed_and_the_others_end():
    began = time.monotonic()
    with pytest.raises(WorkError, match="ended too early"):
        list(in_processes(fall, range(2), 2))
    assert time.monotonic() - began < 30
