#!/usr/bin/env python3
"""Tetris for one player with a score: the seed determines the pieces, the weights where
they are placed. The score is the number of lines cleared with 150 pieces or until the stack
is too high.

    lanista evolve examples/agents/tetris.yaml
"""

import random

from ludus import serve

WIDTH, HEIGHT, PIECES = 7, 12, 150

# The squares of every piece in every rotation, as (row from the bottom, column).
SHAPES = [
    [[(0, 0), (0, 1), (0, 2), (0, 3)], [(0, 0), (1, 0), (2, 0), (3, 0)]],
    [[(0, 0), (0, 1), (1, 0), (1, 1)]],
    [[(0, 0), (0, 1), (0, 2), (1, 1)], [(0, 0), (1, 0), (2, 0), (1, 1)], [(0, 1), (1, 0), (1, 1), (1, 2)], [(0, 1), (1, 0), (1, 1), (2, 1)]],
    [[(0, 0), (0, 1), (1, 1), (1, 2)], [(0, 1), (1, 0), (1, 1), (2, 0)]],
    [[(0, 1), (0, 2), (1, 0), (1, 1)], [(0, 0), (1, 0), (1, 1), (2, 1)]],
    [[(0, 0), (0, 1), (0, 2), (1, 0)], [(0, 0), (0, 1), (1, 1), (2, 1)], [(0, 2), (1, 0), (1, 1), (1, 2)], [(0, 0), (1, 0), (2, 0), (2, 1)]],
    [[(0, 0), (0, 1), (0, 2), (1, 2)], [(0, 1), (1, 1), (2, 0), (2, 1)], [(0, 0), (1, 0), (1, 1), (1, 2)], [(0, 0), (0, 1), (1, 0), (2, 0)]],
]
FULL = (1 << WIDTH) - 1


def placements(rows, shape):
    """Yield for every way to drop a piece the rows afterwards, as bits, lowest row first,
    and the number of cleared rows."""
    heights = [max((r + 1 for r, row in enumerate(rows) if row >> c & 1), default=0) for c in range(WIDTH)]
    for squares in shape:
        for left in range(WIDTH - max(c for _, c in squares)):
            base = max(heights[left + c] - r for r, c in squares)
            after = list(rows)
            for r, c in squares:
                while len(after) <= base + r:
                    after.append(0)
                after[base + r] |= 1 << left + c
            kept = [row for row in after if row != FULL]
            yield kept, len(after) - len(kept)


class Tetris:
    about = {
        "name": "tetris",
        "version": "1",
        "doc": "Tetris: lines cleared with 150 pieces on a board of 7 by 12.",
        "role": "arena",
        "seats": [1, 1],
        "deterministic": True,
        "chance": True,
        "weights": [
            {"name": "lines", "min": -10, "max": 10, "default": 1, "doc": "a line cleared"},
            {"name": "holes", "min": -10, "max": 10, "default": -1, "doc": "an empty square under a full one"},
            {"name": "height", "min": -10, "max": 10, "default": -1, "doc": "a row of the highest column"},
            {"name": "steps", "min": -10, "max": 10, "default": 0, "doc": "a difference of one between neighbouring columns"},
        ],
    }

    def play(self, q):
        w = q["seats"][0]["weights"]
        chance = random.Random(q["seed"])
        rows, lines, pieces = [], 0, 0
        while pieces < PIECES:
            shape = chance.choice(SHAPES)
            options = [(self.worth(after, cleared, w), after, cleared) for after, cleared in placements(rows, shape) if len(after) <= HEIGHT]
            if not options:
                break
            _, rows, cleared = max(options, key=lambda o: o[0])
            lines += cleared
            pieces += 1
        return {"scores": [lines], "plies": pieces}

    def worth(self, rows, cleared, w):
        tops, holes = [], 0
        for c in range(WIDTH):
            full = [r for r, row in enumerate(rows) if row >> c & 1]
            top = full[-1] + 1 if full else 0
            tops.append(top)
            holes += top - len(full)
        steps = sum(abs(a - b) for a, b in zip(tops, tops[1:]))
        return w["lines"] * cleared + w["holes"] * holes + w["height"] * max(tops) + w["steps"] * steps


if __name__ == "__main__":
    serve(Tetris())
