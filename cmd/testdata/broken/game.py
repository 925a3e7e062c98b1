#!/usr/bin/env python3
"""Nim with one bug, which the first argument names: take one to three of 21 matches; the player of the last one wins. With the argument bot it plays."""

import json
import random
import sys
import time

BUG = sys.argv[1]
BOT = {"ludus": 1, "name": "bot", "games": ["nim"], "deterministic": True, "weights": [{"name": "take", "min": -1, "max": 1, "default": 0.5}, {"name": "rest", "min": -1, "max": 1, "default": 0.5}]}
GAME = {"ludus": 1, "name": "nim", "version": "1", "role": "game", "seats": [2, 2], "deterministic": True, "chance": BUG == "a wrong chance"}


class Nim:
    matches = 21

    def start(self, q):
        kept = max(1, self.matches)
        self.matches, self.turn, self.deal = 21, 0, q["seed"]
        if BUG == "a board that is kept":
            self.matches = kept
        if BUG == "a deal that varies":
            self.matches = random.randint(15, 1000)
        return self.state()

    def apply(self, q):
        self.matches -= int(q["move"])
        if BUG == "a global random source" and self.matches > 5:
            self.matches -= random.randint(0, 1)
        if BUG == "a game that never ends" and self.matches < 4:
            self.matches = 21
        if BUG == "an exception" and self.matches < 8:
            self.matches = [][self.matches]
        if BUG == "an exception on some deals" and self.deal % 32 == 3:
            self.matches = [][self.matches]
        if BUG == "a crash" and self.matches < 8:
            sys.exit("nim: no matches")
        if BUG == "no answer" and self.matches < 8:
            time.sleep(600)
        if self.matches == 0 and BUG != "no legal moves":
            places = [2, 2]
            places[self.turn] = 1
            if BUG == "places of wrong length":
                places.append(3)
            return {"places": places, "position": "0"}
        self.turn = 1 - self.turn
        return self.state()

    def state(self):
        turn = self.turn * 2 if BUG == "a turn out of range" else self.turn
        legal = [str(n) for n in range(1, min(3, self.matches) + 1)]
        if BUG == "a move that is listed twice":
            legal.append("1")
        return {"turn": turn, "legal": legal, "position": f"{self.matches} {self.turn}"}


class Bot:
    def new(self, q):
        self.weights = q["weights"]

    def move(self, q):
        if BUG == "a bot that cheats":
            return {"move": "9"}
        if BUG == "a bot that draws lots":
            return {"move": random.choice(q["legal"])}
        left = int(q["position"].split()[0])
        return {"move": max(q["legal"], key=lambda m: self.weights["take"] * int(m) + self.weights["rest"] * ((left - int(m)) % 4))}


program, about = (Bot(), BOT) if "bot" in sys.argv[2:] else (Nim(), GAME)
for line in sys.stdin:
    q = json.loads(line)
    if q["do"] == "quit":
        break
    answer = {"id": q["id"]}
    if q["do"] == "hello":
        answer.update(about)
    elif hasattr(program, q["do"]):
        answer.update(getattr(program, q["do"])(q) or {})
    print(json.dumps(answer), flush=True)
