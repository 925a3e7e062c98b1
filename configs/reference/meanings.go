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

// meaningOf returns two parts of the comment of a config field: its meaning, and the text of its
// default. They are "" if the type belongs to another module.
func meaningOf(t reflect.Type, field string) (meaning, standing string) {
	return splitDefault(meanings()[strings.TrimPrefix(t.PkgPath(), module)+"."+t.Name()+"."+field])
}

// splitDefault takes the sentence about the default out of the comment of a config field. meaning
// is the rest of the comment, and standing the default that the sentence states, or "".
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
