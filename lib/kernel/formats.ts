/** Making a format takes a hundred times as long as using it. Beyond this many, made by zones that people choose, all are made anew. */
const KEPT_MAX = 500;

const kept = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function keptFor<F extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => F): F {
  const known = kept.get(key);
  if (known !== undefined) return known as F;
  const made = make();
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(key, made);
  return made;
}

export const numberFormat = (language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  keptFor(`number ${language} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(language, options));

/** @throws RangeError where the runtime does not know `options.timeZone` */
export const dateFormat = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  keptFor(`date ${language} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(language, options));
