package external

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// hostileVariable is the environment variable that makes the test binary an agent that
// misbehaves in a mode, usually at its third move.
const hostileVariable = "LANISTA_HOSTILE"

func TestMain(m *testing.M) {
	if mode := os.Getenv(hostileEngineVariable); mode != "" {
		(&hostileEngine{mode: mode, out: bufio.NewWriter(os.Stdout)}).run()
		return
	}
	if mode := os.Getenv(hostileGTPVariable); mode != "" {
		(&hostileGTP{mode: mode, out: bufio.NewWriter(os.Stdout)}).run()
		return
	}
	if mode := os.Getenv(hostileXBoardVariable); mode != "" {
		(&hostileXBoard{mode: mode, out: bufio.NewWriter(os.Stdout)}).run()
		return
	}
	if mode := os.Getenv(hostileVariable); mode != "" {
		(&hostile{mode: mode, out: bufio.NewWriter(os.Stdout)}).run()
		return
	}
	if mode := os.Getenv(rulesVariable); mode != "" {
		playRules(mode)
		return
	}
	if status, is := playBoard(); is {
		os.Exit(status)
	}
	_ = flag.Set("test.parallel", "8") // mostly they wait for programs that do not answer; the command line may say otherwise
	status := m.Run()
	for _, environment := range left() {
		fmt.Fprintln(os.Stderr, "a process is left:", environment)
		status = 1
	}
	os.Exit(status)
}

// hostile is an agent that plays the first legal move, or an arena that decides games by
// weights and seed.
type hostile struct {
	mode  string
	out   *bufio.Writer
	q     request
	nth   float64 // the weight nth
	style string  // the weight style
	unit  float64 // the weight unit
	moves int     // asked for so far
	seen  bool
	games int // played as an arena
	begun int // games begun as an agent
}

type request struct {
	ID      int64           `json:"id"`
	Do      string          `json:"do"`
	Ply     int             `json:"ply"`
	Legal   []string        `json:"legal"`
	Moves   []string        `json:"moves"`
	Weights map[string]any  `json:"weights"`
	Seed    uint64          `json:"seed"`
	Seats   json.RawMessage `json:"seats"`
}

const forever = time.Hour

// turnVariable is the environment variable with the folder of the files askedFile and answeredFile. The
// mode "slow" creates askedFile at its third request, and answers when there is answeredFile. The mode
// "twice slowly" answers a second time when there is askedFile, and then creates answeredFile. So the
// second answer comes during the turn of a slow opponent.
const turnVariable, askedFile, answeredFile = "LANISTA_TURN", "asked", "answered"

// createTurnFile creates a file in the folder that turnVariable names.
func createTurnFile(name string) {
	if err := os.WriteFile(filepath.Join(os.Getenv(turnVariable), name), nil, 0o600); err != nil {
		panic(err)
	}
}

// awaitTurnFile waits until there is a file in the folder that turnVariable names.
func awaitTurnFile(name string) {
	for until := time.Now().Add(patient); time.Now().Before(until); time.Sleep(time.Millisecond) {
		if _, err := os.Stat(filepath.Join(os.Getenv(turnVariable), name)); err == nil {
			return
		}
	}
	panic("there is no file " + name)
}

func (h *hostile) run() {
	switch h.mode {
	case "slow start":
		time.Sleep(forever)
	case "deaf":
		_ = os.Stdin.Close()
		time.Sleep(forever)
	case "exit at once":
		fmt.Fprintln(os.Stderr, "cannot find model.bin")
		os.Exit(3)
	case "banner":
		fmt.Println("Welcome to my bot 1.0")
	case "welcome": // and nothing else
		fmt.Println("Welcome to my bot 1.0")
		time.Sleep(forever)
	case "prompt":
		fmt.Print("name? ")
		time.Sleep(forever)
	case "mark":
		fmt.Print("\xef\xbb\xbf")
	}
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			break
		}
		h.q = request{}
		if err := json.Unmarshal([]byte(line), &h.q); err != nil {
			panic(err)
		}
		if h.q.Do == "quit" {
			break
		}
		h.answer()
		if h.mode != "buffered" {
			_ = h.out.Flush()
		}
	}
	_ = h.out.Flush()
	switch h.mode {
	case "ignores quit":
		time.Sleep(forever)
	case "fails at end":
		os.Exit(3)
	}
}

// say writes an answer with some fields.
func (h *hostile) say(fields string) {
	if fields != "" {
		fields = "," + fields
	}
	end := "\n"
	if h.mode == "crlf" {
		end = "\r\n"
	}
	id := fmt.Sprint(h.q.ID)
	if h.mode == "float id" {
		id += ".0"
	}
	fmt.Fprintf(h.out, "{\"id\": %s%s}%s", id, fields, end)
}

