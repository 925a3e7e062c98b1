package runs

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/protocol"
)

// The ranges of a draft are written as in the declarations of the program, without exponents.
func TestDraftedRanges(t *testing.T) {
	t.Parallel()
	space := engines.Space{{Name: "Depth Table", Kind: engines.Integer, Min: -2147483648, Max: 2147483647, Default: 1000000}, {Name: "scale", Max: 1e-7}}
	for spoken, want := range map[string]string{
		"uci":   "Depth Table: {start: 1000000} # integer, -2147483648 to 2147483647",
		"ludus": "scale: {min: 0, max: 0.0000001, start: 0} # real, 0 to 0.0000001",
	} {
		var text strings.Builder
		line := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n", args...) }
		draftGame(line, "bot", spoken, "chess", protocol.Description{Weights: space, Offers: space})
		if got := strings.Join(strings.Fields(text.String()), " "); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", spoken, text.String(), want)
		}
	}
}
