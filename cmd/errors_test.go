package cmd

import (
	"errors"
	"net"
	"os"
	"testing"
)

// The errors of the system that the program expects have other numbers on Windows.
func TestErrorsOfTheSystem(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := w.WriteString("text"); !isClosedPipe(err) || isAddressInUse(err) {
		t.Errorf("a pipe that is not read: %v", err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := net.Listen("tcp", l.Addr().String()); !isAddressInUse(err) || isClosedPipe(err) {
		t.Errorf("an address in use: %v", err)
	}
	if err := errors.New("another"); isClosedPipe(err) || isAddressInUse(err) {
		t.Error("any error counts")
	}
}
