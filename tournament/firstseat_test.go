package tournament

import (
	"math"
	"testing"
)

type seatVector struct {
	ID        string         `json:"id"`
	First     [][][2]float64 `json:"first"`
	Elo       []float64      `json:"elo"`
	Advantage float64        `json:"advantage"`
}

func (v seatVector) duels() *SeatedDuels {
	d := NewSeatedDuels(len(v.First))
	for i, row := range v.First {
		for j, games := range row {
			d.Add(i, j, games[0], games[0]+games[1])
		}
	}
	return d
}

func TestFirstSeat(t *testing.T) {
	for _, v := range load[seatVector](t, "firstseat.json") {
		t.Run(v.ID, func(t *testing.T) {
			d := v.duels()
			fit, err := FirstSeat(d, 0)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "Elo", fit.Elo(), v.Elo, 1e-4)
			near(t, "advantage", []float64{fit.Advantage}, []float64{v.Advantage}, 1e-4)
			log, odds := firstSeatMM(d)
			near(t, "MM", append(log, odds), append(fit.Log, fit.Odds()), 1e-6)
			if !(fit.AdvantageError > 0) {
				t.Errorf("advantage ± %v", fit.AdvantageError)
			}
		})
	}
}

// firstSeatMM is the iteration of Hunter (2004), section 2.
func firstSeatMM(d *SeatedDuels) (log []float64, odds float64) {
	n := d.n
	s := make([]float64, n)
	for i := range s {
		s[i] = 1
	}
	odds = 1
	for range 20_000 {
		for i := range n {
			up, down := 0.0, 0.0
			for j := range n {
				if j == i {
					continue
				}
				up += d.points[i*n+j] + d.games[j*n+i] - d.points[j*n+i]
				down += d.games[i*n+j]*odds/(odds*s[i]+s[j]) + d.games[j*n+i]/(s[i]+odds*s[j])
			}
			s[i] = up / down
		}
		normalise(s)
		up, down := 0.0, 0.0
		for i := range n {
			for j := range n {
				if i != j {
					up += d.points[i*n+j]
					down += d.games[i*n+j] * s[i] / (odds*s[i] + s[j])
				}
			}
		}
		odds = up / down
	}
	return logs(s), odds
}

func TestFirstSeatAtTheEdges(t *testing.T) {
	d := NewSeatedDuels(2)
	d.Add(0, 1, 5, 5)
	d.Add(1, 0, 5, 5)
	if _, err := FirstSeat(d, 0); err == nil {
		t.Error("the first seat won everything, yet has a finite worth")
	}
	fit, err := FirstSeat(d, DefaultPrior)
	if err != nil || !(fit.Advantage > 200) || math.IsInf(fit.Advantage, 0) || math.Abs(fit.Log[0]) > 1e-9 {
		t.Errorf("with a prior: %+v, %v", fit, err)
	}
	if fit, err = FirstSeat(NewSeatedDuels(3), DefaultPrior); err != nil || fit.Advantage != 0 {
		t.Errorf("no games: %+v, %v", fit, err)
	}
}
