# The program needs Go alone: `go run ./cmd/lanista evolve risk` and `go test ./...`.
# This file is convenience.
.DEFAULT_GOAL := help
BIN := $(CURDIR)/bin
FUZZTIME ?= 20s
SOAK ?= 1h
SAMPLE ?= 20
PACKAGES ?= ./results ./tournament ./rating ./workers ./tuning ./session
BENCH ?= .

.PHONY: help build run test long race lint bench fuzz soak mutate cover format completions man dist

help:
	@echo 'make build   bin/lanista'
	@echo 'make run     tune weights for Risk'
	@echo 'make test    all tests'
	@echo 'make long    all tests in their long form'
	@echo 'make race    all tests under the race detector (needs a C compiler)'
	@echo 'make lint    gofumpt, go vet, staticcheck, go mod tidy: all must be clean'
	@echo 'make format  rewrite with gofumpt'
	@echo 'make bench   benchmarks; BENCH=REGEXP chooses'
	@echo 'make fuzz    every fuzz test for FUZZTIME (20s)'
	@echo 'make soak    a server under load for SOAK (1h)'
	@echo 'make mutate  changes of the source that no test of PACKAGES notices'
	@echo 'make cover   coverage, as cover.html'
	@echo 'make completions  for bash, zsh, fish and PowerShell, in bin/completions'
	@echo 'make man     manual pages, in bin/man'
	@echo 'make dist    a release: archives, Debian packages, container image, checksums, in bin/dist'

build:
	go build -trimpath -o $(BIN)/ ./cmd/lanista

run:
	go run ./cmd/lanista evolve risk

test:
	go test ./...

long:
	LANISTA_EXHAUSTIVE=1 go test -count=1 -timeout 3h ./...
	LANISTA_EXHAUSTIVE=1 go -C tools/release test -count=1 -timeout 30m ./...

race:
	go test -race ./...

# The tools have a module of their own, so that they are no dependency of ours.
$(BIN)/staticcheck $(BIN)/gofumpt $(BIN)/benchstat: tools/lint/go.mod
	cd tools/lint && GOBIN=$(BIN) go install tool

lint: $(BIN)/staticcheck $(BIN)/gofumpt
	@unformatted=$$($(BIN)/gofumpt -l $$(git ls-files '*.go')); \
	if [ -n "$$unformatted" ]; then echo "gofumpt would change:"; echo "$$unformatted"; exit 1; fi
	go vet ./...
	go -C tools/release vet ./...
	$(BIN)/staticcheck ./...
	go mod tidy -diff

format: $(BIN)/gofumpt
	$(BIN)/gofumpt -w $$(git ls-files '*.go')

bench:
	go test -run '^$$' -bench '$(BENCH)' -benchmem ./...

fuzz:
	scripts/fuzz $(FUZZTIME)

soak:
	scripts/soak $(SOAK)

mutate:
	go run ./tools/mutate -sample $(SAMPLE) -short $(PACKAGES)

cover:
	go test -coverprofile=cover.out ./...
	go tool cover -html=cover.out -o cover.html

completions: build
	mkdir -p $(BIN)/completions
	for shell in bash zsh fish powershell; do $(BIN)/lanista completion $$shell > $(BIN)/completions/lanista.$$shell || exit 1; done

# The pages are dated by the last commit, so that they are the same bytes every time.
man:
	rm -rf $(BIN)/man
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) go run -buildvcs=true ./tools/man $(BIN)/man

# A release of the last commit; see docs/releasing.md. Its tools have a module of their own.
dist:
	rm -rf $(BIN)/dist
	go -C tools/release run . -out $(BIN)/dist
