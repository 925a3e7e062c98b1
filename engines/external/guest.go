package external

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
)

// Digest is the name of what a program does: of its files, the rest of its command,
// and all of its section that changes how it plays. Where its files are does not
// matter, nor how long it may take.
func (p Program) Digest() (string, error) {
	_, files, err := p.Fingerprint()
	if err != nil {
		return "", err
	}
	sums := make(map[string]string, len(files))
	for _, f := range files {
		sums[f.Argument] = f.SHA256
	}
	p = p.complete()
	what := definition{Command: slices.Clone(p.Command), Protocol: p.Protocol, Set: p.Set, Restart: p.Restart}
	for i, arg := range p.Command {
		if sum, ok := sums[arg]; ok {
			option, _, _ := strings.Cut(arg, "=")
			if !strings.HasPrefix(arg, "-") {
				option = ""
			}
			what.Command[i] = option + "\x00" + sum
		}
	}
	what.Options = append(what.Options, p.Options...)
	what.Weights = append(what.Weights, p.Weights...)
	what.Setup, what.EachGame = append(what.Setup, p.Setup...), append(what.EachGame, p.EachGame...)
	text, err := json.Marshal(what)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16]), nil
}

// definition is what a digest is made of.
type definition struct {
	Command         []string // with the digests of files in place of their names
	Protocol        string
	Options         []driver.Option
	Weights         engines.Space
	Set             string
	Setup, EachGame []string
	Restart         Restart
}

// Guests names the programs for others who are to play with them.
func (ps *Programs) Guests() ([]engines.ProgramRef, error) {
	var out []engines.ProgramRef
	for _, name := range slices.Sorted(maps.Keys(ps.list)) {
		p := ps.list[name].Program
		sum, err := p.Digest()
		if err != nil {
			return nil, fmt.Errorf("programs.%s: %w", name, err)
		}
		out = append(out, engines.ProgramRef{Name: name, Digest: sum, Weights: p.Tuned})
	}
	return out, nil
}

// Owned is the game of a program, which plays it by itself (hosted) or owns its rules.
func (ps *Programs) Owned(ctx context.Context, name string) (game engines.Engine, hosted bool, err error) {
	d, err := ps.Description(ctx, name)
	switch {
	case err != nil:
		return nil, false, err
	case d.Role == driver.Rules:
		game, err = ps.Rules(ctx, name)
	default:
		hosted = true
		game, err = ps.Game(ctx, name)
	}
	return game, hosted, err
}
