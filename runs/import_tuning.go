package runs

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/keys"
)

// ImportOptions are the values of an imported config that the file of another tuner does not contain.
// The zero value is usable.
type ImportOptions struct {
	Source  string // name of the imported file, for the comment at the top of the config
	Command string // executable of the engine; "" for the command in the file, or ./engine if it has none
	Limit   string // limit of a move; "" for the limit in the file, or clock 8s+80ms if it has none
	Games   int    // budget of games; 0 means 20,000
	// Warning, if not nil, receives a text for every value that had to be changed.
	Warning func(text string)
	// Schedule is the text of weather-factory's file spsa.json, and Match is the text of its file
	// cutechess.json. nil means that there is no such file.
	Schedule, Match []byte
	// Folder is the folder of the imported file, with a slash at its end; "" means the current
	// folder. Paths of the engine and of the opening book are relative to its subfolder tuner.
	Folder string
}

func (o ImportOptions) warn(format string, args ...any) {
	if o.Warning != nil {
		o.Warning(fmt.Sprintf(format, args...))
	}
}

// importedTuning contains the parts of a tuning that were read from the files of another tuner: its
// parameters, its match and its SPSA options.
type importedTuning struct {
	from       string // name of the tuner
	parameters []tunedParameter
	match      importedMatch // zero if the files contain no match
	strategy   []any         // options of SPSA besides those of every import, as keys and values
}

// tunedParameter is a weight in the input file of another tuner, where it is called a parameter.
type tunedParameter struct {
	name            string
	typed, real     bool // the line of the file contains a type; the type is float
	start, min, max float64
	step, rate      float64 // values at the end of the tuning; a rate of 0 means the rate of the schedule
	line            int
}

// importedMatch contains the keys of weather-factory's cutechess.json that have an equivalent in a
// config.
type importedMatch struct {
	Engine  string  `json:"engine"`
	Book    string  `json:"book"`
	TC      float64 `json:"tc"`
	Hash    int     `json:"hash"`
	Threads int     `json:"threads"` // games that are played at once
}

// importedSchedule contains the parameters of SPSA in the file spsa.json of the tuner
// weather-factory. Parameters that the file lacks have their defaults.
type importedSchedule struct {
	A         float64 `json:"a"`
	C         float64 `json:"c"`
	Stability float64 `json:"A"`
	Alpha     float64 `json:"alpha"`
	Gamma     float64 `json:"gamma"`
}

// check returns an error for every invalid number in the schedule.
func (s importedSchedule) check() error {
	share := keys.Range{Max: 1, AboveMin: true}
	wrong := errors.Join(
		keys.Above(0).Check("a", s.A), keys.Above(0).Check("c", s.C), keys.AtLeast(0).Check("A", s.Stability),
		share.Check("alpha", s.Alpha), share.Check("gamma", s.Gamma),
	)
	var mistakes []error
	for _, err := range keys.All(wrong) {
		mistakes = append(mistakes, fmt.Errorf("spsa.json: %w", err))
	}
	return errors.Join(mistakes...)
}

const (
	weatherFactory = "weather-factory"
	// weatherFactoryGamma is weather-factory's default for the power by which the steps fall.
	weatherFactoryGamma = 0.102
)

// weatherFactoryRules returns settings of the game as a list of keys and values. They have the effect of
// the flags with which the tuner weather-factory always starts its matches:
//
//	-resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10 -openings plies=16
func weatherFactoryRules(book string) []any {
	list := []any{
		"resign_moves", 3, "resign_score", 400, "resign_sides", "loser",
		"draw_from", 80, "draw_moves", 8, "draw_score", 10,
	}
	if strings.HasSuffix(book, ".pgn") {
		list = append(list, "openings_plies", 16)
	}
	return list
}

// stepFall returns the step of the tuner weather-factory at a game, as a fraction of its step at
// the first game. games is the number of the game, and gamma the exponent of the schedule.
func stepFall(games, gamma float64) float64 { return math.Pow(games, -gamma) }

// ImportTuning converts the parameters of another tuner to a config of the strategy spsa. The text
// is weather-factory's config.json, or one line per parameter. A line in OpenBench's form contains
// name, int, value, minimum, maximum, c_end, r_end. A line in fishtest's form omits the type.
func ImportTuning(text []byte, o ImportOptions) (string, error) {
	if o.Games == 0 {
		o.Games = 20_000
	}
	var t importedTuning
	var err error
	text = withoutByteOrderMark(text)
	if trimmed := bytes.TrimSpace(text); keys.IsJSONList(trimmed) {
		err = errors.New("it is a JSON list, such as cutechess' engines.json, and has no parameters of a tune: lanista check --protocol uci -- ENGINE prints a config for an engine")
	} else if len(trimmed) > 0 && trimmed[0] == '{' {
		if err = refuseTuningTools(trimmed); err == nil {
			t, err = importWeatherFactory(trimmed, o)
		}
	} else {
		t, err = importLines(string(text))
	}
	if err == nil {
		err = checkImported(t.parameters)
	}
	if err != nil {
		return "", mistake(fmt.Errorf("%s: %w", o.Source, err))
	}
	return importedConfig(t, o)
}

