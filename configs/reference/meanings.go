package reference

import (
	_ "embed"
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"sync"
)

// meanings are the comments of the fields of options, by package, type and field:
// "genetic.Config.Population". The program has no source to read them from; a test
// keeps the file equal to the source, and LANISTA_UPDATE=1 rewrites it.
//
//go:embed meanings.json
var meaningsFile []byte

var meanings = sync.OnceValue(func() map[string]string {
	m := make(map[string]string)
	if err := json.Unmarshal(meaningsFile, &m); err != nil {
		panic(err) // the file is part of the program
	}
	return m
})

// module is the path that the packages of this module have in common.
var module = strings.TrimSuffix(reflect.TypeFor[Shape]().PkgPath(), "configs/reference")

var sentenceOfDefault = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[;,] |[.] )[Tt]he defaults? (?:is|are) (.*?)[.](?:$| )`)
})

// meaningOf is what a field means, and its default as far as its comment says it,
// the sentence taken out of the meaning. Fields of programs that use the library
// have none.
func meaningOf(t reflect.Type, field string) (meaning, standing string) {
	return parted(meanings()[strings.TrimPrefix(t.PkgPath(), module)+"."+t.Name()+"."+field])
}

// parted takes the default out of a comment.
func parted(text string) (meaning, standing string) {
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