func (h *hostile) answer() {
	switch h.q.Do {
	case "hello":
		h.hello()
	case "new":
		h.nth, _ = h.q.Weights["nth"].(float64)
		h.style, _ = h.q.Weights["style"].(string)
		h.unit, _ = h.q.Weights["unit"].(float64)
		h.begun++
		if h.mode == "exit on new" {
			os.Exit(0)
		}
		h.say("")
	case "move":
		if h.mode == "two games" && h.begun > 2 {
			os.Exit(0)
		}
		if h.mode == "thinks without end" && h.q.Ply == 0 && len(h.q.Moves) > 0 { // outside of a game
			time.Sleep(forever)
		}
		if h.moves++; h.moves == 3 && h.misbehave() {
			return
		}
		h.say(`"move":"` + h.choose() + `"`)
	case "play":
		h.play()
	case "ping", "end":
		h.say("")
	default:
		if h.mode == "refuses" {
			panic("what is " + h.q.Do)
		}
		h.say("")
	}
}

func (h *hostile) hello() {
	version, role, most, sure, start := "1", "", 9, "true", "0"
	switch h.mode {
	case "wrong default":
		start = `"zero"`
	case "style":
		h.say(`"ludus":1,"name":"hostile","deterministic":true,"wants":["legal"],"weights":[{"name":"style","kind":"choices","choices":["timid","plain","count"],"default":"timid"}]`)
		return
	case "ratio", "ratio wrong":
		h.say(`"ludus":1,"name":"hostile","deterministic":true,"scale_free":true,"weights":[{"name":"nth","min":0,"max":9,"default":4},{"name":"unit","min":0,"max":9,"default":2}]`)
		return
	case "old":
		version = "7"
	case "many":
		most = 999
	case "unsure":
		sure = "false"
	case "arena", "arena crash", "arena forfeit", "arena places", "arena malformed", "arena moves", "arena chance", "arena constant", "arena moody", "arena sleep", "arena first weights":
		role = `,"role":"arena","seats":[1,3],"players":["wall"]`
		switch h.mode {
		case "arena moves":
			role += `,"chance":false`
		case "arena chance":
			role += `,"chance":true`
		}
	}
	h.say(`"ludus":` + version + `,"name":"hostile","deterministic":` + sure + `,"wants":["legal","moves","end"],` +
		`"weights":[{"name":"nth","min":0,"max":` + fmt.Sprint(most) + `,"default":` + start + `,"kind":"integer"}]` + role)
}

// choose returns the move whose number is the weight.
func (h *hostile) choose() string {
	n := int(h.nth)
	switch h.mode {
	case "moody":
		n += h.moves / 7
	case "shouts":
		return strings.ToUpper(h.q.Legal[0])
	case "stubborn":
		n = 0
	case "style": // only the choice in the middle plays other moves
		if h.style == "plain" {
			n = len(h.q.Legal) - 1
		}
	case "ratio": // of the weights
		n = int(h.nth / max(h.unit, 0.1))
	case "ratio wrong": // their sum
		n = int(h.nth + h.unit)
	case "hashes": // the same in each process, but different between processes
		n += os.Getpid()
	case "grudge": // plays the same again, unless it has seen other weights
		if h.seen = h.seen || n > 0; h.seen {
			n = len(h.q.Legal) - 1
		}
	}
	return h.q.Legal[n%len(h.q.Legal)]
}

// misbehave behaves as the mode says and reports whether that was the answer.
func (h *hostile) misbehave() bool {
	move := `"move":"` + h.choose() + `"`
	switch h.mode {
	case "noise":
		fmt.Fprint(h.out, "thinking...\n[1,2,3]\n\n")
		return false
	case "twice":
		h.say(move)
		h.say(move)
	case "twice slowly": // the second time to the next request
		h.say(move)
		_ = h.out.Flush()
		awaitTurnFile(askedFile)
		h.q.ID++
		h.say(move)
		_ = h.out.Flush()
		createTurnFile(answeredFile)
	case "slow":
		createTurnFile(askedFile)
		awaitTurnFile(answeredFile)
		return false
	case "crash once":
		if f, err := os.OpenFile(os.Getenv("LANISTA_ONCE"), os.O_CREATE|os.O_EXCL, 0o600); err == nil {
			_ = f.Close()
			panic("on purpose")
		}
		return false
	case "half a line":
		fmt.Fprintf(h.out, `{"id":%d,%s`, h.q.ID, move)
	case "closed input":
		_ = os.Stdin.Close()
		h.say(move)
		_ = h.out.Flush()
		time.Sleep(forever)
	case "old id":
		fmt.Fprintf(h.out, "{\"id\":%d,%s}\n", h.q.ID-1, move)
	case "list":
		fmt.Fprint(h.out, "[1,2,3]\n")
	case "utf-16":
		for _, c := range []byte(fmt.Sprintf("{\"id\":%d,%s}\n", h.q.ID, move)) {
			_, _ = h.out.Write([]byte{0, c})
		}
	case "late":
		time.Sleep(900 * time.Millisecond)
		return false
	case "late and gone":
		time.Sleep(forever)
	case "late crash":
		time.Sleep(900 * time.Millisecond)
		panic("on purpose")
	case "late nonsense":
		time.Sleep(900 * time.Millisecond)
		fmt.Fprintln(h.out, `{"id":"none"}`)
	default:
		breakDown(h.mode)
		return h.speakBadly(move)
	}
	return true
}

