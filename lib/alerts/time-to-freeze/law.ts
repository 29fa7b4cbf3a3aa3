import { HOUR_MS, type Moment } from "../../kernel/time.ts";
import { type Column, newColumn } from "./least-squares.ts";

/**
 * How a room without heating follows the outdoors. Newton's law with a time constant τ for what holds the
 * most heat, dT/dt = (Tout + offset + day − T) / τ, seen through air that has a life of its own: what the
 * radiators and the air itself still hold decays fast, a draught pulls the sensor towards the outdoors at
 * once, and the sun (`day`, a wave of 24 hours) comes and goes. All but the two time constants is linear, and
 * found by least squares: start, offset, fast, draught, sine and cosine, in this order.
 */
export type Unknowns = Column;

const RADIANS_AN_HOUR = (2 * Math.PI) / 24;

/**
 * A row for each of some moments: the hours since a first one, the outdoors then and half-way since the row before, and the
 * day's wave half-way.
 */
export type Rows = { hours: Column; outdoor: Column; outdoorBefore: Column; sine: Column; cosine: Column };

/** Looked up once for all time constants that are tried. */
export function rowsOf(moments: readonly Moment[], first: Moment, outdoor: (at: Moment) => number): Rows {
  const size = moments.length;
  const [hours, outdoors, outdoorBefore] = [newColumn(size), newColumn(size), newColumn(size)];
  const [sine, cosine] = [newColumn(size), newColumn(size)];
  let before = first;
  for (let row = 0; row < size; row += 1) {
    const at = moments[row] ?? before;
    const halfWay = (before + at) / 2;
    const angle = ((halfWay / HOUR_MS) % 24) * RADIANS_AN_HOUR;
    hours[row] = (at - first) / HOUR_MS;
    outdoors[row] = outdoor(at);
    outdoorBefore[row] = outdoor(halfWay);
    sine[row] = Math.sin(angle);
    cosine[row] = Math.cos(angle);
    before = at;
  }
  return { hours, outdoor: outdoors, outdoorBefore, sine, cosine };
}

/** What each reading is made of: what the outdoors alone explains (`known`), and the coefficients of the unknowns. */
export type Terms = {
  known: Column;
  left: Column;
  gone: Column;
  draught: Column;
  sine: Column;
  cosine: Column;
};

export function termsOf(rows: Rows, start: number, tauHours: number): Terms {
  const size = rows.hours.length;
  const [known, lefts, gone] = [newColumn(size), newColumn(size), newColumn(size)];
  const [draughts, sines, cosines] = [newColumn(size), newColumn(size), newColumn(size)];
  let [forced, sine, cosine, left, before, span, kept] = [0, 0, 0, 1, 0, 0, 1];
  for (let row = 0; row < size; row += 1) {
    const hours = rows.hours[row] ?? 0;
    // Most rows are as far from the one before as that is from its own.
    if (hours - before !== span) {
      span = hours - before;
      kept = Math.exp(-span / tauHours);
    }
    forced = forced * kept + (rows.outdoorBefore[row] ?? 0) * (1 - kept);
    sine = sine * kept + (rows.sine[row] ?? 0) * (1 - kept);
    cosine = cosine * kept + (rows.cosine[row] ?? 0) * (1 - kept);
    left *= kept;
    before = hours;
    known[row] = forced;
    lefts[row] = left;
    gone[row] = 1 - left;
    draughts[row] = (rows.outdoor[row] ?? 0) - forced - start * left;
    sines[row] = sine;
    cosines[row] = cosine;
  }
  return { known, left: lefts, gone, draught: draughts, sine: sines, cosine: cosines };
}

/** How much is left of the air's own life in each row. */
export const fastLeftIn = ({ hours }: Rows, fastHours: number): Column =>
  hours.map((at) => Math.exp(-at / fastHours));
