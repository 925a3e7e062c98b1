// Types that several modules use. They are global, so that JSDoc comments can name them.
// No page loads this file.

/** Everything that a board is drawn from. */
interface View {
  /** the position, as the server describes it */
  scene: any;
  /** the part of the scene that depends only on the settings */
  layout: any;
  /** legal moves */
  moves: string[];
  /** the seat to move */
  turn: number;
  seats: number;
  over: boolean;
  /** whether the user may move */
  open: boolean;
  /** an agent's values of the moves, or null */
  rating: any;
  /** values of the moves for the seat to move */
  values: Map<string, number>;
  overlays: Set<string>;
  /** suggested move, or "" */
  hint: string;
  /** ID of the field under the pointer */
  point: string | null;
  /** whether the board is turned */
  flip: boolean;
  /** moves made so far */
  past: {seat: number, move: string, words?: string, event: string}[];
  /** names of the seats */
  names: string[];
}

type Hooks = {play: (moves: string[]) => void, redraw: () => void, think: () => Promise<any>};

/** The board of a game. */
interface Face {
  paint: (v: View) => Picture;
  act?: (v: View, id: string, event: Press) => void;
  /** handles an arrow key or a swipe; false if the board does not use them */
  slide?: (v: View, to: string) => boolean;
  /** whether the moves of both sides have one number, as in chess */
  pairs?: boolean;
  /** names of the seats; without it, letters */
  sides?: string[];
  /** whether the board can be turned */
  flips?: boolean;
  /** values for the evaluation bar in place of an agent's */
  worth?: (v: View) => number[];
  /** value of a clear advantage */
  scale?: number;
  controls?: (v: View) => any[];
  detail?: (v: View, id: string) => string;
  /** clears the selection; false if there was none */
  escape?: () => boolean;
}

/** How a field was pressed. drag: its piece begins to be dragged. */
type Press = {shift: boolean, long: boolean, drag?: boolean};

/** What a board calls: act for a pressed field, point for the field under the pointer, slide for an arrow key or a swipe. */
type BoardHooks = {act: (id: string, event: Press) => void, point: (id: string | null) => void, slide: (to: string) => boolean};

/** A field of a board, in units of the picture. man: the drawing of a piece that can be dragged. */
type Field = {id: string, x: number, y: number, w: number, h: number, name: string, can?: boolean, shape?: number[][], man?: any};

/** A drawing and its fields. least: smallest width in pixels. slides: swipes do not scroll the page. */
type Picture = {width: number, height: number, least?: number, wide?: boolean, slides?: boolean, parts: any[], fields: Field[]};

/** A visited position: the move that led to it, and the server's response, null until it is requested. */
type Visited = {answer: any, played: any, parent: Visited | null, children: Visited[], ply: number, next: Visited | null};

/** The session on the page, and the functions of the page that it calls. */
interface Table {
  engine: string;
  settings: Record<string, string>;
  layout: any;
  /** the current position, a Visited */
  node: any;
  /** the game that a new one has replaced, which undo brings back */
  before: {node: any, layout: any} | null;
  /** the board, a Face */
  face: any;
  /** the seats, see play/seats.js */
  seats: any;
  /** the editor while a position is set up, see play/setup.js */
  editor: any;
  hint: string;
  /** the agents' values of the moves */
  ratings: any[];
  busy: boolean;
  /** agents wait, because the user looks at an earlier position */
  paused: boolean;
  /** agents move for all seats */
  playing: boolean;
  /** the user moves for all seats */
  analysing: boolean;
  changed?: () => void;
  told?: (text: string) => void;
  problem?: (text: string, ...more: any[]) => void;
  ended?: (a: any) => void;
  /** milliseconds before an agent's move */
  pace?: () => number;
  /** time limit of agents */
  think?: () => any;
}

/** The player of a seat; source "" is a person. */
type Seat = {source: string, settings: Record<string, string>};

/** A line of a chart. color: number of its colour. band: two series between which the area is filled. */
type Series = {label: string, color?: number, dash?: boolean, band?: number[], quiet?: boolean};

/** A chart. x, y: labels of the axes. data: values of x, followed by those of every series. */
type Spec = {x: string, y: string, series: Series[], data: (number|null)[][], note: string};

type Round = {round: number, total_games: number, best_fitness: number|null, mean_fitness: number|null, fitness_spread: number|null, best?: {weights: Record<string, number>}};
