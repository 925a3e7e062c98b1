package documents

import (
	"errors"

	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/rating/gamefile"
)

// Failed is the document of an error: what went wrong, and where it can be told.
func Failed(err error) any {
	var doc struct {
		Error struct {
			Message string `json:"message"`
			Where   string `json:"where,omitempty"` // file and line
			Key     string `json:"key,omitempty"`
		} `json:"error"`
	}
	doc.Error.Message = err.Error()
	var place *strict.Error // the first of several
	if errors.As(err, &place) {
		doc.Error.Message, doc.Error.Where, doc.Error.Key = place.Err.Error(), place.Where(), place.Key
	}
	var game *gamefile.Error
	if errors.As(err, &game) {
		doc.Error.Message, doc.Error.Where, doc.Error.Key = game.Err.Error(), game.Where(), game.Field
	}
	return doc
}