// refuseTuningTools returns an error if the text is a config of the tuning program
// chess-tuning-tools. Its parameters have ranges, but no start values.
func refuseTuningTools(text []byte) error {
	var config struct {
		Ranges map[string]any `json:"parameter_ranges"`
	}
	if err := json.Unmarshal(text, &config); err != nil || config.Ranges == nil {
		return nil // other readers of the text report its mistakes
	}
	return errors.New("it is a config of chess-tuning-tools, which has no start values: write its parameter_ranges as engine.weights of a config; docs/chess-engines.md has a table of the other keys")
}

// withoutByteOrderMark returns text without the byte order mark of UTF-8 at its beginning.
func withoutByteOrderMark(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\ufeff")) }

// importLines parses the SPSA parameters of OpenBench or fishtest, one parameter per line, such
// as "Name, int, 100, 50, 150, 5, 0.002". It skips empty lines and lines that begin with #.
func importLines(text string) (importedTuning, error) {
	t := importedTuning{from: "fishtest"}
	var mistakes []error
	number := 0
	for line := range strings.SplitSeq(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n") {
		number++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		p, err := importLine(line)
		if err != nil {
			mistakes = append(mistakes, fmt.Errorf("line %d: %w", number, err))
			continue
		}
		if p.line = number; p.typed {
			t.from = "OpenBench"
		}
		t.parameters = append(t.parameters, p)
	}
	return t, errors.Join(mistakes...)
}

func importLine(line string) (tunedParameter, error) {
	fields := strings.Split(line, ",")
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	const withType, without = 7, 6
	typed := len(fields) > 1 && (fields[1] == "int" || fields[1] == "float")
	p := tunedParameter{name: fields[0], typed: typed, real: typed && fields[1] == "float"}
	switch {
	case len(fields) == withType && !typed:
		return p, fmt.Errorf("type %q is not int or float", fields[1])
	case typed && len(fields) != withType || !typed && len(fields) != without:
		return p, fmt.Errorf("%d instead of %d fields: name, int or float, value, minimum, maximum, c_end, r_end", len(fields), withType)
	}
	numbers := fields[len(fields)-5:]
	for i, to := range []*float64{&p.start, &p.min, &p.max, &p.step, &p.rate} {
		v, err := strconv.ParseFloat(numbers[i], 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return p, fmt.Errorf("%s: %q is not a number", p.name, numbers[i])
		}
		*to = v
	}
	return p, nil
}

// importWeatherFactory reads a tuning from files of the tuner weather-factory: config.json (text)
// and, if given in o, spsa.json and cutechess.json. The steps in config.json are those of the first
// game; it converts them to those of the last game.
func importWeatherFactory(text []byte, o ImportOptions) (importedTuning, error) {
	t := importedTuning{from: weatherFactory}
	s := importedSchedule{A: 1, C: 1, Stability: float64(o.Games) / 10, Alpha: 0.601, Gamma: weatherFactoryGamma}
	for _, file := range []struct {
		name string
		text []byte
		to   any
	}{{"spsa.json", o.Schedule, &s}, {"cutechess.json", o.Match, &t.match}} {
		if file.text == nil {
			continue
		}
		if err := json.Unmarshal(withoutByteOrderMark(file.text), file.to); err != nil {
			return t, fmt.Errorf("%s: %w", file.name, importedMistake(err))
		}
		if err := repeatedKeys(file.text); err != nil {
			return t, fmt.Errorf("%s: %w", file.name, err)
		}
	}
	if err := repeatedKeys(text); err != nil {
		return t, err
	}
	if err := s.check(); err != nil {
		return t, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil { // the opening brace
		return t, err
	}
	games := float64(o.Games)
	shrunk := s.C * stepFall(games, s.Gamma)
	rate := s.A / math.Pow(games+s.Stability, s.Alpha) / (shrunk * shrunk)
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return t, importedMistake(err)
		}
		var v struct {
			Value *float64 `json:"value"`
			Min   *float64 `json:"min_value"`
			Max   *float64 `json:"max_value"`
			Step  *float64 `json:"step"`
		}
		if err := d.Decode(&v); err != nil {
			return t, fmt.Errorf("%v: %w", key, importedMistake(err))
		}
		if v.Value == nil || v.Min == nil || v.Max == nil || v.Step == nil {
			return t, fmt.Errorf("%v: value, min_value, max_value and step are needed", key)
		}
		t.parameters = append(t.parameters, tunedParameter{name: fmt.Sprint(key), start: *v.Value, min: *v.Min, max: *v.Max, step: *v.Step * shrunk, rate: rate})
	}
	if _, err := d.Token(); err != nil { // the closing brace
		return t, importedMistake(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return t, errors.New("there is text after the closing brace")
	}
	if s.Stability > games {
		o.warn("spsa.json: A is %v, more than the %d games of the tune, so that the first steps are larger than those of weather-factory; --games sets the games, and A should be a tenth of them", s.Stability, o.Games)
	}
	stability := min(1, max(1, s.Stability)/games) // 0 would stand for the default
	t.strategy = []any{"alpha", s.Alpha, "gamma", s.Gamma, "stability", stability}
	return t, nil
}

// repeatedKeys returns an error for every key that occurs twice in an object of a JSON text. It
// returns nil for a text that is not JSON.
func repeatedKeys(text []byte) error {
	if !json.Valid(text) {
		return nil
	}
	d, err := strict.ParseRepeated(text, "")
	if err != nil {
		return err
	}
	var list []error
	for _, e := range strict.All(d.Repeated()) {
		list = append(list, fmt.Errorf("line %d: %s: %w", e.Line, e.Key, e.Err))
	}
	return errors.Join(list...)
}

// importedMistake replaces errors of package json by errors that users understand: a value has the
// wrong type, or the file is incomplete. It returns other errors unchanged.
func importedMistake(err error) error {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), isCutOff(err):
		return errors.New("the file is cut off")
	case !ok:
		return err
	}
	needed := map[reflect.Kind]string{reflect.Float64: "a number", reflect.Int: "a whole number", reflect.String: "a text"}[wrong.Type.Kind()]
	err = fmt.Errorf("%s is needed, not %s", cmp.Or(needed, "an object"), wrong.Value)
	if wrong.Field != "" {
		err = fmt.Errorf("%s: %w", wrong.Field, err)
	}
	return err
}

