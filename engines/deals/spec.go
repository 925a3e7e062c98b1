package deals

import (
	"context"

	"github.com/lanista/lanista/engines"
)

// SpecWithChance returns the Spec of an engine with the field Chance set. If the Spec does not
// declare whether the game has chance, [engines.FindChance] determines it for the default number of
// seats. If that fails, Chance stays unknown. SpecWithChance returns an error only if ctx has
// ended.
func SpecWithChance(ctx context.Context, e engines.Engine) (engines.Spec, error) {
	spec := e.Spec()
	if spec.Chance != engines.UnknownChance {
		return spec, nil
	}
	effect, err := engines.FindChance(ctx, e, spec.DefaultSeats())
	switch {
	case err != nil:
		return spec, ctx.Err()
	case effect.Chance:
		spec.Chance = engines.WithChance
	default:
		spec.Chance = engines.NoChance
	}
	return spec, nil
}
