package cmd

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// typos are command lines with one mistake each and the word that the error must suggest.
var typos = []struct{ line, meant string }{
	// verbs
	{"evolv risk", "evolve"},
	{"evole risk", "evolve"},
	{"evlove risk", "evolve"},
	{"tune risk", "evolve"},
	{"optimise risk", "evolve"},
	{"optimize risk", "evolve"},
	{"tournement risk-baselines", "tournament"},
	{"tournamnt risk-baselines", "tournament"},
	{"turnament risk-baselines", "tournament"},
	{"run", "runs"},
	{"rusn", "runs"},
	{"preset", "presets"},
	{"engine risk", "engines"},
	{"exprot last", "export"},
	{"eport last", "export"},
	{"chrat last", "chart"},
	{"plot last", "chart"},
	{"exeriment duel.yaml", "experiment"},
	{"experiments duel.yaml", "experiment"},
	{"repaly last", "replay"},
	{"comapre a b", "compare"},
	{"bnech", "bench"},
	{"benchmark", "bench"},
	{"sevre", "serve"},
	{"plya othello", "play"},
	{"agent hare", "agents"},
	{"prft othello", "perft"},
	{"verison", "version"},
	// subcommands and topics
	{"config chekc my.yaml", "check"},
	{"config shwo risk", "show"},
	{"config shcema", "schema"},
	{"etudes mkae hare", "make"},
	{"runs delte first second", "delete"},
	{"runs renmae first second", "rename"},
	{"help exit-code", "exit-codes"},
	{"help exitcodes", "exit-codes"},
	{"help strategy", "strategies"},
	{"help stratagies", "strategies"},
	{"help setings", "settings"},
	{"help enviroment", "environment"},
	{"help evovle", "evolve"},
	{"completion bsah", "bash"},
	{"completion zhs", "zsh"},
	{"notation rsik", "risk"},
	// flags
	{"evolve risk --budgte 500", "--budget"},
	{"evolve risk --buget 500", "--budget"},
	{"evolve risk --games 500", "--budget"},
	{"evolve risk --num-games 500", "--budget"},
	{"evolve risk --num_games 500", "--budget"},
	{"evolve risk --game-file x.pgn", "--games-file"},
	{"evolve risk --games_file x.pgn", "--games-file"},
	{"evolve risk --gamesfile x.pgn", "--games-file"},
	{"evolve risk --stategy spsa", "--strategy"},
	{"evolve risk --startegy spsa", "--strategy"},
	{"evolve risk --algorithm spsa", "--strategy"},
	{"evolve risk --optimiser spsa", "--strategy"},
	{"evolve risk --wokers 2", "--workers"},
	{"evolve risk --worker 2", "--workers"},
	{"evolve risk --threads 2", "--workers"},
	{"evolve risk --concurrency 2", "--workers"},
	{"evolve risk --local_worker 2", "--local-workers"},
	{"evolve risk --sed 2", "--seed"},
	{"evolve risk --seeed 2", "--seed"},
	{"evolve risk --generation 2", "--generations"},
	{"evolve risk --dryrun", "--dry-run"},
	{"evolve risk --dry_run", "--dry-run"},
	{"evolve --resmue last", "--resume"},
	{"evolve --continue last", "--resume"},
	{"evolve risk --databse x.db", "--db"},
	{"runs --sotre x.db", "--db"},
	{"evolve risk --num-gmaes 500", "--budget"},
	{"evolve risk --optimzer spsa", "--strategy"},
	{"evolve risk --jason", "--json"},
	{"evolve risk -budget 500", "--budget"},
	{"tournament risk-baselines --cycle 9", "--cycles"},
	{"tournament risk-baselines --rounds 9", "--cycles"},
	{"tournament risk-baselines --sptr 0,10", "--sprt"},
	{"export first --outptu x.json", "--output"},
	{"export first --out x.json", "--output"},
	{"export first --fromat yaml", "--format"},
	{"chart first --knid weights", "--kind"},
	{"play othello --levle hard", "--level"},
	{"play othello --move-time 2s", "--movetime"},
	{"rate x.csv --anchors a=5", "--anchor"},
	{"rate x.csv --first_seat", "--first-seat"},
	{"bench --strategies spsa", "--strategy"},
	{"bench --see 1-5", "--seeds"},
	{"serve --lsiten :0", "--listen"},
	{"serve --port 8080", "--listen"},
	{"grid hare-grid --leave-one", "--leave-one-out"},
	{"experiment duel.yaml --figures x.svg", "--figure"},
	{"init oak --langauge go", "--language"},
	// words that a flag accepts
	{"evolve risk --strategy spas", "spsa"},
	{"evolve risk --strategy gentic", "genetic"},
	{"evolve risk --strategy cma-es", "cmaes"},
	{"bench --strategy spas", "spsa"},
	{"runs --kind tournement", "tournament"},
	{"runs --status finshed", "finished"},
	{"export first --format jsno", "json"},
	{"export first --format yml", "yaml"},
	{"chart first --kind wieghts -o x.svg", "weights"},
	{"init oak --language pyhton", "python"},
	{"init oak --kind gmae", "game"},
	{"play othello --level hrad", "hard"},
	{"play othello --agent levl:hard", "level:hard"},
	{"check --protocol ucii -- sh", "uci"},
	{"rate /dev/null --model davdison", "davidson"},
	{"rate /dev/null --scale ordoo", "ordo"},
	{"rate absent.csv --model bayes-eloo", "bayeselo"},
	{"rate absent.csv --scale logisitc", "logistic"},
	// presets, games, agents and sets
	{"evolve rsik", "risk"},
	{"evolve risk_quick", "risk-quick"},
	{"evolve riskquick", "risk-quick"},
	{"evolve othello-wcp10", "othello-wpc10"},
	{"tournament risk-baseline", "risk-baselines"},
	{"fit risk-ift", "risk-fit"},
	{"grid hare-gird", "hare-grid"},
	{"presets mineswepper-linear", "minesweeper-linear"},
	{"engines othelo", "othello"},
	{"engines mine-sweeper", "minesweeper"},
	{"perft ches", "chess"},
	{"etudes make haer", "hare"},
	// keys and values after --set
	{"evolve risk --set budget.gmaes=500", "games"},
	{"evolve risk --set bugdet.games=500", "budget"},
	{"evolve risk --set budget.game=500", "games"},
	{"evolve risk --set strategy.nmae=spsa", "name"},
	{"evolve risk --set strategy.procedre=paper", "procedure"},
	{"evolve risk --set strategy.name=genteic", "genetic"},
	{"evolve risk --set strategy.populaton=60", "population"},
	{"evolve risk --set strategy.mutaton.rate=0.1", "mutation"},
	{"evolve risk --set verfication.games=500", "verification"},
	{"evolve risk --set verification.oponents=[default]", "opponents"},
	{"evolve risk --set engine.settings.dept=2", "depth"},
	{"evolve risk --set engine.setings.depth=2", "settings"},
	{"evolve risk --set engine.name=rsk", "risk"},
	{"evolve risk --set opponents=[chmpion]", "champion"},
	{"tournament risk-baselines --set shedule.cycles=2", "schedule"},
	{"tournament risk-baselines --set schedule.kind=gauntlett", "gauntlet"},
	{"eval hare --set dpeth=2 start", "depth"},
	{"play risk --set siez=4", "size"},
	// runs
	{"runs frist", "first"},
	{"runs firts", "first"},
	{"export lsat", "last"},
	{"export latest", "last"},
	{"report fisrt", "first"},
	{"replay firt", "first"},
	{"compare first secnd", "second"},
	{"evolve --resume frst", "first"},
}

