import type { Db } from "../../lib/kernel/db.queries.ts";

/** How well a cell knows what a request comes with; the greatest answers, the first cell of several. */
export const KNOWN = { no: 0, invited: 1, yes: 2, inSession: 3 } as const;
type Known = (typeof KNOWN)[keyof typeof KNOWN];

/** What a request comes with, by which its home is found. */
export type Presented = {
  knownIn: (db: Db) => Promise<Known>;
} & (
  | {
      /** Under this the instance remembers where it is. */
      mark: string;
      /** Whether this is what is answered to one that nobody knows. */
      isUnknown: (answer: Response) => boolean;
    }
  /** No cell is asked for an answer before all have said whether they know it: a try counts once. */
  | { mark: null }
);

/** What a group's requests come with; null for one that any cell may answer. Opens nothing. */
export type Door = (request: Request) => Presented | null | Promise<Presented | null>;

export const knownIf = async (is: Promise<boolean>) => ((await is) ? KNOWN.yes : KNOWN.no);

/** What a link that is over, or that nobody has sent, is answered. */
export const isRefused = ({ status }: Response): boolean => status === 404 || status === 410;
