package portable

// tests contains the test of an exported agent, by language. Each reads vectors.txt, whose lines
// are described at [Vector].
var tests = map[language]string{
	golang: `package agent

import (
	"bufio"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestVectors compares the agent with the evaluations and moves in vectors.txt.
// Run it with: go test agent.go agent_test.go
func TestVectors(t *testing.T) {
	f, err := os.Open("vectors.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	count := 0
	for ; lines.Scan(); count++ {
		words := strings.Fields(lines.Text())
		number := func(i int) float64 {
			x, err := strconv.ParseFloat(words[i], 64)
			if err != nil {
				t.Fatal(err)
			}
			return x
		}
		depth, move, seats := int(number(0)), int(number(1)), int(number(2))
		position := make([]int, int(number(3+seats)))
		for i := range position {
			position[i] = int(number(4 + seats + i))
		}
		for seat := range seats {
			want := number(3 + seat)
			if got := Evaluate(position, seat); math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
				t.Fatalf("line %d: evaluation %v of seat %d, want %v", count+1, got, seat, want)
			}
		}
		if got := Choose(position, depth); got != move {
			t.Fatalf("line %d: move %d, want %d", count+1, got, move)
		}
	}
	if err := lines.Err(); err != nil || count == 0 {
		t.Fatal("no vectors", err)
	}
	t.Logf("%d vectors", count)
}
`,
	clang: `// This program compares the agent with the evaluations and moves in vectors.txt.
// Run it with: cc -O2 -o agent_test agent_test.c -lm && ./agent_test
#include <stdio.h>
#include <stdlib.h>

#include "agent.c"

static FILE *file;

static double number(void) {
    double x;
    if (fscanf(file, "%lf", &x) != 1) {
        fprintf(stderr, "vectors.txt ends in the middle of a line\n");
        exit(1);
    }
    return x;
}

int main(void) {
    long long depth, count = 0;
    file = fopen("vectors.txt", "r");
    if (!file) {
        perror("vectors.txt");
        return 1;
    }
    for (; fscanf(file, "%lld", &depth) == 1; count++) {
        static double want[64];
        static long long position[4096];
        long long move = (long long)number(), seats = (long long)number();
        for (long long i = 0; i < seats; i++) {
            want[i] = number();
        }
        long long size = (long long)number();
        for (long long i = 0; i < size; i++) {
            position[i] = (long long)number();
        }
        for (long long i = 0; i < seats; i++) {
            double got = agent_evaluate(position, i);
            if (!(fabs(got - want[i]) <= 1e-9 * (1 + fabs(want[i])))) {
                fprintf(stderr, "line %lld: evaluation %.17g of seat %lld, want %.17g\n", count + 1, got, i, want[i]);
                return 1;
            }
        }
        long long got = agent_choose(position, depth);
        if (got != move) {
            fprintf(stderr, "line %lld: move %lld, want %lld\n", count + 1, got, move);
            return 1;
        }
    }
    if (count == 0) {
        fprintf(stderr, "vectors.txt has no vectors\n");
        return 1;
    }
    printf("ok: %lld vectors\n", count);
    return 0;
}
`,
	python: `"""Compare the agent with the evaluations and moves in vectors.txt.

Run it with: python3 agent_test.py
"""
import os
import sys

import agent


def main():
    count = 0
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "vectors.txt")) as lines:
        for line in lines:
            count += 1
            words = line.split()
            depth, move, seats = int(words[0]), int(words[1]), int(words[2])
            position = [int(w) for w in words[4 + seats:]]
            for seat in range(seats):
                want = float(words[3 + seat])
                got = agent.evaluate(position, seat)
                if not abs(got - want) <= 1e-9 * (1 + abs(want)):
                    sys.exit(f"line {count}: evaluation {got} of seat {seat}, want {want}")
            got = agent.choose(position, depth)
            if got != move:
                sys.exit(f"line {count}: move {got}, want {move}")
    if count == 0:
        sys.exit("vectors.txt has no vectors")
    print(f"ok: {count} vectors")


if __name__ == "__main__":
    main()
`,
	javascript: `// This program compares the agent with the evaluations and moves in vectors.txt.
// Run it with: node agent_test.js
'use strict';

const fs = require('fs');
const path = require('path');
const agent = require('./agent.js');

function fail(text) {
    console.error(text);
    process.exit(1);
}

let count = 0;
for (const line of fs.readFileSync(path.join(__dirname, 'vectors.txt'), 'utf8').split('\n')) {
    if (line === '') {
        continue;
    }
    count++;
    const words = line.split(' ').map(Number);
    const depth = words[0], move = words[1], seats = words[2];
    const position = words.slice(4 + seats);
    for (let seat = 0; seat < seats; seat++) {
        const want = words[3 + seat];
        const got = agent.evaluate(position, seat);
        if (!(Math.abs(got - want) <= 1e-9 * (1 + Math.abs(want)))) {
            fail('line ' + count + ': evaluation ' + got + ' of seat ' + seat + ', want ' + want);
        }
    }
    const got = agent.choose(position, depth);
    if (got !== move) {
        fail('line ' + count + ': move ' + got + ', want ' + move);
    }
}
if (count === 0) {
    fail('vectors.txt has no vectors');
}
console.log('ok: ' + count + ' vectors');
`,
}
