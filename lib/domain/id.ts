import type { IdPrefix } from "../../schema/vocabulary.ts";
import { base62Text } from "./base62.ts";

const ID_CHARACTERS = 20;

/** An opaque id of 119 random bits with its type in front, such as `dev_4Kq…`. */
export const newId = (prefix: IdPrefix, random: (count: number) => Uint8Array): string =>
  `${prefix}_${base62Text(ID_CHARACTERS, random)}`;