// breakDown misbehaves as a process, in any protocol. It returns if the mode is about
// something else or if the process can go on.
func breakDown(mode string) {
	switch mode {
	case "stderr":
		for range 4 << 10 {
			fmt.Fprintln(os.Stderr, strings.Repeat("e", 1023))
		}
	case "crash":
		panic("on purpose")
	case "exit 0":
		os.Exit(0)
	case "segfault":
		segfault()
	case "closed output":
		_ = os.Stdout.Close()
		time.Sleep(forever)
	case "grandchild", "daemon":
		c := exec.Command(os.Args[0])
		if mode == "daemon" {
			c.SysProcAttr = ownSession()
		}
		c.Env = append(os.Environ(), hostileVariable+"=slow start", hostileEngineVariable+"=", hostileXBoardVariable+"=", hostileGTPVariable+"=")
		c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
		if err := c.Start(); err != nil {
			panic(err)
		}
		os.Exit(0)
	case "sleep":
		time.Sleep(forever)
	}
}

// speakBadly writes an answer that the protocol does not have.
func (h *hostile) speakBadly(move string) bool {
	say := func(format string, args ...any) { fmt.Fprintf(h.out, format+"\n", args...) }
	switch h.mode {
	case "later id":
		say(`{"id":%d,%s}`, h.q.ID+1, move)
	case "zero id":
		say(`{"id":0,%s}`, move)
	case "half id":
		say(`{"id":%d.5,%s}`, h.q.ID-1, move)
	case "other case": // fields of its own, whose names differ from those of the protocol
		say(`{"id":%d,%s,"Error":"none","ID":1,"Move":7,"RESIGN":true}`, h.q.ID, move)
	case "text id":
		say(`{"id":"%d",%s}`, h.q.ID, move)
	case "no id":
		say(`{%s}`, move)
	case "NaN":
		say(`{"id":%d,%s,"score":NaN}`, h.q.ID, move)
	case "pretty":
		say("{\n  \"id\": %d,\n  %s\n}", h.q.ID, move)
	case "two objects":
		say(`{"id":%d,%s} {"id":%d}`, h.q.ID, move, h.q.ID)
	case "long":
		say(`{"id":%d,%s,"x":"%s"}`, h.q.ID, move, strings.Repeat("x", 10<<20))
	case "no move":
		say(`{"id":%d}`, h.q.ID)
	case "null move":
		say(`{"id":%d,"move":null}`, h.q.ID)
	case "number":
		say(`{"id":%d,"move":3}`, h.q.ID)
	case "chatter":
		for i := range 20_000 {
			say("line %d", i)
		}
	case "z9":
		say(`{"id":%d,"move":"z9"}`, h.q.ID)
	case "not legal":
		say(`{"id":%d,"move":"a1"}`, h.q.ID)
	case "error":
		say(`{"id":%d,"error":"out of \u001b[31m memory"}`, h.q.ID)
	case "traced error":
		fmt.Fprint(os.Stderr, "Traceback (most recent call last):\n  File \"/a/bot.py\", line 36, in move\n    self.w['blok']\nKeyError: 'blok'\n")
		say(`{"id":%d,"error":"KeyError: 'blok'"}`, h.q.ID)
	case "resign":
		say(`{"id":%d,"resign":true}`, h.q.ID)
	default:
		return false
	}
	return true
}

// play plays a game of an arena. The score is the weight plus a little from the seed.
func (h *hostile) play() {
	var seats []struct {
		Player  string             `json:"player"`
		Weights map[string]float64 `json:"weights"`
	}
	_ = json.Unmarshal(h.q.Seats, &seats)
	h.games++
	var scores, places []string
	for i, s := range seats {
		score := s.Weights["nth"] + float64(h.q.Seed%7)
		if s.Player == "wall" {
			score = 3
		}
		switch h.mode {
		case "arena constant":
			score = 1
		case "arena moody":
			score += float64(h.games)
		case "arena first weights":
			score = seats[0].Weights["nth"] + float64((h.q.Seed+uint64(i))%7)
		}
		scores = append(scores, fmt.Sprint(score))
		places = append(places, fmt.Sprint(i+1))
	}
	switch h.mode {
	case "arena crash":
		if h.games == 3 {
			fmt.Fprintln(os.Stderr, "no dice")
			os.Exit(4)
		}
	case "arena forfeit":
		h.say(`"forfeit":1,"why":"seat 2 hung"`)
		return
	case "arena places":
		h.say(`"places":[` + strings.Join(places, ",") + `],"plies":12`)
		return
	case "arena moves", "arena chance":
		h.say(`"places":[` + strings.Join(places, ",") + `],"start":"heap","moves":["` + scores[0] + `","pass"]`)
		return
	case "arena sleep":
		time.Sleep(forever)
	case "arena malformed":
		h.say(`"places":[1,9],"scores":[1,2]`)
		return
	}
	h.say(`"scores":[` + strings.Join(scores, ",") + `]`)
}
