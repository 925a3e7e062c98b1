package jobs

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// These are the names of the files in a job's folder.
const (
	configFile = "config.yaml"
	outputFile = "output"
	runFile    = "run" // contains the run's ID, written by the process
)

// start starts the process of a job. The returned channel receives the result of the process's
// Wait method.
func (q *Queue) start(j *job) (<-chan error, error) {
	if err := os.Mkdir(j.dir, 0o700); err != nil {
		return nil, err
	}
	if j.info.Config != "" {
		if err := os.WriteFile(filepath.Join(j.dir, configFile), []byte(j.info.Config), 0o600); err != nil {
			return nil, err
		}
	}
	if j.info.EtudesName != "" {
		if err := os.WriteFile(filepath.Join(j.dir, j.info.EtudesName), []byte(j.info.Etudes), 0o600); err != nil {
			return nil, err
		}
	}
	output, err := os.OpenFile(filepath.Join(j.dir, outputFile), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	c := exec.Command(q.options.Executable)
	c.Args = append([]string{q.options.Called}, q.arguments(j)...)
	c.Dir, c.Env, c.Stdout, c.Stderr, c.SysProcAttr = j.dir, environment(), output, output, attributes()
	if q.folder.Lock != nil { // the process inherits the lock and keeps it if the server is killed
		c.ExtraFiles = []*os.File{q.folder.Lock}
	}
	err = errors.Join(c.Start(), output.Close()) // the process has its own descriptor
	if err != nil {
		return nil, err
	}
	j.process = c.Process
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	return ended, nil
}

// arguments returns the command-line arguments of a job's process.
func (q *Queue) arguments(j *job) []string {
	args := []string{j.info.Verb}
	switch {
	case j.info.Verb == Explain:
		args = append(args, j.info.Resume)
		if j.info.Games > 0 {
			args = append(args, "--games="+strconv.Itoa(j.info.Games))
		}
	case j.info.Resume != "":
		args = append(args, "--resume="+j.info.Resume)
	case j.info.Preset != "":
		args = append(args, j.info.Preset)
	default:
		args = append(args, configFile)
	}
	args = append(args, "--db="+q.options.Store, "--workers="+strconv.Itoa(q.options.Workers), "--run-file="+filepath.Join(j.dir, runFile))
	if j.info.Name != "" && j.info.Resume == "" {
		args = append(args, "--name="+j.info.Name)
	}
	if j.info.EtudesName != "" {
		args = append(args, "--etudes="+j.info.EtudesName)
	}
	for _, set := range j.info.Set {
		args = append(args, "--set="+set)
	}
	return args
}

// environment returns the environment variables of this process without LANISTA_*, because these
// set command-line flags.
func environment() []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "LANISTA_") })
}

// look updates the ID of a job's run and the size of the job's output from the job's files. It
// reports whether one of the two has changed since the last call. The caller must hold the lock of
// the queue.
func (q *Queue) look(j *job) (news bool) {
	if j.info.Run == "" {
		if id, err := os.ReadFile(filepath.Join(j.dir, runFile)); err == nil && len(id) > 0 {
			j.info.Run, news = string(id), true
		}
	}
	if info, err := os.Stat(filepath.Join(j.dir, outputFile)); err == nil && info.Size() != j.written {
		j.written, news = info.Size(), true
	}
	return news
}

// finish sets the state of a job whose process has ended. The argument err is the result of the
// process's Wait method. The caller must hold the lock.
func (q *Queue) finish(j *job, err error) {
	j.info.Ended = time.Now()
	code := 0
	exit, ok := errors.AsType[*exec.ExitError](err)
	if ok {
		code, err = exit.ExitCode(), nil
	}
	wasStopped := j.info.State == Stopping
	switch {
	case err != nil:
		j.info.State, j.info.Error = Failed, err.Error()
		return
	case wasStopped && (code < 0 || j.killed && code == 1): // 1 on Windows
		j.info.State, j.info.Error = Stopped, q.limitReached(j)
		return
	case code < 0: // ended by a signal
		j.info.State, j.info.Error = Failed, fmt.Sprintf("the process was killed: %v", exit)
		return
	}
	j.info.Code, j.info.State = &code, StateOf(code)
	switch j.info.State {
	case Failed:
		j.info.Error = lastLine(q.Output(j.info.ID))
	case Stopped:
		j.info.Error = q.limitReached(j)
		if j.info.Verb == "grid" { // an interrupted grid search stores no run
			j.info.Run = ""
		}
	}
}

// limitReached returns a message for a job that was interrupted because of the time limit, and ""
// for others.
func (q *Queue) limitReached(j *job) string {
	if !j.late {
		return ""
	}
	next := "the run can be resumed"
	switch j.info.Verb {
	case Explain:
		next = "start it again to play the other games"
	case "grid":
		next = "a grid search cannot be resumed"
	}
	return fmt.Sprintf("interrupted after %v, the time limit of a job; %s", q.options.Limit, next)
}

func lastLine(lines []string) string {
	for i := len(lines) - 1; i >= 0; i-- {
		if text := strings.TrimSpace(lines[i]); text != "" {
			return text
		}
	}
	return "the process failed without output"
}

// tailLines and tailBytes are the largest numbers of lines and of bytes that [Queue.Output]
// returns.
const (
	tailLines = 100
	tailBytes = 64 << 10
)

// Output returns the last lines of a job's output, at most a hundred. It replaces the paths of
// the job's folder and of the store by relative names.
func (q *Queue) Output(id string) []string {
	if strings.ContainsFunc(id, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		return nil
	}
	dir := filepath.Join(q.folder.Path, id)
	text, err := end(filepath.Join(dir, outputFile), tailBytes)
	if err != nil { // the process has not started
		return nil
	}
	private := strings.NewReplacer(dir+string(filepath.Separator), "", q.options.Store, filepath.Base(q.options.Store))
	return lines(private.Replace(text), tailLines)
}

// end returns at most the given number of bytes from the end of a file, beginning at the start of
// a line.
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

// lines returns at most the given number of lines from the end of a text, without control
// characters.
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
