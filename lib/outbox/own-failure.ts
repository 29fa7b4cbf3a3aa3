import { FAILURES, type OwnFailure } from "../language/channel-words.ts";

export const isOwnFailure = (text: string | null): text is OwnFailure =>
  text !== null && Object.hasOwn(FAILURES.en, text);
