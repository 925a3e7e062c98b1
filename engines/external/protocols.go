package external

import (
	"maps"
	"slices"

	"github.com/lanista/lanista/engines/external/driver"
	"github.com/lanista/lanista/engines/external/gtp"
	"github.com/lanista/lanista/engines/external/ludus"
	"github.com/lanista/lanista/engines/external/nboard"
	"github.com/lanista/lanista/engines/external/uci"
)

// protocols make the session of a process by the name of its protocol.
var protocols = map[string]func(driver.Options) driver.Session{
	"ludus":  ludus.New,
	"uci":    uci.New,
	"gtp":    gtp.New,
	"nboard": nboard.New,
}

// Protocols lists the names of the protocols.
func Protocols() []string { return slices.Sorted(maps.Keys(protocols)) }
