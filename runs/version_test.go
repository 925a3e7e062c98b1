package runs

import (
	"runtime/debug"
	"testing"
)

func TestVersionOfABuild(t *testing.T) {
	const revision = "95d1529e0f8c11112222333344445555aaaabbbb"
	vcs := []debug.BuildSetting{{Key: "vcs.revision", Value: revision}}
	changed := []debug.BuildSetting{{Key: "vcs.revision", Value: revision}, {Key: "vcs.modified", Value: "true"}}
	module := func(path, version string) debug.Module { return debug.Module{Path: path, Version: version} }
	dependency := func(version string, replace *debug.Module) []*debug.Module {
		return []*debug.Module{{Path: "example.com/other", Version: "v9.9.9"}, {Path: modulePath, Version: version, Replace: replace}}
	}
	for name, c := range map[string]struct {
		info *debug.BuildInfo
		want Build // without Go and Platform
	}{
		"nothing known": {nil, Build{Version: "(devel)"}},
		"go install":    {&debug.BuildInfo{Main: module(modulePath, "v"+release)}, Build{Version: release}},
		"tagged checkout": {
			&debug.BuildInfo{Main: module(modulePath, "v"+release), Settings: vcs},
			Build{Version: release, Revision: revision},
		},
		"tagged checkout with changes": {
			&debug.BuildInfo{Main: module(modulePath, "v"+release+"+dirty"), Settings: changed},
			Build{Version: release + "+95d1529e0f8c.modified", Revision: revision, Modified: true},
		},
		"checkout": {
			&debug.BuildInfo{Main: module(modulePath, "v0.0.0-20261123233500-95d1529e0f8c"), Settings: vcs},
			Build{Version: release + "+95d1529e0f8c", Revision: revision},
		},
		"another tag": {
			&debug.BuildInfo{Main: module(modulePath, "v0.9.0"), Settings: vcs},
			Build{Version: release + "+95d1529e0f8c", Revision: revision},
		},
		"go install of a branch": {
			&debug.BuildInfo{Main: module(modulePath, "v1.0.1-0.20261123233500-95d1529e0f8c")},
			Build{Version: release + "+95d1529e0f8c"},
		},
		"checkout without a stamp": {&debug.BuildInfo{Main: module(modulePath, "(devel)")}, Build{Version: release + "+devel"}},
		"another program": {
			&debug.BuildInfo{Main: module("nim", "(devel)"), Deps: dependency("v"+release, nil), Settings: vcs},
			Build{Version: "(devel)", Lanista: release, Revision: revision},
		},
		"another program with a version": {
			&debug.BuildInfo{Main: module("example.com/nim", "v0.3.0"), Deps: dependency("v0.0.0-20261123233500-95d1529e0f8c", nil)},
			Build{Version: "v0.3.0", Lanista: release + "+95d1529e0f8c"},
		},
		"another program with a checkout": {
			&debug.BuildInfo{Main: module("nim", ""), Deps: dependency("v0.0.0", &debug.Module{Path: "../lanista"})},
			Build{Version: "(devel)", Lanista: release + "+devel"},
		},
	} {
		got := newBuild(c.info)
		if got.Go == "" || got.Platform == "" {
			t.Errorf("%s: %+v has no Go version or platform", name, got)
		}
		got.Go, got.Platform = "", ""
		if got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
