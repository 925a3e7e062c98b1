package results

import "strings"

// titles replaces the names of results by words for readers who do not know the methods.
// Stores and documents contain the names.
var titles = strings.NewReplacer(
	"the average of the iterates", "the average of the last steps",
	"the average of the means", "the average of the last centres",
	"the peak of the surface", "the top of the fitted surface",
	"the peak of the field", "the top of the fitted model",
	"average of SPSA", "average of the last steps (SPSA)",
	"average of CMA-ES", "average of the last centres (CMA-ES)",
	" games of RSM", " games that fitted a surface (RSM)",
	"the hall of fame", "the best of an earlier generation",
)

// AnswerTitle returns a result's name in plain words: "the average of the last steps (SPSA)
// after 606 games that fitted a surface (RSM)".
func AnswerTitle(name string) string { return titles.Replace(name) }

// Title returns the name of the result in plain words.
func (a Answer) Title() string { return AnswerTitle(a.Name) }
