package keys

import (
	"bytes"
	"errors"
	"fmt"
)

// TextHead is the number of bytes at the beginning of a file from which [CheckText] recognizes its
// kind.
const TextHead = 64

// compressions contains the first bytes of compressed files, and the name of the compression.
var compressions = []struct{ head, name string }{
	{"\x1f\x8b", "gzip"},
	{"\x28\xb5\x2f\xfd", "zstd"},
	{"\xfd7zXZ\x00", "xz"},
	{"BZh", "bzip2"},
	{"PK\x03\x04", "zip"},
	{"7z\xbc\xaf\x27\x1c", "7z"},
}

// CheckText returns an error if head, the first bytes of a file, is the beginning of a compressed
// file or of a text in UTF-16. The error states what the file is and how to convert it to text in
// UTF-8. [TextHead] bytes suffice.
func CheckText(head []byte) error {
	for _, c := range compressions {
		if bytes.HasPrefix(head, []byte(c.head)) {
			return fmt.Errorf("the file is compressed (%s); decompress it first", c.name)
		}
	}
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return errors.New("the file is in UTF-16; save it as UTF-8, in a spreadsheet as CSV UTF-8")
	}
	return nil
}

// IsJSONList reports whether head, the first bytes of a file, is the beginning of a JSON list of
// objects. [TextHead] bytes suffice.
func IsJSONList(head []byte) bool {
	text := bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff")))
	list, ok := bytes.CutPrefix(text, []byte("["))
	return ok && bytes.HasPrefix(bytes.TrimSpace(list), []byte("{"))
}
