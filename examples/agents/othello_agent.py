#!/usr/bin/env python3
"""An Othello agent with four weights that looks one move ahead.

    lanista evolve examples/agents/othello.yaml
"""

from ludus import serve

DIRECTIONS = (-9, -8, -7, -1, 1, 7, 8, 9)
CORNERS = (0, 7, 56, 63)
X_SQUARES = {9: 0, 14: 7, 49: 56, 54: 63}  # X-squares and their corners


def flips(board, square, me, other):
    """Return the discs that a move to a square flips."""
    turned = []
    for d in DIRECTIONS:
        line, at = [], square
        while True:
            column, at = at % 8, at + d
            if not 0 <= at < 64 or abs(at % 8 - column) > 1 or board[at] == "-":
                break
            if board[at] == me:
                turned += line
                break
            line.append(at)
    return turned


def choices(board, me, other):
    """Return the number of legal moves of a side."""
    return sum(1 for s in range(64) if board[s] == "-" and flips(board, s, me, other))


class Agent:
    about = {
        "name": "othello_agent.py",
        "version": "1",
        "games": ["othello"],
        "deterministic": True,
        "weights": [
            {"name": "corner", "min": -50, "max": 50, "default": 10, "doc": "a disc in a corner"},
            {"name": "x_square", "min": -50, "max": 50, "default": -5, "doc": "a disc diagonally next to an empty corner"},
            {"name": "mobility", "min": -10, "max": 10, "default": 1, "doc": "a move more than the other side"},
            {"name": "discs", "min": -10, "max": 10, "default": 0, "doc": "a disc more than the other side"},
        ],
    }

    def new(self, q):
        self.weights = q["weights"]

    def move(self, q):
        board, me = q["position"].split()
        other = "O" if me == "X" else "X"
        if q["legal"] == ["pass"]:
            return "pass"
        return max(q["legal"], key=lambda move: self.worth(board, move, me, other))

    def worth(self, board, move, me, other):
        """Return the value of the position after a move for the side that makes it."""
        square = ord(move[0]) - ord("a") + 8 * (int(move[1]) - 1)
        after = list(board)
        for s in flips(board, square, me, other) + [square]:
            after[s] = me
        w = self.weights
        value = w["mobility"] * (choices(after, me, other) - choices(after, other, me))
        for sign, side in ((1, me), (-1, other)):
            value += sign * w["corner"] * sum(after[s] == side for s in CORNERS)
            value += sign * w["x_square"] * sum(after[s] == side and after[c] == "-" for s, c in X_SQUARES.items())
            value += sign * w["discs"] * after.count(side)
        return value


if __name__ == "__main__":
    serve(Agent())
