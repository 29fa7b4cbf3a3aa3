import { nameText } from "../outgoing/notice/plain-text.ts";

/** The other homes of a home's city that take part, and how many of them are without power or internet just now. */
export type Neighbours = { city: string; homes: number; dark: number };

/** Fewer that are dark are nobody's business: each would be one home's. */
const DARK_MIN = 3;
const TENTHS = 10;

/** One sentence for whoever hears that a home has gone silent: whether it is the home or the area. */
export function neighboursText({ city, homes, dark }: Neighbours): string {
  const where = nameText(city, "your city");
  if (dark < DARK_MIN)
    return `Hardly any other home in ${where} that takes part is dark: look at the home's own fuse and router first.`;
  const share = Math.round((TENTHS * dark) / homes) * (100 / TENTHS);
  const some = share === 0 ? "Some other homes" : `About ${share}% of the other homes`;
  return `${some} in ${where} that take part are dark too: it is more than this home.`;
}
