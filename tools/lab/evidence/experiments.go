package evidence

import (
	"github.com/lanista/lanista/tools/lab/problems"
	"github.com/lanista/lanista/tuning/bench"
)

// Experiment is a set of benchmark problems on which searches with different values of a constant
// of a tuning strategy are compared.
type Experiment struct {
	Name    string       `json:"name"`
	Doc     string       `json:"doc"`
	Kinds   []bench.Kind `json:"kinds"`
	Dims    []int        `json:"dims"`
	Budgets []int        `json:"budgets"` // games
	Seeds   int          `json:"seeds"`   // of every duel
	// Variant adds properties of real games, such as draws, to the problems. An experiment uses the
	// properties for which its constant was introduced.
	Variant bench.Variant `json:"variant,omitzero"`
}

// firstSeed is the first seed of every experiment. No constant was chosen by results with this seed
// or a larger one, so that the experiments do not favour the current values.
const firstSeed = 50001

var (
	duels = Experiment{
		Name: "duels", Doc: "all kinds of duels",
		Kinds: bench.Kinds, Dims: []int{4, 10}, Budgets: []int{2000}, Seeds: 60,
	}
	large = Experiment{
		Name: "many weights", Doc: "all kinds of duels with as many weights as the suite has",
		Kinds: bench.Kinds, Dims: []int{10, 32}, Budgets: []int{2000}, Seeds: 20,
	}
	tested = Experiment{
		Name: "tested", Doc: "all kinds of duels about where the lack-of-fit test begins",
		Kinds: bench.Kinds, Dims: []int{5, 8}, Budgets: []int{2000}, Seeds: 60,
	}
	ripples = Experiment{
		Name: "ripples", Doc: "duels with several maxima along every weight, and games enough to see them",
		Kinds: []bench.Kind{bench.Multi}, Dims: []int{4, 10}, Budgets: []int{8000}, Seeds: 60,
	}
	wide = Experiment{
		Name: "wide ranges", Doc: "ranges thirty times as wide as where strength varies",
		Kinds: []bench.Kind{bench.Quad, bench.Multi}, Dims: []int{4, 10}, Budgets: []int{2000}, Seeds: 60,
		Variant: bench.Variant{Wide: 30},
	}
	wideFew = Experiment{
		Name: "wide ranges, few games", Doc: "the same with budgets that are hardly worth a probe",
		Kinds: []bench.Kind{bench.Quad, bench.Multi}, Dims: []int{4, 10}, Budgets: []int{700, 1400}, Seeds: 60,
		Variant: bench.Variant{Wide: 30},
	}
	directions = Experiment{
		Name: "directions", Doc: "only the direction of a vector counts",
		Kinds: bench.Kinds, Dims: []int{4, 10}, Budgets: []int{2000}, Seeds: 60,
		Variant: bench.Variant{ScaleFree: true},
	}
	fewDirections = Experiment{
		Name: "few directions", Doc: "generated problems of two and four weights, with edges and without",
		Kinds: []bench.Kind{problems.Wild, problems.Rosen, problems.Judge}, Dims: []int{2, 4}, Budgets: []int{800, 2000}, Seeds: 8,
	}
	guarded = Experiment{
		Name: "generated", Doc: "generated problems, which often start near their best",
		Kinds: []bench.Kind{problems.Wild}, Dims: []int{4, 6, 16}, Budgets: []int{800, 2000}, Seeds: 12,
	}
)

// experiments contains all experiments of this package. Each constant of the tuning strategies auto
// and rsm (response surfaces) is measured by one of them: with half, once and twice its value.
var experiments = []Experiment{duels, large, tested, ripples, wide, wideFew, directions, fewDirections, guarded}
