#!/usr/bin/env python3
"""Pig, the dice game, and its players: the game and the agents in one program.

On its turn a player rolls a die as often as it likes and keeps the sum; a one ends
the turn without anything. Who has 100 points first wins. A player holds at

    base + lead * (points ahead) / 10, and always rolls on once it is within
    `home` points of 100

    lanista evolve examples/agents/pig.yaml
"""

import random

from ludus import serve

GOAL = 100


class Pig:
    about = {
        "name": "pig",
        "version": "1",
        "doc": "The dice game Pig: first to 100 points.",
        "role": "arena",
        "seats": [2, 4],
        "deterministic": True,
        "chance": True,
        "weights": [
            {"name": "base", "min": 2, "max": 60, "default": 12, "doc": "points of a turn to hold at"},
            {"name": "lead", "min": -10, "max": 10, "default": 0, "doc": "how many more for every 10 points ahead"},
            {"name": "home", "min": 0, "max": 60, "default": 0, "doc": "rolls on when a side is so near to 100"},
        ],
    }

    def play(self, q):
        dice = random.Random(q["seed"])
        players = [s["weights"] for s in q["seats"]]
        points = [0] * len(players)
        turns = 0
        while max(points) < GOAL:
            seat = turns % len(players)
            points[seat] += self.turn(players[seat], points, seat, dice)
            turns += 1
        return {"scores": points, "plies": turns}

    def turn(self, w, points, seat, dice):
        mine, best = points[seat], max(p for i, p in enumerate(points) if i != seat)
        hold = w["base"] + w["lead"] * (mine - best) / 10
        if GOAL - max(mine, best) <= w["home"]:
            hold = GOAL
        gained = 0
        while mine + gained < GOAL and gained < max(hold, 1):
            roll = dice.randint(1, 6)
            if roll == 1:
                return 0
            gained += roll
        return gained


if __name__ == "__main__":
    serve(Pig())
