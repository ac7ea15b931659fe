"""An exported encoder on a GPU, run by PyTorch: the windows of a note at once, in floating-point numbers.

Its weights are those of the CPU's graph; only what passes between layers isn't brought to eight bits. So a few tokens
get another label than on a CPU (`benchmarks/encoder.py` counts them).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from incognote.encoder.model import TOLD, columns
from incognote.encoder.network import Network
from incognote.errors import ConfigError

if TYPE_CHECKING:
    from incognote.encoder.model import Floats, Head, Runner
    from incognote.encoder.pieces import Pieces
    from incognote.encoder.windows import Window

_AT_ONCE = 256  # windows
_NO_HEAD = 1  # label: the head is kept apart


def require() -> None:
    if not torch.cuda.is_available():
        raise ConfigError("no GPU is found by PyTorch; leave --gpu out")


def runner(stored: Mapping[str, npt.NDArray[np.generic]]) -> Runner:
    """Runs windows on the GPU; `stored` are the weights of the graph."""
    network = network_of(stored).cuda().eval()

    def run(pieces: Pieces, wide: Sequence[Window], head: Head, wanted: str) -> list[Floats]:
        last = head if wanted == TOLD else None
        found: list[Floats] = []
        for start in range(0, len(wide), _AT_ONCE):
            fed = [columns(pieces, window) for window in wide[start : start + _AT_ONCE]]
            found += rows(network, fed, last, "cuda")
        return found

    return run


def rows(
    network: Network, fed: Sequence[Mapping[str, npt.NDArray[np.int64]]], head: Head | None, device: str
) -> list[Floats]:
    """The states of the pieces of windows, or what a last layer makes of them, without what stands around them."""
    ids, marks, places, mask = (
        pad_sequence([torch.from_numpy(one[name].astype(np.int64)) for one in fed], batch_first=True).to(device)
        for name in ("ids", "marks", "places", "mask")
    )
    with torch.inference_mode():
        found = network.states(ids, marks, places, mask > 0).float()
        if head:
            weight, bias = torch.from_numpy(head.weight).to(device), torch.from_numpy(head.bias).to(device)
            found = (found @ weight.T + bias).softmax(-1)
        told = found.cpu().numpy()
    return [row[1 : len(one["ids"]) - 1] for row, one in zip(told, fed, strict=True)]


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
