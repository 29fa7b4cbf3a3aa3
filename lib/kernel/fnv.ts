const [OFFSET, PRIME] = [0x811c_9dc5, 0x0100_0193];

/** FNV-1a, 32 bits, from 0 to 2^32 - 1: tells texts apart, and proves nothing. */
export function fnv1a(text: string): number {
  let value = OFFSET;
  for (let place = 0; place < text.length; place += 1)
    value = Math.imul(value ^ text.charCodeAt(place), PRIME);
  return value >>> 0;
}
