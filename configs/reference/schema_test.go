package reference_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/configs"
)

// schemaOf returns the schema of the games that ship.
func schemaOf(t *testing.T) *jsonschema.Resolved {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "config.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	r, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// checked holds a config in YAML against the schema.
func checked(t *testing.T, s *jsonschema.Resolved, text string) error {
	t.Helper()
	var value any
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	value = nil
	if err := json.Unmarshal(data, &value); err != nil {
		t.Fatal(err)
	}
	return s.Validate(value)
}

var fencedYAML = regexp.MustCompile("(?s)```yaml\n(.*?)```")

// Every config that ships, and every one that a page shows, keeps the schema.
func TestSchemaTakesWhatIsRight(t *testing.T) {
	t.Parallel()
	texts := make(map[string]string)
	err := fs.WalkDir(configs.Shipped(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(configs.Shipped(), path)
		texts["preset "+path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"../../README.md", "../../docs/*.md", "../../examples/*/*.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(file, ".yaml") {
				texts[file] = string(text)
			}
			for i, block := range fencedYAML.FindAllStringSubmatch(string(text), -1) {
				text := block[1]
				if strings.Contains(text, "\nstrategies:") { // the file of an experiment
					continue
				}
				if !strings.Contains(text, "engine:") && !strings.Contains(text, "preset:") { // a part of one
					text += "engine: {name: risk}\n"
				}
				texts[fmt.Sprintf("%s, config %d", file, i+1)] = text
			}
		}
	}
	texts["a list as a setting"] = "engine: {name: othello, settings: {openings: [f5d6c3, f5f6e6f4]}}\n" // as the setting describes itself
	s := schemaOf(t)
	for name, text := range texts {
		if err := checked(t, s, text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(texts) < 30 {
		t.Errorf("only %d configs", len(texts))
	}
}

func TestSchemaRefusesMistakes(t *testing.T) {
	t.Parallel()
	s := schemaOf(t)
	for _, text := range []string{
		"{seed: 1}",
		"{engine: {name: risk}, buget: {games: 10}}",
		"{engine: {name: risk}, budget: {games: many}}",
		"{engine: {name: risk}, budget: {games: -5}}",
		"{engine: {name: risk}, budget: {time: 10}}",
		"{engine: {name: risk, settings: {dept: 2}}}",
		"{engine: {name: risk, settings: {depth: 99}}}",
		"{engine: {name: risk, weights: {agression: {min: 1}}}}",
		"{engine: {name: risk, weights: {density: {min: low}}}}",
		"{engine: {name: risk}, strategy: {name: genetik}}",
		"{engine: {name: risk}, strategy: {name: genetic, populaton: 50}}",
		"{engine: {name: risk}, strategy: {name: spsa, population: 50}}",
		"{engine: {name: risk}, strategy: {name: genetic, mutation: {rate: 1.5}}}",
		"{engine: {name: risk}, strategy: {name: cmaes, population: 3}}",
		"{engine: {name: risk}, strategy: {name: grid, weights: {density: {form: 1}}}}",
		"{engine: {name: risk}, agents: [{nam: a}]}",
		"{engine: {name: risk}, schedule: {kind: knockout}}",
		"{engine: {name: risk}, objective: wins}",
		"{engine: {name: risk}, agents: [default, {weights: {density: [1]}}]}",
		"{engine: {name: risk}, programs: {bot: {command: b, weights: {style: {kind: text}}}}}",
	} {
		if checked(t, s, text) == nil {
			t.Errorf("the schema takes %s", text)
		}
	}
	for _, text := range []string{
		"{engine: {name: 2048}, objective: {by: score}}",
		"{engine: {name: risk, settings: {size: 4}}, strategy: {name: rsm, spread: 0.2}}",
		"{engine: {name: risk, weights: champion}, strategy: {name: cmaes, population: 0}}",
		"{engine: {name: othello, settings: {model: wpc10}, weights: {corner: {max: 10}}}}",
		"{preset: risk, budget: {time: 1m30s}}",
		"{engine: {name: risk}, agents: [default, {weights: {style: solid}}, {weights: [1, 2]}]}",
		"{engine: {name: risk}, programs: {bot: {command: b, weights: {style: {kind: choices, choices: [a, b], default: a}, deep: {kind: boolean, default: false}}}}}",
	} {
		if err := checked(t, s, text); err != nil {
			t.Errorf("the schema refuses %s: %v", text, err)
		}
	}
}
