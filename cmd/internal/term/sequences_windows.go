package term

import (
	"io"
	"os"

	"golang.org/x/sys/windows"
)

// acceptsSequences reports whether a stream can show control sequences. If the stream is a console
// of Windows, it first switches on the mode in which the console interprets them. It returns false
// for consoles before Windows 10, which lack this mode.
func acceptsSequences(to io.Writer) bool {
	f, ok := to.(*os.File)
	if !ok {
		return true
	}
	console := windows.Handle(f.Fd())
	var mode uint32
	if windows.GetConsoleMode(console, &mode) != nil {
		return true // it is no console
	}
	return mode&windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING != 0 ||
		windows.SetConsoleMode(console, mode|windows.ENABLE_PROCESSED_OUTPUT|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
