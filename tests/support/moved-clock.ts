/**
 * `CLOCK=2028-02-29T10:00:00Z npm test -- tests/domain`: the tests' processes believe that it is then, and the clock goes
 * on from there. PostgreSQL's own clock stays.
 */
const { CLOCK } = process.env;
const RealDate = Date;
const isMoved = Symbol.for("hearthwatch.moved-clock");

if (CLOCK !== undefined && !(isMoved in globalThis)) {
  const ahead = RealDate.parse(CLOCK) - RealDate.now();
  if (Number.isNaN(ahead)) throw new Error(`CLOCK is no time: ${CLOCK}`);
  class MovedDate extends RealDate {
    constructor(...given: [] | [number | string | Date]) {
      super(...(given.length === 0 ? ([RealDate.now() + ahead] as [number]) : given));
    }
    static override now(): number {
      return RealDate.now() + ahead;
    }
  }
  Object.assign(globalThis, { Date: MovedDate, [isMoved]: true });
}
