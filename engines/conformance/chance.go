package conformance

import (
	"fmt"

	"github.com/lanista/lanista/engines"
)

// checkChance tests the Spec's declaration of chance for every number of seats; see
// [engines.CheckChance]. If the Spec declares nothing, it adds a note that states whether games
// have chance.
func checkChance(p *probe) error {
	for seats := p.spec.MinSeats; seats <= p.spec.MaxSeats; seats++ {
		if err := engines.CheckChance(p.ctx, p.engine, seats); err != nil {
			return fmt.Errorf("%d seats: %w", seats, err)
		}
	}
	if p.spec.Chance != engines.UnknownChance {
		return nil
	}
	effect, err := engines.FindChance(p.ctx, p.engine, p.spec.DefaultSeats())
	if err != nil {
		return fmt.Errorf("looking for chance: %w", err)
	}
	found, value := "no chance", "NoChance"
	if effect.Chance {
		found, value = "chance", "WithChance"
	}
	p.note("Spec.Chance is not declared; the test found %s: set it to engines.%s if that is right", found, value)
	return nil
}
