package game2048_test

import (
	"testing"

	"github.com/lanista/lanista/engines/enginetest"
	"github.com/lanista/lanista/engines/game2048"
)

// TestContract plays 2048 as any game is tested.
func TestContract(t *testing.T) {
	t.Parallel()
	enginetest.Run(t, game2048.New(), 3)
}
