"""Compare public optimisers with Lanista's strategies on the same games.

    go build -o lab ./tools/lab
    python3 tools/lab/peers/peers.py run --lab ./lab pycma-start > pycma.csv
    python3 tools/lab/peers/peers.py table *.csv

docs/lab/peers.md describes the comparison. Every way of using an optimiser is a
function that receives an Arena, plays all of its games and returns the weights
that the optimiser recommends. Coordinates are shares of the ranges.
"""

import argparse
import collections
import contextlib
import csv
import json
import math
import os
import random
import resource
import statistics
import subprocess
import sys

RISK = {"size": "6", "depth": "1", "min_diff": "1", "weakest_only": "false"}


class Lab:
    """The process that plays the games."""

    def __init__(self, path):
        self.process = subprocess.Popen([path, "oracle"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, **question):
        self.process.stdin.write(json.dumps(question).encode() + b"\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer

    def status(self, name):
        with open(f"/proc/{self.process.pid}/status") as f:
            return next(int(line.split()[1]) / 1024 for line in f if line.startswith(name))

    def cpu(self):
        with open(f"/proc/{self.process.pid}/stat") as f:
            fields = f.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Arena:
    """A budget of games between points, as shares of the ranges of the weights."""

    def __init__(self, lab, problem, seed, budget):
        self.lab, self.seed, self.left = lab, seed, budget
        space = lab.ask(**problem, seed=seed, budget=budget)
        self.low, self.high = space["low"], space["high"]
        self.start = [(x - a) / (b - a) for x, a, b in zip(space["start"], self.low, self.high)]

    def weights(self, u):
        return [a + min(max(float(x), 0), 1) * (b - a) for x, a, b in zip(u, self.low, self.high)]

    def points(self, u, v, games):
        """Play games and return the points of u."""
        return games * (1 - self.losses([u], games, v)[0])

    def losses(self, points, games, opponent=None):
        """Return 1 minus the score of every point, against the start if no opponent is given."""
        self.left -= games * len(points)
        other = self.weights(self.start if opponent is None else opponent)
        won = self.lab.ask(play=[[self.weights(u), other] for u in points], games=games)["points"]
        return [1 - w / games for w in won]

    def loss(self, u, games):
        return self.losses([u], games)[0]


def per_point(arena, points, least=4):
    """Return an even number of games such that the budget has this many points."""
    return max(least, arena.left // points // 2 * 2)


# SPSA, with the formulas and constants of fishtest's form and of weather-factory's files.

def fishtest(arena, r_end, c_end=0.05, batch=4):
    """A worker plays a batch of pairs with the same flips, as on a machine with several cores."""
    steps, alpha, gamma = arena.left // 2, 0.602, 0.101
    stable = int(0.1 * steps)
    c1, a1 = c_end * steps**gamma, r_end * c_end**2 * (stable + steps) ** alpha
    theta = list(arena.start)
    for k in range(1, steps - batch + 2, batch):
        c = c1 / k**gamma
        move = a1 / (stable + k) ** alpha / c
        flips = [random.choice((-1, 1)) for _ in theta]
        plus, minus = [t + c * f for t, f in zip(theta, flips)], [t - c * f for t, f in zip(theta, flips)]
        won = 2 * arena.points(plus, minus, 2 * batch) - 2 * batch
        theta = [min(max(t + move * won * f, 0), 1) for t, f in zip(theta, flips)]
    return theta


def weather_factory(arena, games, step, a=1.0, c=1.0, alpha=0.601, gamma=0.102):
    stable = arena.left / games / 10  # its README: a tenth of the iterations
    theta, t = list(arena.start), 0
    while arena.left >= games:
        t += games
        ak, ck = a / (t + stable) ** alpha, c / t**gamma
        flips = [random.choice((-1, 1)) for _ in theta]
        plus = [min(max(x + ck * step * f, 0), 1) for x, f in zip(theta, flips)]
        minus = [min(max(x - ck * step * f, 0), 1) for x, f in zip(theta, flips)]
        won = 2 * arena.points(plus, minus, games) - games
        theta = [min(max(x + won * f / ck * ak * step, 0), 1) for x, f in zip(theta, flips)]
    return theta


# pycma: start step 0.25, its own bounds, its favourite (the mean) as the result.

def cma_strategy(arena, sigma=0.25, **options):
    import cma
    import numpy as np

    np.random.seed(arena.seed % 2**32)
    options |= {"bounds": [0, 1], "verbose": -9, "tolx": 0, "tolfun": 0, "tolfunhist": 0, "tolflatfitness": 10**9,
                "tolstagnation": 10**9, "tolfacupx": 1e9, "seed": random.randrange(1, 2**31)}
    return cma.CMAEvolutionStrategy(arena.start, sigma, options)


def pycma(arena, games, mean=False, population=1, sigma=0.25):
    es = cma_strategy(arena, sigma, popsize=population * int(4 + 3 * math.log(len(arena.start))))
    while arena.left >= games * es.popsize:
        points = es.ask()
        es.tell(points, arena.losses(points, games, es.result.xfavorite if mean and es.countiter > 1 else None))
    return es.result.xfavorite


def pycma_noise(arena, games):
    import cma

    es = cma_strategy(arena)
    handler = cma.NoiseHandler(es.N, maxevals=[1, 1, 30])
    f = lambda x: arena.loss(x, games)
    need = lambda: games * math.ceil(handler.evaluations) * (es.popsize + 2 + es.popsize // 10)
    while arena.left >= need():
        points, values = es.ask_and_eval(f, evaluations=handler.evaluations)
        es.tell(points, values)
        es.sigma *= handler(points, values, f, es.ask)
    return es.result.xfavorite


# nevergrad

def nevergrad(arena, name, games):
    with contextlib.redirect_stdout(sys.stderr):  # it prints as it is imported
        import nevergrad as ng
    import numpy as np

    start = np.array([min(max(x, 0.001), 0.999) for x in arena.start])
    parametrization = ng.p.Instrumentation(ng.p.Array(init=start, lower=0, upper=1))
    parametrization.function.deterministic = False
    parametrization.random_state = np.random.RandomState(arena.seed % 2**32)
    optimizer = ng.optimizers.registry[name](parametrization=parametrization, budget=arena.left // games)
    while arena.left >= games:
        x = optimizer.ask()
        optimizer.tell(x, arena.loss(x.args[0], games))
    return optimizer.provide_recommendation().args[0]


# optuna: its result is the best trial.

def optuna(arena, trials, **options):
    import optuna as o

    o.logging.set_verbosity(o.logging.ERROR)
    study = o.create_study(sampler=o.samplers.TPESampler(seed=arena.seed % 2**32, **options))
    names = [f"x{i}" for i in range(len(arena.start))]
    games = per_point(arena, trials)
    study.enqueue_trial(dict(zip(names, arena.start)))
    objective = lambda t: arena.loss([t.suggest_float(n, 0, 1) for n in names], games)
    study.optimize(objective, n_trials=arena.left // games)
    return [study.best_params[n] for n in names]


# chess-tuning-tools with the defaults of its command "local", without plots: matches of pairs against
# the start, a Gaussian process of the score in hundreds of Elo, and its optimum as the result.

def chess_tuning_tools(arena):
    import warnings

    import numpy as np
    from bask import Optimizer
    from skopt.utils import create_result
    from tune.local import counts_to_penta, update_model
    from tune.priors import create_priors
    from tune.utils import expected_ucb

    warnings.simplefilter("ignore")
    draws = np.random.RandomState(arena.seed % 2**32)
    optimizer = Optimizer(
        dimensions=[(0.0, 1.0)] * len(arena.start), n_points=500, n_initial_points=16, gp_kwargs={"normalize_y": True, "warp_inputs": True},
        gp_priors=create_priors(len(arena.start)), acq_func="mes", acq_func_kwargs={"alpha": 1.96, "n_thompson": 500}, random_state=draws,
    )
    while arena.left >= 20:
        point = optimizer.ask()
        counts = [0] * 5
        for _ in range(10):
            counts[round(4 - 2 * arena.points(point, arena.start, 2))] += 1  # WW, WD, WL or DD, LD, LL
        score, variance = counts_to_penta(np.array(counts), random_state=draws)
        update_model(optimizer, point, score, variance)  # smaller is stronger
    result = create_result(Xi=optimizer.Xi, yi=optimizer.yi, space=optimizer.space, models=[optimizer.gp])
    return expected_ucb(result, alpha=0.0, random_state=draws)[0]


# Lanista's strategies run in the process that plays the games.

def lanista(arena, strategy, **options):
    best = arena.lab.ask(strategy=strategy, **options)["best"]
    return [(x - a) / (b - a) for x, a, b in zip(best, arena.low, arena.high)]


WAYS = {
    "start": lambda a: a.start,
    "fishtest": lambda a: fishtest(a, 0.002),
    "fishtest-r0.02": lambda a: fishtest(a, 0.02),
    "fishtest-r0.05-c0.1": lambda a: fishtest(a, 0.05, 0.1),
    "weather-factory": lambda a: weather_factory(a, 16, 0.1),
    "pycma-start": lambda a: pycma(a, 20),
    "pycma-mean": lambda a: pycma(a, 10, mean=True),
    "pycma-mean-pop4": lambda a: pycma(a, 2, mean=True, population=4),
    "pycma-mean-pop4-0.1": lambda a: pycma(a, 2, mean=True, population=4, sigma=0.1),
    "pycma-start-pop4": lambda a: pycma(a, 2, population=4),
    "pycma-noise": lambda a: pycma_noise(a, 4),
    "tbpsa-20": lambda a: nevergrad(a, "TBPSA", 20),
    "tbpsa-4": lambda a: nevergrad(a, "TBPSA", 4),
    "ngopt": lambda a: nevergrad(a, "NGOpt", 20),
    "chess-tuning-tools": chess_tuning_tools,
    "optuna-40": lambda a: optuna(a, 40, multivariate=True),
}
for gain in (0.002, 0.02):
    WAYS[f"lanista-fishtest-r{gain}"] = lambda a, gain=gain: lanista(a, "spsa", spsa={"schedule": "fishtest", "gain": gain})
for name in ("auto", "rsm", "gp", "spsa", "cmaes", "de", "genetic", "genetic-bred"):
    WAYS["lanista-" + name] = lambda a, name=name: lanista(a, name)

STANDARD = [(kind, n) for kind in ("quad", "ill", "multi") for n in (4, 10, 32)]
FAMILIES = [(kind, n) for kind in ("saturation", "judge", "expert") for n in (2, 6, 16)]
SETS = {"standard": STANDARD, "families": FAMILIES, "wild": [("wild", 0)]}


def numbers(text):
    return [int(n) for n in text.split(",")]


def run(args):
    lab = Lab(args.lab)
    rows = csv.writer(sys.stdout)
    first, last = (int(n) for n in args.seeds.split("-"))
    if args.set == "games":
        problems = [("risk", {"game": "risk", "settings": RISK})]
    else:
        chosen = [p for p in SETS[args.set] if not args.only or p[0] in args.only.split(",")]
        problems = [(f"{kind} {n}", {"kind": kind, "weights": n}) for kind, n in chosen if not args.weights or n in numbers(args.weights)]
    for way in args.ways:
        for name, problem in problems:
            for budget in numbers(args.budget):
                for seed in range(first, last + 1):
                    random.seed(seed)
                    arena = Arena(lab, problem, seed, budget)
                    before, served = resource.getrusage(resource.RUSAGE_SELF), lab.cpu()
                    best = arena.weights(WAYS[way](arena))
                    after = resource.getrusage(resource.RUSAGE_SELF)
                    own = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                    if args.set == "games":
                        won = lab.ask(play=[[best, arena.weights(arena.start)]], games=args.fresh, fresh=True)["points"][0] / args.fresh
                        value = -400 * math.log10(1 / min(max(won, 1e-4), 1 - 1e-4) - 1)  # Elo above the start
                    else:
                        value = lab.ask(result=best)["regret"]
                    memory = lab.status("VmHWM") if way.startswith("lanista") else after.ru_maxrss / 1024
                    rows.writerow([args.set, way, name, budget, seed, f"{value:.4g}", f"{own + lab.cpu() - served:.3f}", f"{memory:.0f}"])
                    sys.stdout.flush()


LEAST = 0.3  # Elo; smaller regrets count as this much, as in the means of lanista bench


def interval(values, cells):
    """Return the mean of the means of cells, and its standard error."""
    by = collections.defaultdict(list)
    for value, cell in zip(values, cells):
        by[cell].append(value)
    means = [statistics.mean(v) for v in by.values()]
    error = math.sqrt(sum(statistics.variance(v) / len(v) for v in by.values() if len(v) > 1)) / len(by)
    return statistics.mean(means), error


def table(args):
    results = collections.defaultdict(dict)
    costs = collections.defaultdict(list)
    for path in args.files:
        with open(path) as f:
            for kind, way, problem, budget, seed, value, cpu, memory in csv.reader(f):
                group = (kind, problem.split()[["kind", "weights"].index(args.by)] if args.by else "", int(budget))
                results[group, way][problem, int(seed)] = float(value)
                costs[group, way].append((float(cpu), float(memory)))
    for group in sorted({g for g, _ in results}):
        print(*group, "games")
        lines = []
        for (g, way), runs in results.items():
            if g != group:
                continue
            elo = group[0] == "games"
            scale = (lambda v: v) if elo else lambda v: math.log(max(v, LEAST))
            mean, error = interval([scale(v) for v in runs.values()], [p for p, _ in runs])
            base = results.get((group, args.base), {})
            both = [k for k in runs if k in base]
            ratio, own = interval([scale(runs[k]) - scale(base[k]) for k in both], [p for p, _ in both]) if both else (math.nan, 0)
            bounds = [mean, mean - 1.96 * error, mean + 1.96 * error, ratio, ratio - 1.96 * own, ratio + 1.96 * own]
            if not elo:
                bounds = [math.exp(b) for b in bounds]
            cpu = statistics.median(c for c, _ in costs[g, way])
            memory = max(m for _, m in costs[g, way])
            lines.append((bounds[0], way, len(runs), bounds, cpu, memory))
        for _, way, n, b, cpu, memory in sorted(lines):
            print(f"  {way:24} {n:4} runs  {b[0]:7.2f} [{b[1]:.2f}, {b[2]:.2f}]  to {args.base} {b[3]:.2f} [{b[4]:.2f}, {b[5]:.2f}]  {cpu:.2f} s  {memory:.0f} MB")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(required=True)
    r = verbs.add_parser("run", help="play, and print a CSV line for each run")
    r.add_argument("ways", nargs="+", choices=WAYS, metavar="WAY", help=", ".join(WAYS))
    r.add_argument("--lab", default="./lab", help="the built program of tools/lab")
    r.add_argument("--set", default="standard", choices=[*SETS, "games"])
    r.add_argument("--only", default="", help="kinds of problems")
    r.add_argument("--weights", default="")
    r.add_argument("--budget", default="500,2000,20000")
    r.add_argument("--seeds", default="7001-7010")
    r.add_argument("--fresh", type=int, default=4000, help="games that measure a result of a game")
    r.set_defaults(do=run)
    t = verbs.add_parser("table", help="print geometric means and ratios, or mean Elo for games, with 95%% intervals")
    t.add_argument("files", nargs="+")
    t.add_argument("--base", default="lanista-auto")
    t.add_argument("--by", choices=["kind", "weights"])
    t.set_defaults(do=table)
    args = parser.parse_args()
    args.do(args)


main()
