"""An exported encoder on a GPU, run by PyTorch: windows of nearly one length at once, in floating-point numbers.

Its weights are those of the CPU's graph; only what passes between layers isn't brought to eight bits. So a few tokens
get another label than on a CPU (`benchmarks/encoder.py` counts them).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from incognote.encoder.model import TOLD
from incognote.encoder.network import Network
from incognote.errors import ConfigError, FaultError

if TYPE_CHECKING:
    from incognote.encoder.model import Fed, Floats, Head, Runner

_AT_ONCE = 64  # windows
_STEP = 32  # pieces: so many lengths of windows are one
_COLUMNS, _AROUND = 4, 2  # of what is fed, and pieces that stand around a window
_NO_HEAD = 1  # label: the head is kept apart


def require() -> None:
    if not torch.cuda.is_available():
        raise ConfigError("no GPU is found by PyTorch; leave --gpu out")


def runner(stored: Mapping[str, npt.NDArray[np.generic]]) -> Runner:
    """Runs windows on the GPU; `stored` are the weights of the graph."""
    network = network_of(stored).cuda().eval()

    def run(fed: Sequence[Fed], head: Head, wanted: str) -> list[Floats]:
        try:
            return rows(fed, head, wanted)
        except RuntimeError as error:  # no fault of a note: all others would fail too
            raise FaultError(f"the GPU failed ({type(error).__name__}); try again, or leave --gpu out") from None

    def rows(fed: Sequence[Fed], head: Head, wanted: str) -> list[Floats]:
        last = [torch.from_numpy(part).cuda() for part in (head.weight.T, head.bias)] if wanted == TOLD else []
        found: dict[int, Floats] = {}
        for length, places in _by_length(fed):
            rows = _rows(network, [fed[place] for place in places], length, last)
            found |= {place: row[: len(fed[place].ids)].copy() for place, row in zip(places, rows, strict=True)}
        return [found[place] for place in range(len(fed))]

    return run


def _by_length(fed: Sequence[Fed]) -> Iterator[tuple[int, Sequence[int]]]:
    """The places of windows of nearly one length, some at a time, with the length to which they are filled up."""
    by_length: dict[int, list[int]] = defaultdict(list)
    for place, window in enumerate(fed):
        by_length[-(-len(window.ids) // _STEP) * _STEP].append(place)
    for length, places in sorted(by_length.items()):
        for start in range(0, len(places), _AT_ONCE):
            yield length, places[start : start + _AT_ONCE]


def _rows(network: Network, fed: Sequence[Fed], length: int, last: Sequence[Tensor]) -> Floats:
    """The states of the pieces of windows, or what a last layer makes of them, [windows, pieces, values].

    There are always as many windows of a length, empty ones too: the sums of one don't depend on those beside it then.
    """
    table = np.zeros((_COLUMNS, _AT_ONCE, length + _AROUND), dtype=np.int64)
    for number, window in enumerate(fed):
        for column, values in zip(table, window.columns().values(), strict=True):
            column[number, : len(values)] = values
    table[-1, len(fed) :, 0] = 1  # an empty window sees itself
    ids, marks, places, mask = torch.from_numpy(table).cuda()
    with torch.inference_mode():
        with torch.autocast("cuda", torch.float16):
            states = network.states(ids, marks, places, mask > 0)
        found = states.float()
        if last:
            found = (found @ last[0] + last[1]).softmax(-1)
        told: Floats = found[: len(fed), 1:].cpu().numpy()
    return told


def network_of(stored: Mapping[str, npt.NDArray[np.generic]]) -> Network:
    """The network whose weights of eight bits are stored."""
    tensors = {name: torch.tensor(array) for name, array in stored.items() if not name.startswith("zeros.")}
    pieces = tensors.pop("pieces").float() * tensors.pop("piece_scales")
    for scale in [name for name in tensors if name.endswith(".scale")]:
        matrix = scale.removesuffix("scale") + "weight"
        tensors[matrix] = (tensors[matrix].float() * tensors.pop(scale)).T
    layers = 1 + max(int(name.split(".")[1]) for name in tensors if name.startswith("layers."))
    network = Network(_NO_HEAD, len(pieces), layers=layers, width=pieces.shape[1])
    missing: dict[str, Tensor] = {f"head.{name}": value for name, value in network.head.state_dict().items()}
    network.load_state_dict({"pieces.weight": pieces, **tensors, **missing})
    return network
