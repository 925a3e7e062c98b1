package main

import (
	"testing"

	"github.com/lanista/lanista/engines/enginetest"
)

// The game satisfies the contract of package engines.
func TestContract(t *testing.T) { enginetest.Run(t, ConnectFour{}, 20) }
