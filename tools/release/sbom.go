package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/url"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// billOfMaterials returns a CycloneDX document with the modules of a program, read from the
// information that the Go compiler stored in the program.
func billOfMaterials(program []byte, version string, date time.Time) ([]byte, error) {
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(program)
	self := module(info.Main.Path, "v"+version)
	self.Type, self.Name, self.Version = cdx.ComponentTypeApplication, "lanista", version
	self.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(sum[:])}}
	self.Licenses = &cdx.Licenses{{License: &cdx.License{ID: "MIT"}}}
	components := []cdx.Component{module("std", strings.TrimPrefix(info.GoVersion, "go"))}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		c := module(m.Path, m.Version)
		if sum, ok := strings.CutPrefix(m.Sum, "h1:"); ok {
			digest, err := base64.StdEncoding.DecodeString(sum)
			if err != nil {
				return nil, fmt.Errorf("checksum of %s: %w", m.Path, err)
			}
			c.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(digest)}}
		}
		components = append(components, c)
	}
	var uses []string
	for _, c := range components {
		uses = append(uses, c.BOMRef)
	}
	bill := cdx.NewBOM()
	bill.Metadata = &cdx.Metadata{
		Timestamp: date.Format(time.RFC3339),
		Authors:   &[]cdx.OrganizationalContact{{Name: authors}},
		Component: &self,
	}
	bill.Components = &components
	bill.Dependencies = &[]cdx.Dependency{{Ref: self.BOMRef, Dependencies: &uses}}
	var out bytes.Buffer
	err = cdx.NewBOMEncoder(&out, cdx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(bill, cdx.SpecVersion1_6)
	return out.Bytes(), err
}

// module returns the entry of a Go module in the bill of materials, with its name and version and
// the package URL that identifies it.
func module(path, version string) cdx.Component {
	reference := "pkg:golang/" + path + "@" + url.QueryEscape(version)
	return cdx.Component{Type: cdx.ComponentTypeLibrary, BOMRef: reference, PackageURL: reference, Name: path, Version: version}
}
