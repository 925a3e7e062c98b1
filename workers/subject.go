package workers

import (
	"fmt"
	"strconv"
	"strings"
)

// These are the names of streams and subjects on the server. [workerPermissions] lists those that
// workers may use.
const (
	tasksStream   = "TASKS"
	resultsStream = "RESULTS"
	headersStream = "HEADERS"
	consumerName  = "workers"
	inboxPrefix   = "_INBOX.worker"

	controlSubject = "lanista.control" // see control
	statusSubject  = "lanista.worker." // followed by the worker's ID, see status
)

// maxToken is the largest number of bytes of a token, a part of a subject between two dots.
const maxToken = 96

// token reports whether s can be a token, a part of a subject between two dots.
func token(s string) bool {
	if s == "" || len(s) > maxToken {
		return false
	}
	return strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == ""
}

// tokenOf converts a text to a token, a part of a subject between two dots. It replaces invalid
// characters by hyphens and cuts long texts.
func tokenOf(s string) string {
	out := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, s)
	return out[:min(len(out), maxToken/2)]
}

// runToken returns the token that stands for a run in subjects. It is the ID itself if the ID can
// be a token of at most maxToken/2 bytes. For any other ID, such as "experiment-e1-spsa:1000:7", it
// is a shorter text with a part of the ID's digest. Different runs thus have different tokens.
func runToken(id string) string {
	out := tokenOf(id)
	if out == id && id != "" {
		return out
	}
	const part = 12 // hexadecimal digits of the digest
	return out[:min(len(out), maxToken/2-part-1)] + "-" + digest([]byte(id))[:part]
}

// batchToken returns the token that stands for a batch, one schedule of a run, in subjects. It
// contains the name of the batch and a part of its header's digest.
func batchToken(name, header string) string { return tokenOf(name) + "-" + header[:12] }

// checkPrefix marks a message about the second execution of a task, which checks the first result.
// It precedes the index of the task's first pairing in the message's subject.
const checkPrefix = "check-"

// taskKey returns the last part of the subjects of messages about a task. from is the index of the
// task's first pairing. check is true for a second execution of the task, which checks the first
// result.
func taskKey(from int, check bool) string {
	if check {
		return checkPrefix + strconv.Itoa(from)
	}
	return strconv.Itoa(from)
}

func taskSubject(run, batch, key string) string {
	return fmt.Sprintf("lanista.%s.task.%s.%s", run, batch, key)
}

func resultSubject(run, batch, key string) string {
	return fmt.Sprintf("lanista.%s.result.%s.%s", run, batch, key)
}

func headerSubject(run, digest string, part int) string {
	return fmt.Sprintf("lanista.%s.header.%s.%d", run, digest, part)
}

// parseTaskKey returns the arguments of [taskKey] from the subject of a message about a task: the
// index of the task's first pairing, and whether the task is a second execution. ok is false for an
// invalid subject.
func parseTaskKey(subject string) (from int, check, ok bool) {
	text, check := strings.CutPrefix(subject[strings.LastIndexByte(subject, '.')+1:], checkPrefix)
	from, err := strconv.Atoi(text)
	return from, check, err == nil && from >= 0
}
