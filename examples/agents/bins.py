#!/usr/bin/env python3
"""A game of one player with a score: 60 things of random sizes are put, one after the
other, into bins of size 100. The fewer bins are opened, the higher is the score.

    lanista evolve examples/agents/bins.yaml
"""

import random

from ludus import serve

ROOM, THINGS = 100, 60


class Bins:
    about = {
        "name": "bins",
        "doc": "Online bin packing: the share of the opened bins that is filled, in percent.",
        "role": "arena",
        "seats": [1, 1],
        "deterministic": True,
        "chance": True,
        "weights": [
            {"name": "tight", "min": -10, "max": 10, "default": 0, "doc": "preference for a bin with little space left"},
            {"name": "exact", "min": -10, "max": 10, "default": 0, "doc": "preference for a bin that is then full except for 5 or less"},
            {"name": "open", "min": -10, "max": 10, "default": -1, "doc": "preference for a new bin"},
        ],
    }

    def play(self, q):
        w = q["seats"][0]["weights"]
        chance = random.Random(q["seed"])
        sizes = [chance.randint(5, 70) for _ in range(THINGS)]
        bins = []  # free space of each bin
        for size in sizes:
            best, place = w["open"], None
            for i, room in enumerate(bins):
                left = room - size
                if left >= 0:
                    worth = w["tight"] * (1 - left / ROOM) + w["exact"] * (left <= 5)
                    if worth > best:
                        best, place = worth, i
            if place is None:
                bins.append(ROOM)
                place = len(bins) - 1
            bins[place] -= size
        return {"scores": [100 * sum(sizes) / (ROOM * len(bins))], "plies": THINGS}


if __name__ == "__main__":
    serve(Bins())
