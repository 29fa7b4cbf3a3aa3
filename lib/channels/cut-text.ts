/** Cuts to that many UTF-16 units, which is how providers count, and leaves no half of a pair at the end. */
export function cutText(text: string, unitsMax: number): string {
  if (text.length <= unitsMax) return text;
  const last = text.charCodeAt(unitsMax - 1);
  const isHighHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHighHalf ? unitsMax - 1 : unitsMax);
}

/** The same, with a sign that something was left out. */
export const cutWithEllipsis = (text: string, unitsMax: number): string =>
  text.length <= unitsMax ? text : `${cutText(text, unitsMax - 1)}…`;
