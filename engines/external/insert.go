package external

import (
	"encoding/json"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// Arguments may have weights in them: {weights} is a file, {weight:NAME} a number.
var insertion = regexp.MustCompile(`\{weights\}|\{weight:([^}]*)\}`)

// inserts reports whether the command has weights in it.
func (p Program) inserts() bool {
	for _, arg := range p.Command {
		if insertion.MatchString(arg) {
			return true
		}
	}
	return false
}

// startsWithWeights reports whether a process is told weights when it is started: in its
// command, or as the options of an engine that gets a fresh process for others.
func (p Program) startsWithWeights() bool {
	return p.inserts() || p.Protocol == "uci" && p.Restart != Never
}

// inserted names the weights that the command asks for one by one.
func (p Program) inserted() []string {
	var names []string
	for _, arg := range p.Command {
		for _, m := range insertion.FindAllStringSubmatch(arg, -1) {
			if m[0] != "{weights}" {
				names = append(names, m[1])
			}
		}
	}
	return names
}

// arguments are those of the command with weights inserted. file is the temporary
// file that {weights} stands for, "" if there is none; whoever ends the process
// removes it.
func (p Program) arguments(w engines.Weights) (args []string, file string, err error) {
	for _, arg := range p.Command[1:] {
		if strings.Contains(arg, "{weights}") && file == "" {
			if file, err = weightsFile(p.Weights, w); err != nil {
				return nil, "", err
			}
		}
		args = append(args, insertion.ReplaceAllStringFunc(arg, func(found string) string {
			if found == "{weights}" {
				return file
			}
			name := insertion.FindStringSubmatch(found)[1]
			return strconv.FormatFloat(w[p.Weights.Index(name)], 'g', -1, 64)
		}))
	}
	return args, file, nil
}

// weightsFile writes weights to a temporary file, as one JSON object.
func weightsFile(space engines.Space, w engines.Weights) (name string, err error) {
	text, err := json.Marshal(space.Named(w))
	if err != nil {
		return "", err
	}
	f, err := os.CreateTemp("", "lanista-weights-*.json")
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
