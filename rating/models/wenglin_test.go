package models

import (
	"math"
	"testing"
)

// Values published in the test suites of the openskill libraries.
func TestWengLin(t *testing.T) {
	four := []Skill{
		{27.795084971874736, 8.263160757613477},
		{26.552824984374855, 8.179213704945203},
		{24.68943500312503, 8.083731307186588},
		{20.96265504062538, 8.083731307186588},
	}
	for name, c := range map[string]struct {
		before []Skill // nil for newcomers
		places []int
		want   []Skill
	}{
		"two":   {nil, []int{1, 2}, []Skill{{27.63523138347365, 8.065506316323548}, {22.36476861652635, 8.065506316323548}}},
		"three": {nil, []int{1, 2, 3}, []Skill{{27.868876552746237, 8.204837030780652}, {25.717219138186557, 8.057829747583874}, {21.413904309067206, 8.057829747583874}}},
		"four":  {nil, []int{1, 2, 3, 4}, four},
		"five": {nil, []int{1, 2, 3, 4, 5}, []Skill{
			{27.666666666666668, 8.290556877154474},
			{26.833333333333332, 8.240145629781066},
			{25.72222222222222, 8.179996679645559},
			{24.055555555555557, 8.111796013701358},
			{20.72222222222222, 8.111796013701358},
		}},
		"permuted": {nil, []int{2, 1, 4, 3}, []Skill{four[1], four[0], four[3], four[2]}},
		"all tied": {nil, []int{1, 1, 1, 1}, []Skill{{25, 8.263160757613477}, {25, 8.263160757613477}, {25, 8.263160757613477}, {25, 8.263160757613477}}},
		"two tied": {
			[]Skill{{10, 8}, {5, 10}, {0, 12}},
			[]int{1, 2, 2},
			[]Skill{{11.942833056030613, 7.926463661123746}, {2.938193791485662, 9.65347573412201}, {-1.4023734358082325, 11.323360667700934}},
		},
	} {
		before := c.before
		for len(before) < len(c.places) {
			before = append(before, WengLin{}.Newcomer())
		}
		for i, got := range (WengLin{}).Update(before, c.places) {
			if math.Abs(got.Mean-c.want[i].Mean) > 1e-9 || math.Abs(got.Deviation-c.want[i].Deviation) > 1e-9 {
				t.Errorf("%s: player %d: %v, want %v", name, i, got, c.want[i])
			}
		}
	}
	far := WengLin{}.Update([]Skill{{1e9, 1}, {-1e9, 1}}, []int{2, 1})
	if math.IsNaN(far[0].Mean) || math.IsNaN(far[1].Deviation) {
		t.Errorf("far apart: %v", far)
	}
	if len((WengLin{}).Update(nil, nil)) != 0 {
		t.Error("nobody has a skill")
	}
}
