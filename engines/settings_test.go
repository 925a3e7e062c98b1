package engines_test

import (
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

// The names of the kinds are those of the protocol ludus and of documents.
func TestSettingKindsHaveNames(t *testing.T) {
	t.Parallel()
	for name, kind := range map[string]engines.SettingKind{
		"text": engines.Text, "int": engines.Int, "bool": engines.Bool, "float": engines.Float, "choice": engines.Choice, "ints": engines.Ints,
	} {
		if got, err := engines.ParseSettingKind(name); got != kind || err != nil || kind.String() != name {
			t.Errorf("%s is parsed as %v, %v", name, got, err)
		}
	}
	if _, err := engines.ParseSettingKind("colour"); err == nil || !strings.HasPrefix(err.Error(), `unknown kind "colour" (have text, int,`) {
		t.Errorf("%v", err)
	}
}
