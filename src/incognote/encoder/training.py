"""Training the encoder on prepared notes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812

from incognote.encoder.drawing import NO_LABEL, Source, batches
from incognote.encoder.network import Network
from incognote.encoder.pieces import MASKED
from incognote.encoder.windows import windows

_WARM = 0.06  # of all steps
_LEAST_RATE = 0.01
_CASES = ((0, 1, 2, 3, 4, 5), (2, 2, 2, 3, 2, 5), (0, 0, 0, 3, 0, 5))
"""What the six kinds of case become as they are, in capitals, and in small letters."""
_TOLD = 0.7  # how much a teacher counts beside the labels
_SAY_EVERY = 500


@dataclass(frozen=True)
class Settings:
    """How an encoder is trained."""

    steps: int = 3000
    pieces: int = 16_384  # of a batch
    rate: float = 2e-4
    head_rate: float = 1e-3  # of what BERT doesn't bring
    short: float = 0.3  # of windows are cut to any length
    other_case: float = 0.06  # of windows are in capitals, and as many in small letters
    masked: float = 0.06  # of pieces
    decay: float = 0.01
    average: float = 0.998  # what stays a step of the mean of weights, which is taken in the second half
    seed: int = 1


def fit(
    network: Network,
    source: Source,
    settings: Settings,
    say: Callable[[str], None],
    teachers: Sequence[Network] = (),
) -> None:
    """Train a network in place. What teachers say counts beside the labels."""
    torch.manual_seed(settings.seed)
    device = source.columns[0].device
    network.to(device).train()
    optimizer = _optimizer(network, settings)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: _slope(step, settings.steps))
    began, total = time.monotonic(), torch.zeros((), device=device)
    mean: dict[str, Tensor] = {}
    for step, drawn in zip(
        range(settings.steps), batches(source, settings.pieces, settings.short, settings.seed), strict=False
    ):
        loss = _loss(network, *_varied(*source.columns_of(drawn), settings), teachers)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        total += loss.detach()
        if step > settings.steps // 2:
            _average(mean, network, settings.average)
        if step % _SAY_EVERY == _SAY_EVERY - 1:
            say(f"step {step + 1} loss {total.item() / _SAY_EVERY:.4f} {time.monotonic() - began:.0f} s")
            total.zero_()
    network.load_state_dict(mean)
    network.eval()


def _optimizer(network: Network, settings: Settings) -> torch.optim.Optimizer:
    added = [*network.head.parameters(), *network.marks.parameters(), *network.places.parameters()]
    numbers = {id(one) for one in added}
    others = [one for one in network.parameters() if id(one) not in numbers]
    groups = [{"params": others, "lr": settings.rate}, {"params": added, "lr": settings.head_rate}]
    return torch.optim.AdamW(groups, weight_decay=settings.decay, fused=True)


def _slope(step: int, steps: int) -> float:
    warm = max(1, int(_WARM * steps))
    return (step + 1) / warm if step < warm else max(_LEAST_RATE, 1 - (step - warm) / (steps - warm))


def _varied(columns: list[Tensor], mask: Tensor, settings: Settings) -> tuple[list[Tensor], Tensor]:
    """Some windows in capitals, some in small letters, and some pieces that can't be seen."""
    ids, marks, places, labels = columns
    chance = torch.rand(len(ids), 1, device=ids.device)
    way = (chance < settings.other_case) + 2 * (chance > 1 - settings.other_case)
    cases = torch.tensor(_CASES, device=ids.device)
    kinds = cases.shape[1]
    marks = cases[way, marks % kinds] + marks // kinds * kinds
    hidden = (torch.rand(ids.shape, device=ids.device) < settings.masked) & (labels != NO_LABEL)
    return [torch.where(hidden, MASKED, ids), marks, places, labels], mask


def _loss(network: Network, columns: list[Tensor], mask: Tensor, teachers: Sequence[Network]) -> Tensor:
    *given, labels = columns
    counted = labels != NO_LABEL
    with torch.autocast(labels.device.type, dtype=torch.bfloat16):
        scores = network(*given, mask)
    scores = scores.float()[counted]
    loss = F.cross_entropy(scores, labels[counted])
    if not teachers:
        return loss
    with torch.no_grad(), torch.autocast(labels.device.type, dtype=torch.bfloat16):
        told = torch.stack([one(*given, mask)[counted].float().softmax(-1) for one in teachers]).mean(0)
    return (1 - _TOLD) * loss - _TOLD * (told * F.log_softmax(scores, -1)).sum(-1).mean()


def _average(mean: dict[str, Tensor], network: Network, stays: float) -> None:
    for name, value in network.state_dict().items():
        if name in mean:
            mean[name].lerp_(value, 1 - stays)
        else:
            mean[name] = value.clone()


def probabilities(networks: Sequence[Network], source: Source, start: int, end: int) -> npt.NDArray[np.float32]:
    """Of a note from one piece to another: the mean of the networks' probabilities of labels for each piece."""
    found = []
    for window in windows(end - start, np.arange(end - start)):
        *given, _ = (columns := source.columns_of(np.array([[start + window.start, window.end - window.start]])))[0]
        with torch.no_grad(), torch.autocast(given[0].device.type, dtype=torch.bfloat16):
            told = torch.stack([network(*given, columns[1])[0].float().softmax(-1) for network in networks])
        counted = slice(1 + window.first - window.start, 1 + window.last - window.start)
        found.append(told.mean(0)[counted].cpu().numpy())
    return np.concatenate(found)
