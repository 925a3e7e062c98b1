package weights

import (
	"bytes"
	"encoding/json"
)

func (d Document) json() ([]byte, error) {
	var b bytes.Buffer
	if err := writeObject(&b, d.fields(), "\n"); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// writeObject writes an object with its keys in order, one a line; newline is
// the line break with the indentation of the surroundings.
func writeObject(b *bytes.Buffer, list []field, newline string) error {
	b.WriteByte('{')
	for i, f := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(newline + "  ")
		if err := writeValue(b, f.key); err != nil {
			return err
		}
		b.WriteString(": ")
		var err error
		if object, ok := f.value.([]field); ok {
			err = writeObject(b, object, newline+"  ")
		} else {
			err = writeValue(b, f.value)
		}
		if err != nil {
			return err
		}
	}
	if len(list) > 0 {
		b.WriteString(newline)
	}
	b.WriteByte('}')
	return nil
}

func writeValue(b *bytes.Buffer, value any) error {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(value)
	b.Truncate(len(bytes.TrimRight(b.Bytes(), "\n")))
	return err
}
