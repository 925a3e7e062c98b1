// Man writes the manual pages of lanista, one for every command, such as lanista-evolve.1.
//
//	go run ./tools/man FOLDER
//
// The pages have the date SOURCE_DATE_EPOCH if it is set. The program is separate from lanista, so that
// lanista does not contain the library that formats them.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/lanista/lanista/cmd"
	"github.com/lanista/lanista/engines/shipped"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tools/man/pages"
)

func main() {
	flag.Usage = func() { fmt.Fprintln(os.Stderr, "usage: man FOLDER") }
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	root := cmd.Program{Name: "lanista", Games: shipped.Games()}.Command()
	if err := pages.Write(flag.Arg(0), root, runs.BuildInfo().Version); err != nil {
		fmt.Fprintln(os.Stderr, "man:", err)
		os.Exit(1)
	}
}
