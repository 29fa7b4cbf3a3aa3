import { type IdPrefix, SECRET_TYPES, type SecretType } from "../../schema/vocabulary.ts";

const RANDOM_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6;
const FORM = /^hw_([a-z]{3})_[0-9A-Za-z]{38}$/;
const ID_CHARACTERS = 20;

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Bytes from this value on are skipped: 256 is not a multiple of 62, so they would favor the first characters. */
const FAIR_BYTES = 248;

const REVERSED_POLYNOMIAL = 0xedb8_8320;

/** The table of CRC-32: the eight bit steps of each byte value in one. */
const STEPS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let step = byte;
  for (let bit = 0; bit < 8; bit += 1) step = (step >>> 1) ^ (step & 1 ? REVERSED_POLYNOMIAL : 0);
  return step;
});

/** Returns `length` uniformly random base62 characters. `random(count)` returns `count` bytes from a CSPRNG. */
export function base62Text(length: number, random: (count: number) => Uint8Array): string {
  let text = "";
  while (text.length < length) {
    for (const byte of random(length)) {
      if (byte < FAIR_BYTES && text.length < length) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}

/** Writes a non-negative integer below 2^53 in exactly `length` base62 digits, most significant first. */
export function base62Number(value: number, length: number): string {
  let digits = "";
  let rest = value;
  for (let place = 0; place < length; place += 1) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

/**
 * Creates a secret: `hw_<type>_`, 32 random base62 characters (190 bits), and a CRC-32 of the text so far in 6
 * characters. Secret scanners recognize the form, and the checksum rejects a mistyped secret without a database call.
 */
export function newSecret(type: SecretType, random: (count: number) => Uint8Array): string {
  const body = `hw_${type}_${base62Text(RANDOM_CHARACTERS, random)}`;
  return body + checksum(body);
}

export function isWellFormedSecret(type: SecretType, text: string): boolean {
  if (FORM.exec(text)?.[1] !== type) return false;
  const body = text.slice(0, -CHECKSUM_CHARACTERS);
  return text.slice(-CHECKSUM_CHARACTERS) === checksum(body);
}

/** Returns the type of a secret with a valid form and checksum, even if we never issued it; null for any other text. */
export function secretTypeOf(text: string): SecretType | null {
  const type = Object.values(SECRET_TYPES).find((one) => one === FORM.exec(text)?.[1]);
  return type !== undefined && isWellFormedSecret(type, text) ? type : null;
}

/** The last characters of a secret, by which lists identify a secret that can't be shown again. */
export const secretHint = (secret: string): string => secret.slice(-4);

const checksum = (text: string): string => base62Number(crc32(text), CHECKSUM_CHARACTERS);

/** CRC-32/ISO-HDLC, as in ZIP and PNG, of an ASCII text. Detects any change within 32 consecutive bits. */
function crc32(text: string): number {
  let crc = 0xffff_ffff;
  for (let at = 0; at < text.length; at += 1)
    crc = (crc >>> 8) ^ (STEPS[(crc ^ text.charCodeAt(at)) & 0xff] ?? 0);
  return (crc ^ 0xffff_ffff) >>> 0;
}

/** Creates an opaque id of 119 random bits with a type prefix, such as `dev_4Kq…`. */
export const newId = (prefix: IdPrefix, random: (count: number) => Uint8Array): string =>
  `${prefix}_${base62Text(ID_CHARACTERS, random)}`;
