package training

// Term is one feature of a position that is not 0: the place of its weight and
// its value.
type Term struct {
	Column int32
	Value  float32
}
