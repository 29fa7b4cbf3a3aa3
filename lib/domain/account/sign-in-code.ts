type Draw = (count: number) => Uint8Array;

const CODES = 1_000_000;
const CODE_DIGITS = 6;
const DRAW_BYTES = 4;
/** The most whole rounds of codes that four bytes hold: draws beyond them would favour the low codes. */
const FAIR_DRAWS = Math.floor(2 ** 32 / CODES) * CODES;

/** Six digits, each code as likely as any other. */
export function newSignInCode(random: Draw): string {
  for (;;) {
    const draw = random(DRAW_BYTES).reduce((number, byte) => number * 256 + byte, 0);
    if (draw < FAIR_DRAWS) return String(draw % CODES).padStart(CODE_DIGITS, "0");
  }
}

/** Compares in the same time however much of it is right. */
export function sameCode(given: string, expected: string): boolean {
  if (given.length !== expected.length) return false;
  let difference = 0;
  for (let index = 0; index < expected.length; index += 1) {
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index);
  }
  return difference === 0;
}
