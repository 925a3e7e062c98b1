package weights

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"

	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/results/evidence"
)

// largest is more than any weights file needs.
const largest = 16 << 20

// ReadFile reads a weights file: JSON, YAML or CSV, whatever its name.
func ReadFile(path string) (Document, error) {
	f, err := os.Open(path)
	var e *fs.PathError
	if errors.As(err, &e) {
		err = e.Err
	}
	if err != nil {
		return Document{}, fmt.Errorf("%s: %w", path, err)
	}
	defer func() { _ = f.Close() }()
	return Read(f, path)
}

// Read reads what Write wrote as JSON, YAML or CSV, or a user in the same form.
// It is strict: it refuses unknown keys, keys given twice, numbers that are not
// finite, and anything after the document, naming the source and the line.
// Whether the weights suit the engine, [Document.Vector] tells.
func Read(r io.Reader, name string) (Document, error) {
	data, err := io.ReadAll(io.LimitReader(r, largest+1))
	if err != nil {
		return Document{}, fmt.Errorf("%s: %w", name, err)
	}
	if len(data) > largest {
		return Document{}, fmt.Errorf("%s: larger than %d MB", name, largest>>20)
	}
	if isCSV(data) {
		return readCSV(data, name)
	}
	doc, err := strict.Parse(data, name)
	if err != nil {
		return Document{}, err
	}
	var f file
	if err := doc.Decode("", &f); err != nil {
		return Document{}, err
	}
	if err := doc.Locate("", f.validate()); err != nil {
		return Document{}, err
	}
	return f.document(doc.Keys("weights")), nil
}

// file is a document as JSON and YAML have it.
type file struct {
	Engine     string             `yaml:"engine"`
	Name       string             `yaml:"name"`
	Player     string             `yaml:"player"`
	Settings   map[string]plain   `yaml:"settings"`
	Seats      int                `yaml:"seats"`
	Weights    map[string]float64 `yaml:"weights"`
	Rating     *float64           `yaml:"rating"`
	Interval   *[2]float64        `yaml:"interval"`
	Against    string             `yaml:"against"`
	Games      int                `yaml:"games"`
	Verdict    verdict            `yaml:"verdict"`
	Error      map[string]float64 `yaml:"error"`
	Importance map[string]float64 `yaml:"importance"`
	Run        string             `yaml:"run"`
	Status     string             `yaml:"status"`
	Seed       *uint64            `yaml:"seed"`
	Version    string             `yaml:"version"`
	About      string             `yaml:"about"`
}

// verdict is an evidence.Verdict as a file has it, or null.
type verdict struct {
	Text      string     `yaml:"text"`
	Against   string     `yaml:"against"`
	Better    bool       `yaml:"better"`
	KeptStart bool       `yaml:"kept_start"`
	Rating    unknown    `yaml:"rating"`
	Interval  [2]unknown `yaml:"interval"`
	Games     int        `yaml:"games"`

	given bool
}

// UnmarshalNode reads a mapping or null.
func (v *verdict) UnmarshalNode(n strict.Node) error {
	type fields verdict
	if v.given = !n.Null(); v.given {
		n.Decode((*fields)(v))
	}
	return nil
}

// plain is the value of a setting: settings are texts, and "depth: 3" says the
// same as "depth: '3'".
type plain string

// UnmarshalNode reads a scalar as it stands.
func (p *plain) UnmarshalNode(n strict.Node) error {
	text, ok := n.Scalar()
	if !ok {
		return fmt.Errorf("a plain value is needed, not %s", n.Kind())
	}
	*p = plain(text)
	return nil
}

// unknown is a number that may not be known, and is null then.
type unknown float64

// UnmarshalNode reads a number or null.
func (u *unknown) UnmarshalNode(n strict.Node) error {
	if n.Null() {
		*u = unknown(math.NaN())
		return nil
	}
	n.Decode((*float64)(u))
	return nil
}

func (f file) validate() error {
	var mistakes []error
	if f.Engine == "" {
		mistakes = append(mistakes, keys.Errorf("engine", "missing"))
	}
	if f.Weights == nil && f.Player == "" {
		mistakes = append(mistakes, keys.Errorf("weights", "missing"))
	}
	mistakes = append(mistakes, keys.AtLeast(0).Check("games", float64(f.Games)), keys.Within(0, engines.MaxSeats).Check("seats", float64(f.Seats)))
	for key, list := range map[string]map[string]float64{"error": f.Error, "importance": f.Importance} {
		for name := range list {
			if _, ok := f.Weights[name]; !ok {
				mistakes = append(mistakes, keys.Errorf(strict.Join(key, name), "no weight has this name"))
			}
		}
	}
	return errors.Join(mistakes...)
}

// document puts the weights into the order of the file.
func (f file) document(order []string) Document {
	d := Document{
		Engine: f.Engine, Name: f.Name, Player: f.Player, Seats: f.Seats, Rating: f.Rating, Interval: f.Interval, Against: f.Against, Games: f.Games,
		Error: f.Error, Importance: f.Importance, Run: f.Run, Status: f.Status, Seed: f.Seed, Version: f.Version, About: f.About,
	}
	if f.Settings != nil {
		d.Settings = make(engines.Settings, len(f.Settings))
		for name, value := range f.Settings {
			d.Settings[name] = string(value)
		}
	}
	if f.Weights != nil {
		d.Weights = make([]Named, len(order))
		for i, name := range order {
			d.Weights[i] = Named{name, f.Weights[name]}
		}
	}
	if v := f.Verdict; v.given {
		d.Verdict = &evidence.Verdict{
			Text: v.Text, Against: v.Against, Better: v.Better, KeptStart: v.KeptStart, Games: v.Games,
			Rating: evidence.Float(v.Rating), Interval: v.interval(),
		}
	}
	return d
}

// interval reads an end that is not known as open.
func (v verdict) interval() evidence.Interval {
	i := evidence.Interval{Low: float64(v.Interval[0]), High: float64(v.Interval[1])}
	if math.IsNaN(i.Low) {
		i.Low = math.Inf(-1)
	}
	if math.IsNaN(i.High) {
		i.High = math.Inf(1)
	}
	return i
}
