package runs

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
)

// release is the version of the next or the latest release of Lanista.
const release = "1.0.0"

const modulePath = "github.com/lanista/lanista"

// Build identifies the version of a program.
type Build struct {
	// Version of the program. For lanista it is a semantic version: 1.0.0 for the release
	// itself, 1.0.0+REVISION for another revision, 1.0.0+devel if the revision is unknown.
	// For a program of another module it is the version of that module: its tag, or the pseudo-version
	// of the revision, with +dirty after changes, or (devel) if the build has no information on
	// the revision.
	Version string `json:"version"`
	// Lanista is the version of the Lanista module, for a program that belongs to another module.
	Lanista  string `json:"lanista,omitempty"`
	Revision string `json:"revision,omitempty"`
	Modified bool   `json:"modified,omitempty"` // source files had changes that were not committed before the build
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// BuildInfo returns the version of the running program, from its embedded build information.
func BuildInfo() Build {
	info, _ := debug.ReadBuildInfo()
	return newBuild(info)
}

// newBuild converts the build information of a program. A nil info means that the version is
// unknown.
func newBuild(info *debug.BuildInfo) Build {
	b := Build{Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info == nil {
		return b
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	if info.Main.Path == modulePath {
		b.Version = lanistaVersion(info.Main.Version, b.Revision)
		return b
	}
	if info.Main.Version != "" {
		b.Version = info.Main.Version
	}
	for _, m := range info.Deps {
		if m.Path != modulePath {
			continue
		}
		if m.Replace != nil {
			m = m.Replace
		}
		b.Lanista = lanistaVersion(m.Version, "")
	}
	return b
}

// lanistaVersion returns the semantic version of Lanista for a Go module version. For the tag of
// the release this is the release, and otherwise the release with the revision appended. If
// revision is empty, it is taken from a pseudo-version such as v0.0.0-20260102030405-abcdefabcdef.
func lanistaVersion(module, revision string) string {
	const short = 12 // hexadecimal digits of a revision in a pseudo-version
	module, modified, _ := strings.Cut(module, "+")
	if module == "v"+release && modified == "" {
		return release
	}
	if revision == "" {
		if at := strings.LastIndexByte(module, '-'); len(module)-at-1 == short && at > 0 {
			revision = module[at+1:]
		}
	}
	if revision == "" {
		return release + "+devel"
	}
	version := release + "+" + revision[:min(short, len(revision))]
	if modified != "" {
		version += ".modified"
	}
	return version
}

// rulesChanged returns a sentence if a run was played by another version of its game's rules than
// that in spec. It returns "" if the versions are equal, or if the store lacks the version of the
// run.
func rulesChanged(run string, info results.Info, spec engines.Spec) string {
	if info.Rules == "" || info.Rules == spec.Version {
		return ""
	}
	now := "version " + spec.Version
	if spec.Version == "" {
		now = "no version of them"
	}
	return fmt.Sprintf("run %s was begun with version %s of the rules of %s, and this program has %s", run, info.Rules, info.Engine, now)
}
