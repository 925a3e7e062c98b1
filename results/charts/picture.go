package charts

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/lanista/lanista/keys"
)

// Formats lists the formats in which a [Picture] can be written.
var Formats = []string{"png", "svg", "pdf"}

// init sets the library so that equal pictures have equal bytes, also as a PDF.
func init() {
	fpdf.SetDefaultCatalogSort(true)
	fpdf.SetDefaultCreationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultModificationDate(time.Unix(0, 0).UTC())
}

// Picture is a chart that can be written to a file or embedded in a page.
type Picture struct {
	name          string // description of the contents
	width, height vg.Length
	draw          func(draw.Canvas)
}

// Write writes the picture in one of the [Formats].
func (p Picture) Write(w io.Writer, format string) error {
	var out io.WriterTo
	switch format {
	case "png":
		c := vgimg.NewWith(vgimg.UseWH(p.width, p.height), vgimg.UseDPI(144))
		p.draw(draw.New(c))
		out = vgimg.PngCanvas{Canvas: c}
	case "svg":
		c := vgsvg.New(p.width, p.height)
		p.draw(draw.New(c))
		out = c
	case "pdf":
		c := vgpdf.New(p.width, p.height)
		p.draw(draw.New(c))
		out = c
	default:
		return fmt.Errorf("unknown format %q (%s)", format, keys.Suggest(Formats, format))
	}
	if format != "svg" {
		_, err := out.WriteTo(w)
		return err
	}
	var b bytes.Buffer
	if _, err := out.WriteTo(&b); err != nil {
		return err
	}
	_, err := io.WriteString(w, p.accessible(b.String()))
	return err
}

// accessible adds a text description for screen readers and fallback fonts to an SVG. It also fixes
// the width of two kinds of text, because another font may make them wider. Titles then stay within
// the picture, and texts with foreign characters do not overlap the plot.
func (p Picture) accessible(svg string) string {
	titles := strings.Split(p.name, "\n")
	svg = svgText().ReplaceAllStringFunc(svg, func(element string) string {
		part := svgText().FindStringSubmatch(element)
		size, err := strconv.ParseFloat(part[2], 64)
		title := html.UnescapeString(part[3])
		if err != nil || !slices.Contains(titles, title) && !strings.ContainsFunc(title, foreign) {
			return element
		}
		style := newPlot("", "", "").Title.TextStyle
		style.Font.Size = font.Points(size)
		return fmt.Sprintf(`<text %s textLength="%.5g" lengthAdjust="spacingAndGlyphs">%s</text>`, part[1], style.Width(title).Points(), part[3])
	})
	name := html.EscapeString(strings.ReplaceAll(p.name, "\n", ": "))
	svg = strings.Replace(svg, "<svg ", `<svg role="img" aria-label="`+name+`" `, 1)
	if head, body, ok := strings.Cut(svg, "<g "); ok {
		svg = head + "<title>" + name + "</title>\n<g " + body
	}
	return strings.ReplaceAll(svg, "font-family:Liberation Sans;", "font-family:Liberation Sans,Arimo,Arial,Helvetica,sans-serif;")
}

// foreign reports whether the font of the charts has no glyph for a character. A viewer then draws it
// with another font, in which it may be wider.
func foreign(r rune) bool {
	return r > 0xffff || !unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Common, unicode.Inherited)
}

