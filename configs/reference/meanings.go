package reference

import (
	_ "embed"
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"sync"
)

// meaningsFile contains the comments of the fields of all options types, by package, type
// and field: "genetic.Config.Population". A test compares it with the source;
// LANISTA_UPDATE=1 rewrites it.
//
//go:embed meanings.json
var meaningsFile []byte

// meanings returns the contents of meanings.json: the comments of config fields by type and
// field.
var meanings = sync.OnceValue(func() map[string]string {
	m := make(map[string]string)
	if err := json.Unmarshal(meaningsFile, &m); err != nil {
		panic(err) // the file is part of the program
	}
	return m
})

var module = strings.TrimSuffix(reflect.TypeFor[Shape]().PkgPath(), "configs/reference")

var sentenceOfDefault = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[;,] |[.] )[Tt]he defaults? (?:is|are) (.*?)[.](?:$| )`)
})

// meaningOf returns the comment of a config field in two parts: its meaning, and the text of the
// default. Both are "" if the type belongs to another module. standing is also "" if the comment
// states no default.
func meaningOf(t reflect.Type, field string) (meaning, standing string) {
	return splitDefault(meanings()[strings.TrimPrefix(t.PkgPath(), module)+"."+t.Name()+"."+field])
}

// splitDefault splits the comment of a config field. standing is the default that a sentence of the
// comment states, or "" if there is none. meaning is the comment without this sentence.
func splitDefault(text string) (meaning, standing string) {
	at := sentenceOfDefault().FindStringSubmatchIndex(text)
	if at == nil {
		return text, ""
	}
	before, after := text[:at[0]], text[at[1]:]
	if before != "" {
		before = strings.TrimRight(before, ".") + "."
	}
	return strings.TrimSpace(before + " " + after), text[at[2]:at[3]]
}
