//go:build !linux

package proc

import "time"

// spent is not known of a process that lives.
func spent(int) (time.Duration, bool) { return 0, false }
