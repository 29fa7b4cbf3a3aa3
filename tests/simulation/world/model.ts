import type { Resolution } from "../../../schema/vocabulary.ts";
import type { Reading } from "../acts/read-pages.ts";

/** The view from outside: it knows what the service promised, but not how it works. */

/** A body that a device has sent, once or several times, identified by the number that it carries. */
export type Sent = {
  marker: number;
  deviceId: string;
  /** When it was measured, by the device's clock. */
  atMs: number;
  temperature: number;
  isWet: boolean;
  /** Answered with 200 at least once. */
  isAcknowledged: boolean;
};

/** A person's wish: acknowledged, refused, or with an unknown result. */
type Wish = {
  homeId: string;
  action: string;
  subject: string | null;
  outcome: "done" | "refused" | "unknown";
};

/** A message that a provider accepted, once, however often it was sent. */
export type Taken = {
  id: string;
  channel: string;
  recipient: string;
  /** Its text without links, which differ in each message. */
  words: string;
  atMs: number;
};

/** A begin of a job's work. The caller's answer is null if the job ended early or failed. */
export type JobBegin = {
  job: string;
  tickMs: number;
  trigger: string;
  atMs: number;
  endedAtMs: number | null;
  heardAs: "ran" | null;
};

/** A person's view of a home, as text. */
type View = { homeId: string; what: string; text: string };

/** A home's readings, read page by page, and the bodies that were acknowledged before. */
export type Walk = { homeId: string; resolution: Resolution; readings: Reading[]; promised: number[] };

export class Model {
  readonly sent = new Map<number, Sent>();
  readonly wishes: Wish[] = [];
  readonly taken = new Map<string, Taken>();
  /** Every attempt to send a message to a provider. */
  readonly handed: { id: string; recipient: string; channel: string; atMs: number; attempt: number }[] = [];
  /** Floods: many posts of one device within its minute, after a pause, and how many were accepted. */
  readonly floods: { deviceId: string; posts: number; accepted: number; tookMs: number }[] = [];
  readonly begins: JobBegin[] = [];
  readonly views: View[] = [];
  readonly walks: Walk[] = [];
  #lastMarker = 0;

  #read = 0;

  /** Returns the messages that providers accepted since the last call. */
  unread(): Taken[] {
    const unread = [...this.taken.values()].slice(this.#read);
    this.#read = this.taken.size;
    return unread;
  }

  /** Returns what was read since the last call. */
  takeReads(): { views: View[]; walks: Walk[] } {
    return { views: this.views.splice(0), walks: this.walks.splice(0) };
  }

  nextMarker(): number {
    this.#lastMarker += 1;
    return this.#lastMarker;
  }
}
