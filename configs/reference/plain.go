package reference

import (
	"slices"
	"strings"
)

// Plain lists the paths of the keys that take a plain value, sorted.
func (r Reference) Plain() []string {
	var paths []string
	for _, s := range r.Sections {
		for _, row := range s.Shape.Rows() {
			path := row.Path
			if s.Path != "" {
				path = s.Path + "." + path
			}
			if strings.ToLower(path) == path && row.Takes != "a mapping" {
				paths = append(paths, path)
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}
