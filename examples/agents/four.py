#!/usr/bin/env python3
"""The rules of Connect Four: a program of role `game`. It returns the legal moves of a
position and the position after a move. Agents in any language can play the game.

    lanista evolve examples/agents/four.yaml
    lanista play examples/agents/four.yaml
    lanista perft examples/agents/four.yaml --depth 4

A position is the six rows from the top, 42 characters ("." empty, "X" first, "O"
second), a blank, and the side to move. A move is the letter of a column, a to g.
"""

from ludus import serve

ROWS, COLUMNS, SIDES = 6, 7, "XO"


def lines():
    """Yield all sets of four squares in a row, as indices into the board."""
    for r in range(ROWS):
        for c in range(COLUMNS):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if r + 3 * dr < ROWS and 0 <= c + 3 * dc < COLUMNS:
                    yield [(r + i * dr) * COLUMNS + c + i * dc for i in range(4)]


LINES = list(lines())


def legal(board):
    return [c for c in range(COLUMNS) if board[c] == "."]


def drop(board, column, side):
    """Return the board after a disc was dropped into a column."""
    row = max(r for r in range(ROWS) if board[r * COLUMNS + column] == ".")
    at = row * COLUMNS + column
    return board[:at] + side + board[at + 1 :]


def won(board, side):
    return any(all(board[i] == side for i in line) for line in LINES)


class Four:
    about = {
        "name": "connect four",
        "version": "1",
        "doc": "Connect Four: the first player with four discs in a row wins.",
        "role": "game",
        "seats": [2, 2],
        "deterministic": True,
        "chance": False,
    }

    def start(self, q):
        self.board, self.turn = "." * (ROWS * COLUMNS), 0
        return self.state()

    def apply(self, q):
        side = SIDES[self.turn]
        self.board = drop(self.board, "abcdefg".index(q["move"]), side)
        self.turn = 1 - self.turn
        if won(self.board, side):
            return {"places": [1, 2] if side == "X" else [2, 1], "position": self.position()}
        return self.state()

    def state(self):
        moves = ["abcdefg"[c] for c in legal(self.board)]
        if not moves:
            return {"places": [1, 1], "position": self.position()}
        return {"turn": self.turn, "legal": moves, "position": self.position()}

    def position(self):
        return f"{self.board} {SIDES[self.turn]}"


if __name__ == "__main__":
    serve(Four())
