const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Bytes at or over this would favour the first letters: 256 is no multiple of 62. */
const FAIR_BYTES = 248;

/** `length` characters drawn evenly from `random(count)`, which answers that many CSPRNG bytes. */
export function base62Text(length: number, random: (count: number) => Uint8Array): string {
  let text = "";
  while (text.length < length) {
    for (const byte of random(length)) {
      if (byte < FAIR_BYTES && text.length < length) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}

/** A non-negative integer below 2^53 in exactly `length` digits, most significant first. */
export function base62Number(value: number, length: number): string {
  let digits = "";
  let rest = value;
  for (let place = 0; place < length; place += 1) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
