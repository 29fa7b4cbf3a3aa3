import { OWN_FAILURES, type OwnFailure } from "../../schema/vocabulary.ts";

export const isOwnFailure = (text: string | null): text is OwnFailure =>
  OWN_FAILURES.some((failure) => failure === text);
