package portable

import (
	"fmt"
	"strings"
)

// File is a file of an exported agent.
type File struct {
	Name string
	Text string
}

// Write returns the program as one source file in a format: go, c, python or javascript. origin
// contains lines on the origin of the weights.
func (p Program) Write(format string, origin []string) (string, error) {
	target, ok := languages[format]
	if !ok {
		return "", fmt.Errorf("programs are not written in the format %q", format)
	}
	parsed, err := p.parse()
	if err != nil {
		return "", err
	}
	header := append([]string{fmt.Sprintf("an agent of the game %s, exported from Lanista.", p.Game), ""}, origin...)
	header = append(append(header, ""), p.About...)
	if target == golang {
		return parsed.goText(header)
	}
	header[0] = "This file is " + header[0]
	return parsed.translate(target, header)
}

// Files returns the program, a test and its test vectors. The test fails if the program computes
// another evaluation or another move than the agent did.
func (p Program) Files(format string, origin []string, vectors []Vector) ([]File, error) {
	text, err := p.Write(format, origin)
	if err != nil {
		return nil, err
	}
	end := Extension(format)
	var data strings.Builder
	for _, v := range vectors {
		data.WriteString(v.text())
	}
	return []File{
		{"agent" + end, text},
		{"agent_test" + end, tests[languages[format]]},
		{"vectors.txt", data.String()},
	}, nil
}

// Command returns the command that runs the test of a format in the folder of its files.
func Command(format string) string {
	return map[string]string{
		"go":         "go test agent.go agent_test.go",
		"c":          "cc -O2 -o agent_test agent_test.c -lm && ./agent_test",
		"python":     "python3 agent_test.py",
		"javascript": "node agent_test.js",
	}[format]
}
