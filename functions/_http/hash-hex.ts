import { secretHash } from "../../lib/kernel/statements.queries.ts";
import { hexText } from "../../lib/kernel/text.ts";

const HASH_BYTES = 16;

/** 128 bits of a secret's hash as hex: names it (to a limiter, in a tag) without being it. */
export const shortHex = (hash: Uint8Array): string => hexText(hash.subarray(0, HASH_BYTES));

/** The same of a text that nobody has hashed yet. */
export const hashHex = async (text: string): Promise<string> => shortHex(await secretHash(text));