// A mistyped command line is a usage error, and nine in ten suggest the word that was meant.
func TestTypos(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "runs.db")
	typed := func(line string) (int, string) {
		var out, errOut bytes.Buffer
		args := strings.Fields(line)
		switch args[0] {
		case "runs", "export", "chart", "report", "replay", "compare", "evolve":
			args = append(args, "--db", db)
		}
		code := Program{Games: games()}.Run(t.Context(), args, strings.NewReader(""), &out, &errOut)
		return code, errOut.String()
	}
	for _, name := range []string{"first", "second"} {
		if code, text := typed("evolve risk --set engine.settings.size=2 --budget 96 --set verification.games=0 --no-progress --name " + name); code != exitDone {
			t.Fatal(text)
		}
	}
	suggested := 0
	for _, typo := range typos {
		code, text := typed(typo.line)
		if code != exitUsage {
			t.Errorf("%s: exit code %d: %s", typo.line, code, text)
		}
		if strings.Contains(text, "did you mean "+typo.meant+"?") {
			suggested++
		} else {
			t.Logf("%s: no %q in %s", typo.line, typo.meant, text)
		}
	}
	t.Logf("%d of %d suggest the right word", suggested, len(typos))
	if 10*suggested < 9*len(typos) || len(typos) < 100 {
		t.Errorf("only %d of %d suggest the right word", suggested, len(typos))
	}
}
