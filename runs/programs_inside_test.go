package runs

import (
	"testing"

	"github.com/lanista/lanista/configs"
)

// The weights of a program are unknown before its agents are resolved if one of them has its weights from
// a stored run or a file, of any format in which weights are read.
func TestSourcesThatNameWeights(t *testing.T) {
	t.Parallel()
	for source, unknown := range map[string]bool{
		"run:last": true, "w.json": true, "w.yaml": true, "w.yml": true, "w.csv": true,
		"default": false, "start": false, "champion": false, "level:easy": false,
	} {
		c := configs.Config{Engine: configs.Engine{Player: "bot"}, Agents: []configs.Agent{{Weights: configs.AgentWeights{Source: source}}}}
		if got := mentioned(c, "bot"); (got == nil) != unknown {
			t.Errorf("%s: the config mentions %v", source, got)
		}
	}
}
