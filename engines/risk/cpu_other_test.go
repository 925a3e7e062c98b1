//go:build !unix

package risk

import "time"

var started = time.Now()

func cpuTime() time.Duration { return time.Since(started) }
