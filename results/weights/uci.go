package weights

import (
	"fmt"
	"strconv"
	"strings"
)

// uci is a line for every weight that sets it as an option of a chess engine, in
// the Universal Chess Interface: what Lanista itself sends, with at most six
// significant digits. It says nothing else of a document.
func (d Document) uci() ([]byte, error) {
	var b strings.Builder
	for _, x := range d.Weights {
		if strings.ContainsAny(x.Name, "\r\n") {
			return nil, fmt.Errorf("weight %q has a name of several lines, which is no option's", x.Name)
		}
		short, err := strconv.ParseFloat(strconv.FormatFloat(x.Value, 'g', 6, 64), 64)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "setoption name %s value %s\n", x.Name, strconv.FormatFloat(short, 'f', -1, 64))
	}
	return []byte(b.String()), nil
}
