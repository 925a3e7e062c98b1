//go:build unix

package cmd

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// A file without an end, such as a device, is refused after its first megabytes.
func TestEndlessFiles(t *testing.T) {
	lines := []string{"config import /dev/zero"}
	if exhaustive { // every line reads 128 MB
		lines = append(lines, "workers nats://127.0.0.1:1 --creds /dev/zero", "experiment /dev/zero", "play risk --tally /dev/zero", "workers tls://127.0.0.1:1 --tls-ca /dev/zero",
			"serve --listen 127.0.0.1:0 --tls-cert /dev/zero --tls-key /dev/zero")
	}
	for _, line := range lines {
		var stdout, stderr bytes.Buffer
		p := Program{Name: "lanista", Games: games()}
		if code := p.Run(context.Background(), strings.Fields(line), strings.NewReader(""), &stdout, &stderr); code != exitUsage || !strings.Contains(stderr.String(), "more than 128 MB from a pipe or a device") {
			t.Errorf("%s: exit code %d, %s", line, code, stderr.String())
		}
	}
}
