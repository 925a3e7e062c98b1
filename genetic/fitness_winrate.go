package genetic

// WinRate is the share of points: wins over games, a draw counting half. It is
// the fitness of the Risk procedure.
type WinRate struct {
	// Unplayed is the fitness of a genome without games.
	Unplayed float64
}

// Judge adds up the duels of each member.
func (j WinRate) Judge(e Evidence) []float64 {
	slot := make(map[int]int, len(e.Members))
	for i, g := range e.Members {
		slot[g.ID] = i
	}
	records := make([]Record, len(e.Members))
	for _, d := range e.Duels {
		if i, ok := slot[d.A]; ok {
			records[i].Games += d.Games
			records[i].Points += d.Points
		}
		if i, ok := slot[d.B]; ok {
			records[i].Games += d.Games
			records[i].Points += float64(d.Games) - d.Points
		}
	}
	fitness := make([]float64, len(records))
	for i, r := range records {
		fitness[i] = r.Rate(j.Unplayed)
	}
	return fitness
}
