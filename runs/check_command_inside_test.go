package runs

import (
	"fmt"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/protocol"
)

// The draft of a config has a range for a number that a UCI engine declares as a text: from 0 to twice
// its default. A text without a number is left out.
func TestDraftOfTexts(t *testing.T) {
	t.Parallel()
	text := func(name string, initial float64) engines.Weight {
		return engines.Weight{Name: name, Min: -1e9, Max: 1e9, Default: initial, Doc: "an option of the program"}
	}
	var b strings.Builder
	draftGame(func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }, "engine", "uci", "chess", protocol.Description{
		Offers: engines.Space{text("LMR Base", 0.75), text("Bias", -2), text("Log File", 0)},
	})
	want := "  # weights:                        # take the # from those to tune\n" +
		"  #   LMR Base: {min: 0, max: 1.5, start: 0.75}            # real; the engine declares no range\n" +
		"  #   Bias: {min: -4, max: 0, start: -2}                   # real; the engine declares no range\n"
	if !strings.HasSuffix(b.String(), want) {
		t.Errorf("%s\nwant at its end\n%s", b.String(), want)
	}
}

// Every text is a scalar in a list of the draft, also one with line breaks, as in python3 -c TEXT.
func TestDraftOfWords(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "plain", "on", "it's", "a]b, #c", " x ", "a\nb", "\ttab\r\n\n end \n", "a\u0085\u2028b\x7f\x00", "\"é\U0001F600\"", "~", "{a: 1}", "-", "1"} {
		var got []string
		if err := yaml.Unmarshal([]byte("["+inYAML(text)+", x]"), &got); err != nil || len(got) != 2 || got[0] != text {
			t.Errorf("%q is written %s and read as %q, error %v", text, inYAML(text), got, err)
		}
	}
}
