package project

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
)

const modulePath = "github.com/lanista/lanista"

// module describes how the go.mod file of a new project refers to the Go module of Lanista.
type module struct {
	Version  string // version that can be downloaded; "" for a development build
	Checkout string // folder of the source code, quoted for go.mod; "" if unknown
}

// thisModule returns the Lanista module from which the running program was built.
func thisModule() module {
	_, file, _, _ := runtime.Caller(0)
	return newModule(buildVersion(), file)
}

// buildVersion returns the version of the Lanista module in the running program if it is known to
// be published, and otherwise "". It is published if it is a release or has a checksum, as every
// downloaded module has. A build from a checkout of an unreleased commit has neither.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, m := range append(info.Deps, &info.Main) {
		if m.Path == modulePath && m.Replace == nil && (m.Sum != "" || release.MatchString(m.Version)) {
			return m.Version
		}
	}
	return ""
}

var (
	release      = regexp.MustCompile(`^v[0-9]+\.[0-9]+\.[0-9]+(-(alpha|beta|rc)[.0-9]*)?$`)
	downloaded   = regexp.MustCompile(`^v[0-9]+\.[0-9]+\.[0-9]+[-.0-9a-z]*$`)
	plainInGoMod = regexp.MustCompile(`^[-A-Za-z0-9_./\\:]+$`)
)

// newModule returns the entry for the Lanista module in the go.mod file of a new project. version
// is the version of the running program, and file is the path of one of its source files. The
// project downloads version if it is a release. Otherwise it uses the local checkout that contains
// file. Without a checkout, it downloads version if this has the form of a module version.
// Otherwise the result is empty.
func newModule(version, file string) module {
	if release.MatchString(version) {
		return module{Version: version}
	}
	root := filepath.Dir(filepath.Dir(filepath.Dir(filepath.Dir(file))))
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	switch {
	case filepath.IsAbs(root) && !strings.Contains(root, "@") && err == nil && strings.HasPrefix(string(text), "module "+modulePath+"\n"):
		if !plainInGoMod.MatchString(root) {
			root = strconv.Quote(root)
		}
		return module{Checkout: root}
	case downloaded.MatchString(version):
		return module{Version: version}
	}
	return module{}
}
