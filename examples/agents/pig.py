#!/usr/bin/env python3
"""Pig, the dice game, and its players: the game and the agents in one program.

On its turn a player rolls a die as often as it wants and scores the sum; a one ends the
turn with no points. The first player with 100 points wins. A player ends its turn at

    base + lead * (points ahead) / 10

points, but always continues if any player is within `home` points of 100.

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
            {"name": "base", "min": 2, "max": 60, "default": 12, "doc": "points at which to end a turn"},
            {"name": "lead", "min": -10, "max": 10, "default": 0, "doc": "additional points for every 10 points ahead"},
            {"name": "home", "min": 0, "max": 60, "default": 0, "doc": "distance from 100 at which to continue"},
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
