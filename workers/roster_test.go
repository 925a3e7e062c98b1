package workers

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// The numbers and texts of a status message may reach their limits, and no more.
func TestStatusAtItsLimits(t *testing.T) {
	t.Parallel()
	long := func(n int) string { return strings.Repeat("x", n) }
	for name, c := range map[string]struct {
		spoil func(m *status)
		valid bool
	}{
		"nothing but a name":   {func(m *status) { *m = status{V: version, Worker: Worker{ID: "a"}} }, true},
		"a long host":          {func(m *status) { m.Host = long(maxName) }, true},
		"a longer host":        {func(m *status) { m.Host = long(maxName + 1) }, false},
		"a long refusal":       {func(m *status) { m.Refused = long(maxText) }, true},
		"a longer refusal":     {func(m *status) { m.Refused = long(maxText + 1) }, false},
		"a long build":         {func(m *status) { m.Build = Build{Version: long(maxText)} }, true},
		"a longer build":       {func(m *status) { m.Build = Build{Version: long(maxText + 1)} }, false},
		"a bell in the host":   {func(m *status) { m.Host = "\a" }, false},
		"a bell in a refusal":  {func(m *status) { m.Refused = "\a" }, false},
		"a bell in the build":  {func(m *status) { m.Build.Version = "\a" }, false},
		"no slots":             {func(m *status) { m.Slots, m.Busy, m.Held = 0, 0, nil }, true},
		"less than no slots":   {func(m *status) { m.Slots, m.Busy, m.Held = -1, -1, nil }, false},
		"the most slots":       {func(m *status) { m.Slots = maxSlots }, true},
		"more slots":           {func(m *status) { m.Slots = maxSlots + 1 }, false},
		"idle":                 {func(m *status) { m.Busy = 0 }, true},
		"less than idle":       {func(m *status) { m.Busy = -1 }, false},
		"all busy":             {func(m *status) { m.Busy = m.Slots }, true},
		"more busy":            {func(m *status) { m.Busy = m.Slots + 1 }, false},
		"negative tasks":       {func(m *status) { m.Tasks = -1 }, false},
		"negative games":       {func(m *status) { m.Games = -1 }, false},
		"a negative rate":      {func(m *status) { m.Rate = -0.5 }, false},
		"a slow rate":          {func(m *status) { m.Rate = 0.5 }, true},
		"in the future":        {func(m *status) { m.LastSeen = -0.5 }, false},
		"just seen":            {func(m *status) { m.LastSeen = 0.5 }, true},
		"two tasks per slot":   {func(m *status) { m.Held = make([]string, 2*m.Slots) }, true},
		"three tasks per slot": {func(m *status) { m.Held = make([]string, 2*m.Slots+1) }, false},
		"the most programs":    {func(m *status) { m.Programs = slices.Repeat([]string{"p"}, maxPrograms) }, true},
		"more programs":        {func(m *status) { m.Programs = slices.Repeat([]string{"p"}, maxPrograms+1) }, false},
		"a bad program":        {func(m *status) { m.Programs = []string{"p", "q r"} }, false},
	} {
		m := status{V: version, Worker: Worker{ID: "a", Host: "h", Slots: 3, Busy: 1, Tasks: 1, Games: 1, Rate: 1, LastSeen: 1}, Held: []string{"x"}}
		c.spoil(&m)
		if _, err := readStatus(encode(m)); (err == nil) != c.valid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// registered returns a roster without workers, and a function that returns what the roster has called
// since the last call of the function. "changed" stands for a value in the channel.
func registered() (r *roster, events func() []string) {
	var calls []string
	r = newRoster(
		func(w Worker) { calls = append(calls, "joined "+w.ID) },
		func(w Worker) { calls = append(calls, "left "+w.ID) },
	)
	return r, func() []string {
		for {
			select {
			case <-r.changed:
				calls = append(calls, "changed")
				continue
			default:
			}
			out := calls
			calls = nil
			return out
		}
	}
}

// A roster has the workers that have sent a status message recently. It reports who joins and leaves,
// and changes of the number of slots.
func TestRosterFollowsWorkers(t *testing.T) {
	t.Parallel()
	r, events := registered()
	start := time.Now()
	from := func(id string, slots int) status { return status{Worker: Worker{ID: id, Slots: slots}} }
	leaving := func(id string) status { return status{Worker: Worker{ID: id}, Leaving: true} }
	for _, step := range []struct {
		what           string
		do             func()
		workers, slots int
		events         []string
	}{
		{"no worker", func() {}, 0, 0, nil},
		{"an unknown worker leaves", func() { r.update(leaving("x"), start) }, 0, 0, nil},
		{"a joins", func() { r.update(from("a", 2), start) }, 1, 2, []string{"joined a", "changed"}},
		{"b joins", func() { r.update(from("b", 3), start) }, 2, 5, []string{"joined b", "changed"}},
		{"a has news", func() { r.update(from("a", 2), start.Add(time.Second)) }, 2, 5, nil},
		{"a has more slots", func() { r.update(from("a", 4), start.Add(time.Second)) }, 2, 7, []string{"changed"}},
		{"b is silent, but not for long", func() { r.removeSilent(start.Add(goneAfter)) }, 2, 7, nil},
		{"b is silent for long", func() { r.removeSilent(start.Add(goneAfter + 1)) }, 1, 4, []string{"left b", "changed"}},
		{"b joins again", func() { r.update(from("b", 3), start) }, 2, 7, []string{"joined b", "changed"}},
		{"a leaves", func() { r.update(leaving("a"), start) }, 1, 3, []string{"left a", "changed"}},
		{"two join at once", func() { r.update(from("c", 1), start); r.update(from("d", 1), start) }, 3, 5, []string{"joined c", "joined d", "changed"}},
		{"c refuses", func() { r.update(status{Worker: Worker{ID: "c", Slots: 1, Refused: "another build"}}, start) }, 2, 4, nil},
		{"b is excluded", func() { r.ban("b", "wrong") }, 1, 1, []string{"changed"}},
	} {
		step.do()
		if workers, slots := r.count(); workers != step.workers || slots != step.slots {
			t.Errorf("%s: %d workers with %d slots, want %d with %d", step.what, workers, slots, step.workers, step.slots)
		}
		if got := events(); !slices.Equal(got, step.events) {
			t.Errorf("%s: %q, want %q", step.what, got, step.events)
		}
	}
	newRoster(nil, nil).update(from("a", 1), start) // no functions to call
}

// Questions about the workers of a roster: which play, what they play, and who is excluded.
func TestRosterAnswers(t *testing.T) {
	t.Parallel()
	now := time.Now()
	r, _ := registered()
	for _, s := range []status{
		{Worker: Worker{ID: "idle", Host: "h", Slots: 2}},
		{Worker: Worker{ID: "busy", Host: "g", Slots: 1, Busy: 1}, Held: []string{"task 1", "task 2"}},
		{Worker: Worker{ID: "none", Host: "h"}},
		{Worker: Worker{ID: "lies", Host: "f", Slots: 1}, Held: []string{"task 3"}},
	} {
		r.update(s, now)
	}
	if r.refusing() || r.banned("lies") || r.reason("lies") != "" {
		t.Error("a worker refuses or is excluded")
	}
	r.ban("lies", "two wrong results")
	if !r.banned("lies") || r.banned("idle") || r.reason("lies") != "two wrong results" {
		t.Errorf("excluded: %v", r.bans)
	}
	for _, c := range []struct {
		except []string
		want   bool // another worker plays
	}{
		{nil, true}, {[]string{"idle"}, true}, {[]string{"busy"}, true}, {[]string{"busy", "idle"}, false}, {[]string{"busy", "idle", "none", "lies"}, false},
	} {
		if got := r.others(c.except); got != c.want {
			t.Errorf("a worker besides %q plays: %v", c.except, got)
		}
	}
	if got, want := r.reported(), map[string]bool{"task 1": true, "task 2": true}; !reflect.DeepEqual(got, want) {
		t.Errorf("reported tasks: %v, want %v", got, want)
	}
	for subject, want := range map[string]string{"task 1": "g", "task 2": "g", "task 3": "f", "task 4": ""} {
		if got := r.holder(subject); got != want {
			t.Errorf("%s is held on %q, want %q", subject, got, want)
		}
	}
	if w, ok := r.worker("idle"); !ok || w.Host != "h" || w.Slots != 2 {
		t.Errorf("a worker is %+v, %v", w, ok)
	}
	if w, ok := r.worker("nobody"); ok || w.Host != "" {
		t.Errorf("an unknown worker is %+v, %v", w, ok)
	}
	var list []string
	for _, w := range r.list(now.Add(2 * time.Second)) {
		list = append(list, fmt.Sprintf("%s %s %v", w.Host, w.ID, w.LastSeen))
	}
	if want := []string{"f lies 2", "g busy 2", "h idle 2", "h none 2"}; !slices.Equal(list, want) {
		t.Errorf("workers %q, want %q", list, want)
	}
	if list := r.list(now); Slots(list) != 4 || Slots(nil) != 0 {
		t.Errorf("%d slots of %+v", Slots(list), list)
	}
	r.update(status{Worker: Worker{ID: "none", Refused: "another build"}}, now)
	if !r.refusing() {
		t.Error("no worker refuses")
	}
}
