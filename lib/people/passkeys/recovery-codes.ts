import { LIMITS } from "../../../schema/limits.ts";

/** Crockford's Base32: no letter looks like a digit. 32 of them, so that every byte draws fairly. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const CHARACTERS = 24;
const GROUP = /.{4}(?=.)/g;
const LOOK_ALIKE: Readonly<Record<string, string>> = { o: "0", i: "1", l: "1" };

/** 120 random bits, in groups that can be typed off paper: `k3m9-…`. */
const newRecoveryCode = (random: (count: number) => Uint8Array): string =>
  Array.from(random(CHARACTERS), (byte) => ALPHABET.charAt(byte % ALPHABET.length))
    .join("")
    .replace(GROUP, "$&-");

export const newRecoveryCodes = (random: (count: number) => Uint8Array): string[] =>
  Array.from({ length: LIMITS.recoveryCodes }, () => newRecoveryCode(random));

/** The one spelling that is hashed, however it was typed; null for what can be none. */
export function bareRecoveryCode(typed: string): string | null {
  const bare = typed
    .toLowerCase()
    .replace(/[\s-]/g, "")
    .replace(/[oil]/g, (letter) => LOOK_ALIKE[letter] ?? letter);
  return bare.length === CHARACTERS && [...bare].every((letter) => ALPHABET.includes(letter)) ? bare : null;
}