// isCutOff reports whether err is the error of package json for an incomplete text.
func isCutOff(err error) bool {
	syntax, ok := errors.AsType[*json.SyntaxError](err)
	return ok && syntax.Error() == "unexpected end of JSON input"
}

// checkImported returns an error that lists all parameters that cannot be converted to a config,
// with the reasons.
func checkImported(list []tunedParameter) error {
	if len(list) == 0 {
		return errors.New("no parameter; want weather-factory's config.json or lines of OpenBench")
	}
	var mistakes []error
	seen := make(map[string]bool)
	for _, p := range list {
		wrong := func(format string, args ...any) {
			err := fmt.Errorf("%s: "+format, append([]any{p.name}, args...)...)
			if p.line > 0 {
				err = fmt.Errorf("line %d: %w", p.line, err)
			}
			mistakes = append(mistakes, err)
		}
		switch {
		case p.name == "":
			wrong("a parameter has no name")
		case seen[p.name]:
			wrong("named twice")
		case p.min >= p.max:
			wrong("the minimum %v is not below the maximum %v", p.min, p.max)
		case p.start < p.min || p.start > p.max:
			wrong("%v is not within [%v, %v]", p.start, p.min, p.max)
		case p.step <= 0 || p.rate < 0:
			wrong("the step %v must be above 0, and the rate %v must not be below 0", p.step, p.rate)
		}
		seen[p.name] = true
	}
	return errors.Join(mistakes...)
}

// command returns the command of the program that the file names, or "./engine" if it names none.
// folder is the folder of the file.
func (m importedMatch) command(folder string) string {
	if m.Engine == "" {
		return "./engine"
	}
	command := folder + "tuner/" + m.Engine
	if !filepath.IsAbs(command) {
		command = "./" + command
	}
	return command
}

// limit returns the time control of the file in the form of the setting limit, such as "clock
// 8s+80ms". If the file has none, it returns "clock 8s+80ms".
func (m importedMatch) limit() string {
	if m.TC > 0 {
		plain := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
		return "clock " + plain(m.TC) + "s+" + plain(math.Round(10*m.TC)) + "ms"
	}
	return "clock 8s+80ms"
}

