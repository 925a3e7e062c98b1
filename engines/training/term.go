package training

// Term is a feature of a position with a value other than 0. Column is the index of its weight.
type Term struct {
	Column int32
	Value  float32
}
