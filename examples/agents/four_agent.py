#!/usr/bin/env python3
"""An agent for Connect Four. It chooses the move with the largest difference between the
values of its own open lines and those of the other side. It takes a win, and avoids moves
after which the other side can win at once."""

from four import LINES, SIDES, drop, legal, won
from ludus import serve


class Agent:
    about = {
        "name": "four_agent.py",
        "games": ["connect four"],
        "deterministic": True,
        "weights": [
            {"name": "three", "min": 0, "max": 20, "default": 1, "doc": "an open line with three own discs; one with two is worth 1"},
            {"name": "centre", "min": -10, "max": 10, "default": 0, "doc": "a disc in the middle column"},
            {"name": "block", "min": 0, "max": 3, "default": 0.5, "doc": "weight of the other side's lines"},
        ],
    }

    def new(self, q):
        self.w = q["weights"]

    def move(self, q):
        board, _, side = q["position"].partition(" ")
        return max(q["legal"], key=lambda m: self.worth(board, "abcdefg".index(m), side))

    def worth(self, board, column, side):
        other = SIDES[1 - SIDES.index(side)]
        after = drop(board, column, side)
        if won(after, side):
            return 1e6
        if any(won(drop(after, c, other), other) for c in legal(after)):
            return -1e6
        return self.sum(after, side) - self.w["block"] * self.sum(after, other)

    def sum(self, board, side):
        total = self.w["centre"] * board[3::7].count(side)
        for line in LINES:
            discs = [board[i] for i in line]
            if discs.count(".") + discs.count(side) == 4:
                total += (0, 0, 1, self.w["three"], 0)[discs.count(side)]
        return total


if __name__ == "__main__":
    serve(Agent())