// svgText matches a text element of an SVG. Its groups are the attributes, the size of the font and
// the text.
var svgText = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<text ([^>]*font-size:([0-9.]+)px[^>]*)>([^<]*)</text>`)
})

// SVG returns the picture as an SVG element that can be embedded in a page.
func (p Picture) SVG() (string, error) {
	var b bytes.Buffer
	if err := p.Write(&b, "svg"); err != nil {
		return "", err
	}
	svg := b.String()
	return svg[max(0, strings.Index(svg, "<svg")):], nil
}

const (
	wide = 18 * vg.Centimeter
	high = 11 * vg.Centimeter
)

const margin = 8 * vg.Length(1)

func single(p *plot.Plot) Picture { return framed(p.Title.Text, wide, high, fitted(p)) }

// fitted returns a function that draws a plot. It reduces the size of the title if the title is
// wider than the plot.
func fitted(p *plot.Plot) func(draw.Canvas) {
	return func(c draw.Canvas) {
		shrink(&p.Title.TextStyle, p.Title.Text, c.Max.X-c.Min.X)
		p.Draw(c)
	}
}

// shrink reduces the font size of style until text fits into the width room, but not below 6
// points.
func shrink(style *text.Style, text string, room vg.Length) {
	for style.Font.Size > 6 && style.Width(text) > room {
		style.Font.Size -= 0.5
	}
}

// framed returns a picture of the given size whose contents are drawn by paint, within margins. name
// describes the contents.
func framed(name string, width, height vg.Length, paint func(draw.Canvas)) Picture {
	return Picture{name, width, height, func(c draw.Canvas) {
		c.SetColor(color.White)
		c.Fill(c.Rectangle.Path())
		paint(draw.Crop(c, margin, -margin, margin, -margin))
	}}
}

// beside returns a picture of one plot with its legend to the right and its title above both.
func beside(p *plot.Plot, room vg.Length) Picture {
	legend := p.Legend
	legend.Top, legend.Left = true, true
	p.Legend = plot.NewLegend()
	title := p.Title
	p.Title.Text = ""
	return framed(title.Text, wide, high, func(c draw.Canvas) {
		style := title.TextStyle
		shrink(&style, title.Text, c.Max.X-c.Min.X)
		c.FillText(style, vg.Point{X: c.Center().X, Y: c.Max.Y + style.FontExtents().Descent}, title.Text)
		c.Max.Y -= style.Rectangle(title.Text).Size().Y + title.Padding
		p.Draw(draw.Crop(c, 0, -room, 0, 0))
		legend.Draw(draw.Crop(c, c.Max.X-c.Min.X-room+margin, 0, 0, 0))
	})
}

// longestLabel is the largest number of characters of a name beside an axis. Longer names are cut.
const longestLabel = 32

func label(name string) string {
	if r := []rune(name); len(r) > longestLabel {
		return string(r[:longestLabel-1]) + "…"
	}
	return name
}

// nominalAxis labels the positions 0, 1, ... of the horizontal axis with names. If there are more
// names than the number straight, they are slanted.
func nominalAxis(p *plot.Plot, names []string, straight int) {
	lo, hi := p.X.Min, p.X.Max
	p.NominalX(names...)
	p.X.Min, p.X.Max = lo, hi
	if len(names) > straight {
		p.X.Tick.Label.Rotation = math.Pi / 4
		p.X.Tick.Label.XAlign = draw.XRight
	}
}

// headroom extends the vertical axis upwards by a fraction of its length, to make space for a
// legend above the lines.
func headroom(p *plot.Plot, share float64) {
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.XOffs = vg.Points(8)
	p.Y.Max += share * (p.Y.Max - p.Y.Min)
}

func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	for _, style := range []*text.Style{
		&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle,
	} {
		style.Font.Variant = "Sans"
	}
	p.Title.TextStyle.Font.Size = font.Points(12)
	p.Title.Padding = font.Points(6)
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font.Size = font.Points(10)
		a.Tick.Label.Font.Size = font.Points(9)
		a.Padding = font.Points(4)
	}
	p.Legend.TextStyle.Font.Size = font.Points(9)
	p.Legend.Padding = font.Points(3)
	p.BackgroundColor = color.White
	return p
}

// palette contains the colours of Okabe and Ito without yellow and black, roughly from dark to
// light, followed by a dark grey.
var palette = []color.NRGBA{
	{0x00, 0x72, 0xb2, 0xff}, // blue
	{0xd5, 0x5e, 0x00, 0xff}, // vermilion
	{0x00, 0x9e, 0x73, 0xff}, // green
	{0xcc, 0x79, 0xa7, 0xff}, // purple
	{0xe6, 0x9f, 0x00, 0xff}, // orange
	{0x56, 0xb4, 0xe9, 0xff}, // sky
	{0x33, 0x33, 0x33, 0xff}, // grey
}

// lineStyle returns a style for the i-th line of a chart. The first lines differ by colour,
// further ones also by dashes.
func lineStyle(i int) draw.LineStyle {
	dashes := [][]vg.Length{nil, {vg.Points(5), vg.Points(2)}, {vg.Points(1), vg.Points(2)}}
	return draw.LineStyle{
		Color:  palette[i%len(palette)],
		Width:  vg.Points(1.6),
		Dashes: dashes[i/len(palette)%len(dashes)],
	}
}

// addDots adds circles to a plot, in the colour of the i-th line of a chart. radius is in points.
func addDots(p *plot.Plot, at plotter.XYs, i int, radius float64) (*plotter.Scatter, error) {
	dots, err := plotter.NewScatter(at)
	if err != nil {
		return nil, err
	}
	dots.GlyphStyle = draw.GlyphStyle{Color: palette[i%len(palette)], Radius: vg.Points(radius), Shape: draw.CircleGlyph{}}
	p.Add(dots)
	return dots, nil
}

func faded(c color.NRGBA) color.NRGBA {
	c.A = 0x38
	return c
}

// ticks places up to about ten axis ticks at whole numbers.
type ticks struct{}

// Ticks returns up to about ten ticks at whole numbers from lo to hi, at equal distances. It
// implements plot.Ticker.
func (ticks) Ticks(lo, hi float64) []plot.Tick {
	step := 1.0
	for _, factor := range slices.Repeat([]float64{2, 2.5, 2}, 8) {
		if (hi-lo)/step <= 10 {
			break
		}
		step *= factor
	}
	step = math.Max(1, math.Round(step))
	var out []plot.Tick
	for v := math.Ceil(lo/step)*step + 0; v <= hi; v += step { // + 0: a negative zero becomes 0
		out = append(out, plot.Tick{Value: v, Label: fmt.Sprintf("%.0f", v)})
	}
	return out
}

// powers places ticks on an axis of decimal logarithms. Its labels are the numbers themselves, such
// as 100 for 2.
type powers struct{}

// Ticks returns ticks for an axis whose coordinates, from lo to hi, are decimal logarithms. The
// labels are the numbers themselves, such as 100 at the coordinate 2. Ticks implements plot.Ticker.
func (powers) Ticks(lo, hi float64) []plot.Tick {
	const narrow, wide = 0.7, 2.5 // in powers of ten
	var out []plot.Tick
	if hi-lo < narrow {
		out = plot.DefaultTicks{}.Ticks(math.Pow(10, lo), math.Pow(10, hi))
		for i := range out {
			out[i].Value = math.Log10(out[i].Value)
		}
		return out
	}
	step := math.Ceil((hi - lo) / 8)
	for power := math.Floor(lo/step) * step; power <= hi; power += step {
		for _, digit := range []float64{1, 2, 5} {
			v := digit * math.Pow(10, power)
			if at := math.Log10(v); at >= lo && at <= hi && (digit == 1 || hi-lo < wide) {
				out = append(out, plot.Tick{Value: at, Label: fmt.Sprintf("%.4g", v)})
			}
		}
	}
	return out
}
