package external

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
)

// folder returns the absolute path of the folder that contains the config file.
func (p Program) folder() string {
	abs, err := filepath.Abs(p.Folder)
	if err != nil {
		return p.Folder
	}
	return abs
}

// dir returns the absolute path of the folder in which the program is started.
func (p Program) dir() string {
	if filepath.IsAbs(p.Dir) {
		return p.Dir
	}
	return filepath.Join(p.folder(), p.Dir)
}

// path returns the path of the executable.
func (p Program) path() (string, error) {
	if len(p.Command) == 0 || p.Command[0] == "" {
		return "", errors.New("missing: the executable and its arguments")
	}
	name := p.Command[0]
	if !strings.ContainsRune(name, '/') && !strings.ContainsRune(name, filepath.Separator) {
		found, err := exec.LookPath(name)
		if err != nil {
			return "", fmt.Errorf("%q is not in PATH%s", name, p.remedy("./"+name))
		}
		return filepath.Abs(found)
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(p.folder(), name)
	}
	found, err := exec.LookPath(name)
	if err == nil {
		return found, nil
	}
	if lookup, ok := errors.AsType[*exec.Error](err); ok {
		err = lookup.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%q does not exist%s", p.Command[0], p.inDir())
	}
	return "", fmt.Errorf("%q cannot be run: %w%s", p.Command[0], err, p.remedy(""))
}

// inDir returns advice for the error message about a command that does not exist. If the file
// exists relative to the folder in which the program is started, the advice shows the right path.
// Otherwise it is "".
func (p Program) inDir() string {
	name := p.Command[0]
	if p.Dir == "" || filepath.IsAbs(name) {
		return ""
	}
	if info, err := os.Stat(filepath.Join(p.dir(), name)); err != nil || info.IsDir() {
		return ""
	}
	return fmt.Sprintf("; a command is relative to the folder of the config, not to dir: write [%s]", filepath.Join(p.Dir, name))
}

// interpreters contains the commands that run files with the given extensions.
var interpreters = map[string]string{".py": "python3", ".js": "node", ".mjs": "node", ".sh": "sh"}

// remedy returns advice for the error message about a command that cannot be executed. For a
// command that begins with pig.py, it is "; write [python3, pig.py]". If no interpreter is known
// for the file, the advice is to write plain, if plain is not "". remedy returns "" if the first
// word of the command is not a file in the config's folder.
func (p Program) remedy(plain string) string {
	name := p.Command[0]
	if info, err := os.Stat(filepath.Join(p.folder(), name)); err != nil || info.IsDir() {
		return ""
	}
	if interpreter := interpreters[filepath.Ext(name)]; interpreter != "" {
		return fmt.Sprintf("; write [%s, %s]", interpreter, name)
	}
	if plain == "" {
		return ""
	}
	return "; write " + plain
}

// weightsPattern matches the placeholders for weights in arguments. {weights} stands for the path
// of a file with all weights, {weight:NAME} for one number.
var weightsPattern = regexp.MustCompile(`\{weights\}|\{weight:([^}]*)\}`)

// insertsWeights reports whether the command contains placeholders for weights.
func (p Program) insertsWeights() bool {
	return slices.ContainsFunc(p.Command, weightsPattern.MatchString)
}

// startsWithWeights reports whether a process receives its weights only when it starts. This is so
// if the command contains the weights. It is also so if the weights are options of a chess engine
// that must be restarted for other weights.
func (p Program) startsWithWeights() bool {
	return p.insertsWeights() || p.declaresOptions() && p.Restart != RestartNever
}

// declaresOptions reports whether programs declare options in the program's protocol, which is so
// in UCI and xboard. The config of such a program selects the options that are weights.
func (p Program) declaresOptions() bool { return p.Protocol == "uci" || p.Protocol == "xboard" }

// insertedWeights returns the names in the placeholders {weight:NAME} of the command.
func (p Program) insertedWeights() []string {
	var names []string
	for _, arg := range p.Command {
		for _, m := range weightsPattern.FindAllStringSubmatch(arg, -1) {
			if m[0] != "{weights}" {
				names = append(names, m[1])
			}
		}
	}
	return names
}

// arguments returns the arguments of the command with the weights inserted. file is the temporary
// file that {weights} refers to, or "". It is created in the folder that the function folder returns.
// The caller must remove the file after the process has ended.
func (p Program) arguments(w engines.Weights, folder func() (string, error)) (args []string, file string, err error) {
	for _, arg := range p.Command[1:] {
		if strings.Contains(arg, "{weights}") && file == "" {
			in, err := folder()
			if err != nil {
				return nil, "", err
			}
			if file, err = weightsFile(in, p.Weights, w); err != nil {
				return nil, "", err
			}
		}
		args = append(args, weightsPattern.ReplaceAllStringFunc(arg, func(found string) string {
			if found == "{weights}" {
				return file
			}
			name := weightsPattern.FindStringSubmatch(found)[1]
			at := p.Weights.Index(name)
			return p.Weights[at].Format(w[at])
		}))
	}
	return args, file, nil
}

// weightsFile writes weights as a JSON object, by name, to a new file in a folder, and returns the path.
func weightsFile(folder string, space engines.Space, w engines.Weights) (name string, err error) {
	text, err := json.Marshal(space.Named(w))
	if err != nil {
		return "", err
	}
	f, err := os.CreateTemp(folder, "*.json")
	if err != nil {
		return "", err
	}
	_, err = f.Write(append(text, '\n'))
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return f.Name(), err
}
