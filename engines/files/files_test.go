package files_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/files"
)

func TestRead(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(name, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := files.Read(name); err != nil || string(data) != "text" {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := files.Read(name + "x"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if data, err := files.Read(os.DevNull); err != nil || len(data) != 0 {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := os.Stat("/dev/zero"); err != nil || os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("reading 128 MB of nothing takes half a second and 300 MB of memory; LANISTA_EXHAUSTIVE=1 does it")
	}
	if _, err := files.Read("/dev/zero"); err == nil || !strings.Contains(err.Error(), "more than 128 MB") {
		t.Error(err)
	}
}

func TestEncodings(t *testing.T) {
	contents := map[string]string{"old.pgn": "Gr\xfcnfeld", "new.pgn": "Grünfeld", "windows.pgn": "\ufeffGrünfeld\r\n"}
	for name := range contents {
		got, err := files.Inline(nil, engines.Settings{"openings": "@" + name}, func(name string) ([]byte, error) { return []byte(contents[name]), nil })
		if err != nil || got["openings"] != "Grünfeld" {
			t.Errorf("%s is %q, %v", name, got["openings"], err)
		}
	}
}

func TestInline(t *testing.T) {
	known := []engines.Setting{{Name: "map", Choices: []string{"grid"}, File: true}, {Name: "name"}}
	read := func(name string) ([]byte, error) {
		if name == "gone" {
			return nil, errors.New("no such file")
		}
		return []byte("what is in " + name), nil
	}
	for give, want := range map[string]string{
		"grid": "grid", "": "", "{}": "{}", "two\nlines": "two\nlines", "a.json": "what is in a.json",
	} {
		got, err := files.Inline(known, engines.Settings{"map": give, "name": "a.json"}, read)
		if err != nil || got["map"] != want || got["name"] != "a.json" {
			t.Errorf("%q is inlined as %v, %v", give, got, err)
		}
	}
	if got, err := files.Named(known, engines.Settings{"map": "a.json", "name": "@b"}, read); err != nil || got["map"] != "what is in a.json" || got["name"] != "@b" {
		t.Errorf("Named inlines %v, %v", got, err)
	}
	_, err := files.Inline(known, engines.Settings{"map": "gone"}, read)
	if err == nil || err.Error() != "map: no such file" {
		t.Errorf("a file that is not there: %v", err)
	}
	for text, want := range map[string]string{
		"\xff\xfee\x002\x00": "openings: book.pgn: the file is in UTF-16; save it as UTF-8, in a spreadsheet as CSV UTF-8",
		"\x1f\x8b\x08":       "openings: book.pgn: the file is compressed (gzip); decompress it first",
	} {
		_, err := files.Inline(known, engines.Settings{"openings": "@book.pgn"}, func(string) ([]byte, error) { return []byte(text), nil })
		if err == nil || err.Error() != want {
			t.Errorf("a file with the text %q: %v, want %s", text, err, want)
		}
	}
	for _, text := range []string{"", " \n\r\n"} {
		_, err := files.Inline(known, engines.Settings{"openings": "@empty.epd"}, func(string) ([]byte, error) { return []byte(text), nil })
		if want := "openings: empty.epd is empty; leave the setting out for its default"; err == nil || err.Error() != want {
			t.Errorf("a file with the text %q: %v, want %s", text, err, want)
		}
	}
}
