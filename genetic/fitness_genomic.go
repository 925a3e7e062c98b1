package genetic

type Genomic struct{ Prior float64 }

func (j Genomic) Judge(e Evidence) []float64 { return Rating{j.Prior}.Judge(e) }
