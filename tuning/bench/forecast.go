package bench

// Size is how much the suite would play.
type Size struct {
	Strategies int `json:"strategies"`
	Duels      int `json:"duels"` // problems of a kind and a dimension
	Seeds      int `json:"seeds"`
	Runs       int `json:"runs"`
	Games      int `json:"games"` // at the most
}

// Forecast says how much [Run] would play with so many entries.
func Forecast(entries int, o Options) Size {
	o = o.WithDefaults()
	s := Size{Strategies: entries, Duels: len(o.Kinds) * len(o.Dims), Seeds: o.Seeds}
	for _, budget := range o.Budgets {
		s.Runs += entries * s.Duels * o.Seeds
		s.Games += entries * s.Duels * o.Seeds * budget
	}
	return s
}
