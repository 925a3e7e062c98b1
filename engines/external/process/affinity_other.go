//go:build !linux

package process

// Cores returns nil, because this system offers no way to bind a process to a core.
func Cores() []int { return nil }

func bind(int, int) error { return nil }
