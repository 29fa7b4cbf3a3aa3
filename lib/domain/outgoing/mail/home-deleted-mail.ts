import type { MessageContent } from "../message.ts";
import { mailOf } from "./mail-layout.ts";
import { subjectText } from "./subject-text.ts";

export type HomeDeletedMail = { home: string; deletedBy: string; at: Date };

/** For every member: a home that watches nothing any more must not be noticed by its frozen pipes. */
export function homeDeletedMail({ home, deletedBy, at }: HomeDeletedMail): MessageContent {
  const when = `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const what = `${deletedBy} deleted the home "${subjectText(home)}" on ${when}.`;
  const then = "Its sensors are no longer watched, nobody is told anything, and its readings are erased.";
  return {
    subject: "A home of yours on Hearthwatch was deleted",
    ...mailOf({
      home: subjectText(home),
      title: "This home was deleted",
      severity: "warning",
      paragraphs: [what, then],
    }),
  };
}
