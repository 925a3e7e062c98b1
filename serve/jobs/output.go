package jobs

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// tailLines and tailBytes are the largest size of the result of Output.
const (
	tailLines = 100
	tailBytes = 64 << 10
)

// Output returns the last lines of a job's output, at most a hundred. It replaces the paths of
// the job's folder and of the store by relative names.
func (q *Queue) Output(id string) []string { return q.tail(id) }

func (q *Queue) tail(id string) []string {
	if strings.ContainsFunc(id, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		return nil
	}
	dir := filepath.Join(q.dir, id)
	text, err := end(filepath.Join(dir, outputFile), tailBytes)
	if err != nil { // the process has not started
		return nil
	}
	private := strings.NewReplacer(dir+string(filepath.Separator), "", q.options.Store, filepath.Base(q.options.Store))
	return lines(private.Replace(text), tailLines)
}

// end returns the last bytes of a file, beginning with a whole line.
func end(path string, most int64) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	from := max(0, info.Size()-most)
	text, err := io.ReadAll(io.NewSectionReader(f, from, most))
	if err != nil {
		return "", err
	}
	if _, whole, ok := strings.Cut(string(text), "\n"); from > 0 && ok {
		return whole, nil
	}
	return string(text), nil
}

// lines returns the last lines of a text, without control characters.
func lines(text string, most int) []string {
	text = strings.TrimRight(text, "\n")
	if text == "" {
		return nil
	}
	list := strings.Split(text, "\n")
	list = list[max(0, len(list)-most):]
	for i, line := range list {
		list[i] = strings.Map(func(r rune) rune {
			if r != '\t' && unicode.IsControl(r) {
				return -1
			}
			return r
		}, line)
	}
	return list
}
