package workers

import (
	"fmt"
	"strconv"
	"strings"
)

// The names on the server. A worker may publish results and signs of life, pull
// tasks, read headers and hear the control subject; see [workerPermissions].
const (
	tasksStream   = "TASKS"
	resultsStream = "RESULTS"
	headersStream = "HEADERS"
	consumerName  = "workers"
	inboxPrefix   = "_INBOX.worker"

	controlSubject = "lanista.control"
	aliveSubject   = "lanista.worker."
)

// maxToken is the most that a name in a subject has.
const maxToken = 96

// token reports whether a text can stand between two dots of a subject.
func token(s string) bool {
	if s == "" || len(s) > maxToken {
		return false
	}
	return strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == ""
}

// tokenOf makes a text one that can stand in a subject.
func tokenOf(s string) string {
	out := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, s)
	if len(out) > maxToken/2 {
		out = out[:maxToken/2]
	}
	return out
}

// batchToken names a batch of a run by what it is called and what is played in it.
func batchToken(name, header string) string { return tokenOf(name) + "-" + header[:12] }

// place is the last part of the subjects of a task and of its result.
func place(from int, check bool) string {
	if check {
		return "check-" + strconv.Itoa(from)
	}
	return strconv.Itoa(from)
}

func taskSubject(run, batch, place string) string {
	return fmt.Sprintf("lanista.%s.task.%s.%s", run, batch, place)
}

func resultSubject(run, batch, place string) string {
	return fmt.Sprintf("lanista.%s.result.%s.%s", run, batch, place)
}

// headerSubject is that of a part of a header.
func headerSubject(run, digest string, part int) string {
	return fmt.Sprintf("lanista.%s.header.%s.%d", run, digest, part)
}

// placeOf is the place at the end of a subject; ok is false for a check and for
// what is none.
func placeOf(subject string) (from int, ok bool) {
	from, err := strconv.Atoi(subject[strings.LastIndexByte(subject, '.')+1:])
	return from, err == nil && from >= 0
}
