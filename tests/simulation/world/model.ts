import type { Resolution } from "../../../schema/vocabulary.ts";
import type { Reading } from "../acts/read-pages.ts";

/** What the outside has seen: it is told what the service promised, and knows nothing of how it keeps it. */

/** One body that a device has sent, once or several times, known by the number that it carries. */
export type Sent = {
  marker: number;
  deviceId: string;
  /** When it was measured, as far as the device knows. */
  atMs: number;
  temperature: number;
  isWet: boolean;
  /** Answered 200 at least once. */
  isAcknowledged: boolean;
};

/** A wish of a person: acknowledged, refused, or nobody knows. */
type Wish = {
  homeId: string;
  action: string;
  subject: string | null;
  outcome: "done" | "refused" | "unknown";
};

/** One message that a provider took, once however often it was handed over. */
export type Taken = {
  id: string;
  channel: string;
  recipient: string;
  /** What it says; links differ from message to message, and say nothing. */
  words: string;
  atMs: number;
};

/** One begin of a job's work; what its caller heard of it is null where it ended before or failed. */
export type JobBegin = {
  job: string;
  tickMs: number;
  trigger: string;
  atMs: number;
  endedAtMs: number | null;
  heardAs: "ran" | null;
};

/** What somebody saw of a home, as text. */
type View = { homeId: string; what: string; text: string };

/** A home's readings as they were read page by page, and the bodies that had been acknowledged before. */
export type Walk = { homeId: string; resolution: Resolution; readings: Reading[]; promised: number[] };

export class Model {
  readonly sent = new Map<number, Sent>();
  readonly wishes: Wish[] = [];
  readonly taken = new Map<string, Taken>();
  /** Every time that a message was handed to a provider. */
  readonly handed: { id: string; recipient: string; channel: string; atMs: number; attempt: number }[] = [];
  /** Many posts of one device in less than its minute, after a while without any: how many were accepted. */
  readonly floods: { deviceId: string; posts: number; accepted: number; tookMs: number }[] = [];
  readonly begins: JobBegin[] = [];
  readonly views: View[] = [];
  readonly walks: Walk[] = [];
  #lastMarker = 0;

  #read = 0;

  /** What providers took since this was asked last. */
  unread(): Taken[] {
    const unread = [...this.taken.values()].slice(this.#read);
    this.#read = this.taken.size;
    return unread;
  }

  /** What was read since this was asked last. */
  takeReads(): { views: View[]; walks: Walk[] } {
    return { views: this.views.splice(0), walks: this.walks.splice(0) };
  }

  nextMarker(): number {
    this.#lastMarker += 1;
    return this.#lastMarker;
  }
}
