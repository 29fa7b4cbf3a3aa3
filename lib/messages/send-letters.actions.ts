import type { Language } from "../../schema/vocabulary.ts";
import type { Services } from "../kernel/services.actions.ts";
import { enqueueMessages, newDedupeKeys } from "./enqueue.queries.ts";
import { type LetterHome, listLetterHomes } from "./letters.queries.ts";
import { MESSAGE_LIMITS } from "./limits.ts";
import type { Letter } from "./mail/letter.ts";
import { homeLetter, lettersDue } from "./mail/onboarding-emails.ts";
import type { SealedMessage } from "./message.ts";
import { sealMail } from "./seal-message.actions.ts";

export type LetterPorts = Pick<Services, "db" | "clock" | "random" | "serverVault" | "baseUrl">;

type Due = { home: LetterHome; letter: Letter; recipient: string; key: string; language: Language };

/**
 * Reminders of the trial's end and first steps, each once a home and owner. Answers how many were written.
 */
export async function sendLetters(ports: LetterPorts): Promise<{ letters: number }> {
  const now = ports.clock();
  let letters = 0;
  for (let afterId = ""; ; ) {
    const homes = await listLetterHomes(ports.db, afterId, now);
    const due = homes.flatMap((home) => dueOf(home, now));
    const isNew = await newDedupeKeys(
      ports.db,
      due.map(({ key }) => key),
    );
    const messages: SealedMessage[] = [];
    for (const one of due) if (isNew.has(one.key)) messages.push(await messageOf(ports, one));
    letters += await enqueueMessages(ports.db, messages, now);
    const last = homes.at(-1);
    if (last === undefined || homes.length < MESSAGE_LIMITS.lettersMax) return { letters };
    afterId = last.id;
  }
}

/** A trial that was given anew gets its reminders anew. */
const dueOf = (home: LetterHome, now: Date): Due[] =>
  lettersDue(home.facts, now.getTime()).flatMap((letter) =>
    home.owners.map(({ userId, email: recipient, language }) => {
      const which = letter.startsWith("trial") ? `/${home.facts.trialEndsAtMs}` : "";
      return { home, letter, recipient, language, key: `letter/${home.id}/${letter}${which}/${userId}` };
    }),
  );

const messageOf = (
  ports: LetterPorts,
  { home, letter, recipient, key, language }: Due,
): Promise<SealedMessage> =>
  sealMail(ports, {
    householdId: home.id,
    recipient,
    dedupeKey: key,
    kind: letter,
    content: homeLetter(letter, home.name, `${ports.baseUrl}/`, language),
  });
