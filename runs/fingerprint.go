package runs

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/results"
)

// fingerprint looks at the files that the commands consist of.
func (s *setup) fingerprint(list []external.Program) error {
	found := make(map[string]configs.Program, len(list))
	for _, p := range list {
		path, files, err := p.Fingerprint()
		if err != nil {
			return fmt.Errorf("programs.%s: %w", p.Name, err)
		}
		c := s.config.Programs[p.Name]
		c.Found = &configs.Found{Path: path}
		for _, f := range files {
			c.Found.Files = append(c.Found.Files, configs.FoundFile(f))
		}
		found[p.Name] = c
	}
	s.config.Programs = found
	return nil
}

// described adds to the config what the programs have said of themselves, those
// that have been started.
func (s *setup) described(programs map[string]configs.Program) map[string]configs.Program {
	if !s.owner || s.adopted {
		return programs
	}
	out := maps.Clone(programs)
	for _, name := range s.programs.Started() {
		c := out[name]
		found := *c.Found
		d := s.programs.Known(name)
		found.Name, found.Version = d.Name, d.Version
		c.Found = &found
		out[name] = c
	}
	return out
}

// adopt compares the programs with those that a run was begun with, which is to go
// on with them. It refuses programs that have changed, unless that is allowed:
// then it is noted with the run.
func (s *setup) adopt(ctx context.Context, store *results.Store, o Options) error {
	if s.programs == nil {
		return nil
	}
	rec, err := store.Get(ctx, o.Resume)
	if err != nil {
		return err
	}
	doc, err := configs.Parse([]byte(rec.Config), "run "+rec.ID)
	if err != nil {
		return err
	}
	own, err := doc.Config()
	if err != nil {
		return err
	}
	changed := changedPrograms(own, s.config)
	programs := maps.Clone(s.config.Programs)
	for name, now := range programs {
		if was := own.Programs[name].Found; was != nil { // else it is new, or named otherwise: the configs differ
			now.Found = was
			programs[name] = now
		}
	}
	if len(changed) > 0 {
		verb := "has"
		if len(changed) > 1 {
			verb = "have"
		}
		text := fmt.Sprintf("%s %s changed since the run began", strings.Join(changed, ", "), verb)
		if !o.ChangedPrograms {
			return mistakef("run %s: %s; --changed-programs goes on all the same", rec.ID, text)
		}
		if err := store.Note(ctx, rec.ID, strings.TrimSpace(rec.Note+"\nresumed although "+text)); err != nil {
			return err
		}
	}
	s.config.Programs, s.adopted = programs, true
	return nil
}

// changedPrograms names the programs of a run that a config has others of.
func changedPrograms(own, now configs.Config) []string {
	var changed []string
	for _, name := range slices.Sorted(maps.Keys(own.Programs)) {
		was, is := own.Programs[name].Found, now.Programs[name].Found
		if was != nil && is != nil && !slices.Equal(was.Files, is.Files) {
			changed = append(changed, name)
		}
	}
	return changed
}
