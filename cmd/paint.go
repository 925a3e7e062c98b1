package cmd

import (
	"bytes"
	"fmt"
	"image/png"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results/files"
)

// paint writes a picture of a position.
func paint(e engines.Engine, g engines.Position, path string) error {
	p, ok := e.(engines.Painter)
	if !ok {
		return usagef("--output: %s has no picture of a position", e.Spec().Name)
	}
	picture, err := p.Paint(g)
	if err != nil {
		return err
	}
	var data bytes.Buffer
	if err := png.Encode(&data, picture); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return files.Write(path, data.Bytes())
}
