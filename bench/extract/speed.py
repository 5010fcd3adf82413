"""CPU time of one thread for the text of all pages, decoded and in memory."""

import math
import statistics
from contextlib import ExitStack

from methods import ROUNDS, SPEED_SETS, methods, pages
from process import Failed, Peer

# Minimum CPU seconds of a round, so that clock resolution and noise matter little.
LEAST = 0.4


def measure(say):
    """By method name: the method, the number of pages and bytes, and the CPU seconds of each round."""
    files = [pages(name) for name in SPEED_SETS]
    results = {}
    with ExitStack() as stack:
        peers = []
        for method in methods():
            if method.rounds == 0:
                continue
            peer = stack.enter_context(Peer(method))
            count, size = peer.ask("load", *files)
            # The first round warms up and determines how often the others repeat the pages.
            times = 1
            if method.rounds == ROUNDS:
                times = math.ceil(LEAST / max(peer.ask("round", 1)[0], 1e-3))
            peers.append((method, peer, times))
            results[method.name] = (method, int(count), size, [])
        # In turns, so that other work on the machine affects all of them.
        for turn in range(ROUNDS):
            for method, peer, times in peers:
                if turn < method.rounds:
                    results[method.name][3].append(peer.ask("round", times)[0])
            say(f"round {turn + 1} of {ROUNDS}")
    if len({(count, size) for _, count, size, _ in results.values()}) != 1:
        raise Failed("the methods did not get the same pages")
    return results


def report(results):
    """The table and values."""
    median = {name: statistics.median(rounds) for name, (*_, rounds) in results.items()}
    ours = next(iter(results))
    _, count, size, _ = results[ours]
    table = [
        f"| {count} pages, {size / 1e6:.1f} MB | pages/s | MB/s | CPU s, median (least to most) | `{ours}` is … times as fast |",
        "|--|--|--|--|--|",
    ]
    for name, (method, _, _, rounds) in results.items():
        spread = f" ({min(rounds):.3f} to {max(rounds):.3f})" if len(rounds) > 1 else ""
        table.append(
            f"| {method.label} | {count / median[name]:,.0f} | {size / 1e6 / median[name]:,.1f}"
            f" | {median[name]:.3f}{spread} | {median[name] / median[ours]:.2f} |"
        )
    values = {
        f"{ours.replace('-', '_')}_pages_per_s": f"{count / median[ours]:.0f}",
        "boilerpipe_article_mb_per_s": f"{size / 1e6 / median['boilerpipe-article']:.0f}",
    }
    ratios = {
        "trafilatura_crate": "trafilatura-crate",
        "trafilatura_python": "trafilatura",
        "dom_smoothie": "dom_smoothie",
        "resiliparse": "resiliparse",
    }
    for key, name in ratios.items():
        values[f"speed_ratio_vs_{key}"] = f"{median[name] / median[ours]:.2f}"
    floor, resiliparse = median["boilerpipe-article"], median["resiliparse"]
    table.append(
        f"""
`boilerpipe-article` decides each block by two rules, so nearly all of its time is the parser's. It is the floor: {floor / median[ours]:.0%}
of the time of `{ours}`, and {resiliparse / floor:.1f} times as fast as resiliparse. To be three times as fast as resiliparse, features, trees and
the steps after them would have {resiliparse / 3 - floor:.3f} s, and they take {median[ours] - floor:.3f} s."""
    )
    return "\n".join(table), values
