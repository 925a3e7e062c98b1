// Package report writes a stored run as one self-contained HTML page that can be sent to a
// colleague. The page contains the result, the evidence, charts, the config, and the command that
// repeats the run. It loads no other files and runs no scripts. The input is a record of the
// store.
package report
