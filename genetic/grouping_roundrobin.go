package genetic

// RoundRobin makes one group of the whole population.
type RoundRobin struct{}

// Groups lets everybody meet everybody.
func (RoundRobin) Groups(d Draw) []Group {
	members := everyone(d.Population)
	return []Group{{Members: members, Tables: tables(d.Rand(0), members, d.Seats)}}
}
