package pattern

import (
	"bytes"
	"compress/flate"
	_ "embed" // for the weights
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// document is the JSON form of pattern weights. Columns is the number of weights. Weights contains
// them as bytes, compressed by DEFLATE and encoded in base 64. A weight from -127 to 127 takes one
// byte; any other takes the byte 0x80 and two bytes. The weights for the smallest number of discs
// come first; see [knots].
type document struct {
	Format  int    `json:"othello_patterns"`
	Columns int    `json:"columns"`
	Weights string `json:"weights"`
}

const (
	format = 1
	escape = 0x80
)

// MarshalText returns the weights as a JSON document.
func (w *Weights) MarshalText() ([]byte, error) {
	var packed bytes.Buffer
	z, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	raw := make([]byte, 0, len(w.values))
	for _, v := range w.values {
		if v > -128 && v < 128 {
			raw = append(raw, byte(int8(v)))
		} else {
			raw = append(raw, escape, byte(uint16(v)>>8), byte(v))
		}
	}
	if _, err := z.Write(raw); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return json.Marshal(document{format, len(w.values), base64.StdEncoding.EncodeToString(packed.Bytes())})
}

// Parse parses weights from the JSON document that MarshalText returns.
func Parse(text []byte) (*Weights, error) {
	var d document
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, fmt.Errorf("no pattern weights: %w", err)
	}
	switch {
	case d.Format > format:
		return nil, fmt.Errorf("pattern weights of format %d; this program reads %d", d.Format, format)
	case d.Format != format:
		return nil, errors.New("no pattern weights: the key othello_patterns is missing")
	}
	w := Zero()
	if d.Columns != len(w.values) {
		return nil, fmt.Errorf("%d pattern weights, %d needed", d.Columns, len(w.values))
	}
	packed, err := base64.StdEncoding.DecodeString(d.Weights)
	if err != nil {
		return nil, fmt.Errorf("pattern weights: %w", err)
	}
	// A weight has at most three bytes. One further byte is read to detect data that is too long.
	raw, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), int64(3*d.Columns+1)))
	if err != nil {
		return nil, fmt.Errorf("pattern weights: %w", err)
	}
	if err := w.unpack(raw); err != nil {
		return nil, err
	}
	return w, nil
}

func (w *Weights) unpack(raw []byte) error {
	for i := range w.values {
		switch {
		case len(raw) > 0 && raw[0] != escape:
			w.values[i] = int16(int8(raw[0]))
			raw = raw[1:]
		case len(raw) >= 3:
			w.values[i] = int16(uint16(raw[1])<<8 | uint16(raw[2]))
			raw = raw[3:]
		default:
			return fmt.Errorf("pattern weights: they break off after %d", i)
		}
		if v := w.values[i]; v > 64*fine || v < -64*fine {
			return fmt.Errorf("pattern weight %d is out of range", i)
		}
	}
	if len(raw) > 0 {
		return errors.New("pattern weights: there are too many")
	}
	return nil
}

//go:embed shipped.json
var shipped []byte

// Shipped returns the pattern weights that are embedded in the program. It parses them at the first
// call.
var Shipped = sync.OnceValues(func() (*Weights, error) { return Parse(shipped) })
