//go:build !linux

package results

import "testing"

func smallDisk(t *testing.T, _ int) string {
	t.Skip("mounting a small disk is done on Linux only")
	return ""
}
