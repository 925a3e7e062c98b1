// What modules hand to each other, for whoever reads them and for editors: every module
// knows these types by their names. No page loads this file.

/** What a board is drawn from. */
interface View {
  /** what the server says is to be drawn */
  scene: any;
  /** the constant part of it */
  layout: any;
  /** the legal ones */
  moves: string[];
  /** the seat to move */
  turn: number;
  seats: number;
  over: boolean;
  /** whether whoever looks may move */
  open: boolean;
  /** what an agent thinks of the moves, or null */
  rating: any;
  /** of the moves, for the seat to move */
  values: Map<string, number>;
  overlays: Set<string>;
  /** a move that is proposed, or "" */
  hint: string;
  /** the field under the pointer */
  point: string | null;
  /** whether the board is seen from the other side */
  flip: boolean;
  /** what was played */
  past: {seat: number, move: string, told: string}[];
  /** of the seats */
  names: string[];
}

type Hooks = {play: (moves: string[]) => void, redraw: () => void, think: () => Promise<any>};

/** A board of one game. */
interface Face {
  paint: (v: View) => Picture;
  act?: (v: View, id: string, event: {shift: boolean, long: boolean}) => void;
  /** names of the seats, where they are not letters */
  sides?: string[];
  /** whether the board can be turned */
  flips?: boolean;
  /** what the bar shows in place of an agent's values */
  worth?: (v: View) => number[];
  /** a value that is a clear advantage */
  scale?: number;
  controls?: (v: View) => any[];
  detail?: (v: View, id: string) => string;
  /** leaves a selection; false if there was none */
  escape?: () => boolean;
}

/** A place that can be pointed at, in units of the picture. */
type Field = {id: string, x: number, y: number, w: number, h: number, name: string, can?: boolean, shape?: number[][]};

/** least: its width in pixels, at least */
type Picture = {width: number, height: number, least?: number, wide?: boolean, parts: any[], fields: Field[]};

/** A position of a table that was visited: how it was reached, and the server's answer, null until it is asked for. */
type Visited = {answer: any, played: any, parent: Visited | null, children: Visited[], ply: number, next: Visited | null};

/** A table, and what its page does when it changes. */
interface Table {
  engine: string;
  settings: Record<string, string>;
  layout: any;
  /** the position that is shown, a Visited */
  node: any;
  /** the board, a Face */
  face: any;
  /** who sits there, see play/seats.js */
  seats: any;
  /** what sets up a position, while one is set up: see play/setup.js */
  editor: any;
  hint: string;
  /** what agents think of the moves */
  ratings: any[];
  busy: boolean;
  /** agents wait, since somebody looks at an earlier position */
  paused: boolean;
  /** agents play for everybody */
  playing: boolean;
  /** whoever looks moves for everybody */
  analysing: boolean;
  changed?: () => void;
  told?: (text: string) => void;
  problem?: (text: string, ...more: any[]) => void;
  ended?: (a: any) => void;
  /** milliseconds before an agent's move */
  pace?: () => number;
  /** how long agents may think */
  think?: () => any;
}

/** Who sits at a table; source "" is a person. */
type Seat = {source: string, settings: Record<string, string>};

/** A line of a chart, by the number of its colour; band: the two series between which the room is filled. */
type Series = {label: string, color?: number, dash?: boolean, band?: number[], quiet?: boolean};

/** A chart: the names of its axes, and in data x and then each series. */
type Spec = {x: string, y: string, series: Series[], data: (number|null)[][], note: string};

type Round = {round: number, total_games: number, best_fitness: number|null, mean_fitness: number|null, fitness_spread: number|null, best?: {weights: Record<string, number>}};
