package genetic

// Gauntlet sends every genome against the same opponents: the fixed agents of
// the problem and the hall of fame (Rosin and Belew, "New methods for
// competitive coevolution", Evolutionary Computation 5, 1997). Genomes do not
// meet each other, so a population cannot win by circling (A beats B beats C
// beats A).
type Gauntlet struct{}

// Groups lets each genome meet every opponent; at more than two seats, opponent
// j comes with the next ones in turn.
func (Gauntlet) Groups(d Draw) []Group {
	group := Group{Members: everyone(d.Population)}
	for _, slot := range group.Members {
		for j := range d.Opponents {
			table := []int{slot}
			for k := range d.Seats - 1 {
				table = append(table, d.Population+(j+k)%d.Opponents)
			}
			group.Tables = append(group.Tables, table)
		}
	}
	return []Group{group}
}
