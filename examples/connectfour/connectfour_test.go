package main

import (
	"testing"

	"github.com/lanista/lanista/engines/enginetest"
)

// The game keeps the contract.
func TestContract(t *testing.T) { enginetest.Run(t, ConnectFour{}, 20) }
