package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating/gamefile"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/files"
)

// These are the exit codes of the program.
const (
	exitDone        = 0
	exitFailed      = 1   // the command failed
	exitUsage       = 2   // the command line or a config is wrong
	exitRefuted     = 3   // the command succeeded, and a sequential test has accepted H0
	exitUndecided   = 4   // the command succeeded, but a sequential test has not decided
	exitInterrupted = 130 // stopped by a signal; finished parts are saved
)

// exitError is an error that ends the program with a given exit code.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }

func (e *exitError) Unwrap() error { return e.err }

// withExitCode returns an error that wraps err and ends the program with the given exit code.
func withExitCode(code int, err error) error { return &exitError{code, err} }

func errorWithExitCode(code int, format string, args ...any) error {
	return withExitCode(code, fmt.Errorf(format, args...))
}

// usageError marks err as a mistake in the command line or a config, so that the program ends with
// the exit code for usage errors. It returns nil if err is nil.
func usageError(err error) error {
	if err == nil {
		return nil
	}
	return withExitCode(exitUsage, err)
}

// usageErrorf returns a formatted error about the command line, with the exit code for usage
// errors.
func usageErrorf(format string, args ...any) error {
	return errorWithExitCode(exitUsage, format, args...)
}

// flagErrors converts the [keys.KeyError] values in err to usage errors about flags. The flag has
// the name of the key, or of its part before the first dot. flagErrors returns err unchanged if no
// error in it has a key.
func flagErrors(err error) error {
	mistakes := keys.All(err)
	if !slices.ContainsFunc(mistakes, func(m *keys.KeyError) bool { return m.Path != "" }) {
		return err
	}
	var errs []error
	for _, m := range mistakes {
		flag, rest, _ := strings.Cut(m.Path, ".")
		if rest != "" {
			rest += ": "
		}
		errs = append(errs, fmt.Errorf("--%s: %s%w", flag, rest, m.Err))
	}
	return usageError(errors.Join(errs...))
}

// isWrongName reports whether err means that the command line names something that the command
// cannot use. Examples are an unknown, ambiguous or finished run, and a run without weights. Others
// are a name that is taken, a file that is not a store, and a missing folder.
func isWrongName(err error) bool {
	for _, wrong := range [...]error{
		results.ErrUnknownRun, results.ErrAmbiguous, results.ErrFinished, results.ErrNoWeights, results.ErrStored, results.ErrNameTaken,
		results.ErrNotStore, results.ErrFormat, results.ErrNoFolder, results.ErrSameStore,
		files.ErrDatabase,
	} {
		if errors.Is(err, wrong) {
			return true
		}
	}
	write, ok := errors.AsType[*files.WriteError](err)
	return ok && errors.Is(write, fs.ErrNotExist)
}

// exitCode returns the exit code of the process for an error: the code that the error contains, 1
// if it contains none, and 0 for nil.
func exitCode(err error) int {
	var e *exitError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &e):
		return e.code
	}
	return exitFailed
}

// errorDocument is the JSON output of a command that failed.
type errorDocument struct {
	Error struct {
		Message string `json:"message"`
		Where   string `json:"where,omitempty" doc:"file and line"`
		Key     string `json:"key,omitempty" doc:"of the config, or the field of a file of games"`
	} `json:"error"`
	Mistakes []mistakeDocument `json:"mistakes,omitempty" doc:"all mistakes of a config, if it has several; error is the first"`
}

// newErrorDocument returns the JSON document of an error. If err contains several mistakes, the key
// "error" has the first of them and the key "mistakes" has all.
func newErrorDocument(err error) errorDocument {
	var doc errorDocument
	doc.Error.Message = err.Error()
	if place, ok := errors.AsType[*strict.Error](err); ok {
		doc.Error.Message, doc.Error.Where, doc.Error.Key = place.Err.Error(), place.Where(), place.Key
	}
	if all := mistakeDocuments(err); len(all) > 1 {
		doc.Mistakes = all
	}
	if game, ok := errors.AsType[*gamefile.Error](err); ok {
		doc.Error.Message, doc.Error.Where, doc.Error.Key = game.Err.Error(), game.Where(), game.Field
	}
	doc.Error.Message = withoutOperation(doc.Error.Message, err)
	return doc
}
