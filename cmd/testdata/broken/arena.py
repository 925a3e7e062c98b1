#!/usr/bin/env python3
"""A dice game with one bug, which the first argument names: who rolls the higher sum wins."""

import json
import random
import sys
import time

BUG = sys.argv[1]

weights = [{"name": "hold", "min": 1, "max": 30, "default": 12}, {"name": "lead", "min": 0, "max": 2, "default": 1}]
about = {"ludus": 1, "name": "dice", "version": "1", "role": "arena", "seats": [2, 2], "deterministic": True, "chance": True, "weights": weights}
if BUG == "a default out of range":
    weights[0]["default"] = 31
if BUG == "a duplicate weight":
    weights[1]["name"] = "hold"
if BUG == "no seats":
    about["seats"] = [0, 0]
if BUG == "no weights":
    about["weights"] = []


def play(q):
    chance = random.Random(q["seed"])
    if BUG == "a global random source":
        chance = random
    if BUG == "an exception":
        return {"scores": [q["dice"], 0]}
    if BUG == "a crash":
        sys.exit("dice: no dice")
    if BUG == "a game that never ends":
        time.sleep(600)
    scores = []
    for seat in q["seats"]:
        turn = 0
        while turn < seat["weights"]["hold"]:
            roll = chance.randint(1, 6)
            if roll == 1:
                turn = 0
                break
            turn += roll
        scores.append(turn)
    if BUG == "scores of wrong length":
        scores.append(0)
    if BUG == "scores that are NaN":
        scores[0] = float("nan")
    if BUG == "no result":
        return {}
    if BUG == "negative plies":
        return {"scores": scores, "plies": -3}
    return {"scores": scores}


for line in sys.stdin:
    q = json.loads(line)
    answer = {"id": q["id"]}
    if q["do"] == "quit":
        break
    if BUG == "a line that is no JSON" and q["do"] != "hello":
        print("{id: 1}", flush=True)
        continue
    if q["do"] == "hello":
        answer.update(about)
    elif q["do"] == "play":
        answer.update(play(q))
    print(json.dumps(answer), flush=True)
