"""Counts of what the service did, in the text form that Prometheus reads. They name routes, never what was asked."""

from __future__ import annotations

import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import groupby

_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)  # seconds


class Metrics:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._buckets: dict[str, list[int]] = {}
        self._seconds: dict[str, float] = {}
        self._counts: Counter[tuple[str, str]] = Counter()
        self._last = time.monotonic()

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        with self._lock:
            self._last = time.monotonic()
            self._requests[method, route, status] += 1
            buckets = self._buckets.setdefault(route, [0] * (len(_BOUNDS) + 1))
            buckets[bisect_left(_BOUNDS, seconds)] += 1
            self._seconds[route] = self._seconds.get(route, 0.0) + seconds

    def count(self, what: str, number: int = 1, label: str = "") -> None:
        """Add to a counter, such as `notes`, or to that of a label of it."""
        with self._lock:
            self._counts[what, label] += number

    def quiet_for(self) -> float:
        """Seconds since the last request."""
        return time.monotonic() - self._last

    def text(self, gauges: dict[str, int]) -> str:
        with self._lock:
            return "".join(f"{line}\n" for line in self._lines(gauges))

    def _lines(self, gauges: dict[str, int]) -> Iterator[str]:
        yield "# HELP incognote_requests_total Requests by method, route and status."
        yield "# TYPE incognote_requests_total counter"
        for (method, route, status), number in sorted(self._requests.items()):
            yield f'incognote_requests_total{{method="{method}",route="{route}",status="{status}"}} {number}'
        yield "# HELP incognote_request_seconds How long requests took."
        yield "# TYPE incognote_request_seconds histogram"
        for route, buckets in sorted(self._buckets.items()):
            so_far = 0
            for bound, number in zip((*map(str, _BOUNDS), "+Inf"), buckets, strict=True):
                so_far += number
                yield f'incognote_request_seconds_bucket{{route="{route}",le="{bound}"}} {so_far}'
            yield f'incognote_request_seconds_sum{{route="{route}"}} {self._seconds[route]:.6f}'
            yield f'incognote_request_seconds_count{{route="{route}"}} {so_far}'
        for what, counts in groupby(sorted(self._counts.items()), key=lambda one: one[0][0]):
            yield f"# TYPE incognote_{what}_total counter"
            for (_, label), number in counts:
                of = f'{{label="{label}"}}' if label else ""
                yield f"incognote_{what}_total{of} {number}"
        for what, number in sorted(gauges.items()):
            yield f"# TYPE incognote_{what} gauge"
            yield f"incognote_{what} {number}"
