package cmd

import (
	"fmt"
	"os"
	"strings"

	"github.com/lanista/lanista/configs"
)

// fromFile returns a setting's value: the contents of a file where it is
// written @FILE, such as a list of openings or a profile.
func fromFile(value string) (string, error) {
	path, ok := strings.CutPrefix(value, "@")
	if !ok {
		return value, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(string(data)), nil
}

// expand reads the files that settings name, so that what is stored does not
// depend on them.
func expand(settings map[string]configs.Scalar) error {
	for name, value := range settings {
		text, err := fromFile(string(value))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		settings[name] = configs.Scalar(text)
	}
	return nil
}
