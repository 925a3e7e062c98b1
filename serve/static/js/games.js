// The list of the games: shows the tally.
import { byId } from "./play/dom.js";
import { showTally } from "./play/tally.js";

showTally(byId("tally"));