// importedConfig returns the text of the config of a tuning.
func importedConfig(t importedTuning, o ImportOptions) (string, error) {
	match := t.match
	settings := []any{"limit", cmp.Or(o.Limit, match.limit())}
	if match.Book != "" {
		settings = append(settings, "openings", "@"+o.Folder+"tuner/"+match.Book)
	}
	if t.from == weatherFactory {
		settings = append(settings, weatherFactoryRules(match.Book)...)
	}
	command := []string{match.command(o.Folder)}
	if o.Command != "" {
		var err error
		if command, err = splitCommand(o.Command); err != nil {
			return "", mistakef("--command: %w", err)
		}
	}
	program := []any{"command", sequence(command), "protocol", "uci"}
	if match.Hash > 0 {
		program = append(program, "options", mapping("Hash", match.Hash))
	}
	var weights, rates []any
	for _, p := range t.parameters {
		if whole := math.Round(p.start); p.typed && !p.real && whole != p.start {
			whole = min(max(whole, math.Ceil(p.min)), math.Floor(p.max))
			o.warn("%s: %s: the value %v of an int is not a whole number; it is set to %v", o.Source, p.name, p.start, whole)
			p.start = whole
		}
		if p.rate > 0 {
			rates = append(rates, p.name, significant(p.rate, rateDigits))
		}
		w := []any{"start", p.start, "min", p.min, "max", p.max}
		if p.real {
			w = append(w, "kind", "real")
		}
		step := p.step
		if half := (p.max - p.min) / 2; step > half {
			o.warn("%s: %s: the step %v is more than half of the range from %v to %v; it is set to %v", o.Source, p.name, significant(step, stepDigits), p.min, p.max, half)
			step = half
		}
		w = append(w, "step", significant(step, stepDigits))
		weights = append(weights, p.name, mapping(w...))
	}
	spsa := append([]any{"name", "spsa", "schedule", "fishtest"}, t.strategy...)
	if rates != nil {
		spsa = append(spsa, "rate", mapping(rates...))
	}
	block := func(list ...any) *yaml.Node {
		n := mapping(list...)
		n.Style = 0
		return n
	}
	root := block(
		"programs", block("engine", block(program...)),
		"engine", block("name", "chess", "player", "engine", "settings", mapping(settings...), "weights", block(weights...)),
		"strategy", block(spsa...),
		"budget", mapping("games", o.Games),
		"verification", mapping("games", max(400, o.Games/10), "opponents", sequence([]string{"start"})),
		"seed", 1,
	)
	workers := ""
	if match.Threads > 0 {
		workers = fmt.Sprintf(" --workers %d", match.Threads)
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "# Parameters of %s from %s. Check the command, the limit and the openings:\n#\n#   lanista check FILE\n#   lanista evolve FILE%s\n", t.from, o.Source, workers)
	e := yaml.NewEncoder(&out)
	e.SetIndent(2)
	if err := errors.Join(e.Encode(root), e.Close()); err != nil {
		return "", err
	}
	return out.String(), nil
}

// These are the numbers of significant digits of steps and rates in an imported config. Steps have
// more digits than the four of weather-factory, so that an export gives the original steps again.
const (
	stepDigits = 6
	rateDigits = 4
)

// significant rounds a number to the given number of significant digits.
func significant(v float64, digits int) float64 {
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
	if err != nil {
		return v
	}
	return short
}

// mapping returns a YAML mapping on one line. list contains each key followed by its value.
func mapping(list ...any) *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Style: yaml.FlowStyle}
	for i := 0; i < len(list); i += 2 {
		var key yaml.Node
		key.SetString(list[i].(string))
		value, ok := list[i+1].(*yaml.Node)
		if !ok {
			value = new(yaml.Node)
			_ = value.Encode(list[i+1]) // texts and numbers can be encoded
		}
		n.Content = append(n.Content, &key, value)
	}
	return n
}

// sequence returns a YAML list of texts on one line.
func sequence(list []string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Style: yaml.FlowStyle}
	for _, text := range list {
		var v yaml.Node
		v.SetString(text)
		n.Content = append(n.Content, &v)
	}
	return n
}

// configStepFall returns the ratio of a search's last step to its first step in weather-factory's
// schedule of SPSA. It returns 0 if the config names no strategy or does not limit the games.
func configStepFall(c configs.Config) float64 {
	var o struct {
		Gamma float64 `yaml:"gamma"`
	}
	if c.Strategy.Kind == 0 || c.Strategy.Decode(&o) != nil || c.Budget.Games == 0 {
		return 0
	}
	if o.Gamma == 0 {
		o.Gamma = weatherFactoryGamma
	}
	return stepFall(float64(c.Budget.Games), o.Gamma)
}
