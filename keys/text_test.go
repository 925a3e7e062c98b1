package keys_test

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

	"github.com/lanista/lanista/keys"
)

func TestCheckText(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write([]byte("fen,result\n")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for head, want := range map[string]string{
		packed.String():            "compressed (gzip)",
		"\x28\xb5\x2f\xfd\x04\x00": "compressed (zstd)",
		"BZh91AY&SY":               "compressed (bzip2)",
		"PK\x03\x04\x14":           "compressed (zip)",
		"\xff\xfef\x00e\x00":       "UTF-16",
		"\xfe\xff\x00f\x00e":       "UTF-16",
		"":                         "",
		"fen,result\n":             "",
		"[Event \"x\"]\n":          "",
		"[1.0]":                    "",
		`{"fen":"8/8"}`:            "",
		"PK,result":                "",
	} {
		switch err := keys.CheckText([]byte(head)); {
		case want == "" && err != nil:
			t.Errorf("%q: %v", head, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v, want %s", head, err, want)
		}
	}
}

func TestIsJSONList(t *testing.T) {
	t.Parallel()
	for head, want := range map[string]bool{
		`[{"fen":"8/8"}]`:            true,
		"\ufeff[\n  {\n  \"fen\": 1": true,
		"[Event \"x\"]\n":            false,
		"[1.0]":                      false,
		`{"fen":"8/8"}`:              false,
		"":                           false,
	} {
		if got := keys.IsJSONList([]byte(head)); got != want {
			t.Errorf("%q: %t, want %t", head, got, want)
		}
	}
}
