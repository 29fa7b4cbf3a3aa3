import type { Answer, Call } from "./api.ts";

/** What somebody asks for, and what the activity will call it. */
export type Wish = Omit<Call, "headers"> & {
  /** As the home's activity calls it. */
  action: string;
  /** What it is done to; null where only the answer tells. */
  subject: string | null;
  /** Under the account alone, for somebody who is signed in. */
  isPersonal?: boolean;
  /** Whether the answer says that there was nothing to do. */
  isMoot?: (body: Answer["body"]) => boolean;
  madeIn?: (body: Answer["body"]) => string;
  onDone?: (answer: Answer) => void;
};
