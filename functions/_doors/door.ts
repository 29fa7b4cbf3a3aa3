import type { Db } from "../../lib/kernel/db.queries.ts";
import { type PresentedSecretType, secretExists } from "../../lib/kernel/exists.queries.ts";
import { secretTypeOf } from "../../lib/kernel/secret.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";

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
      /** True if this is the answer for an unknown secret. */
      isUnknown: (answer: Response) => boolean;
    }
  /** No cell may answer before all have said if they know it: a try counts once. */
  | { mark: null }
);

/** What a group's requests come with; null for one that any cell may answer. Opens nothing. */
export type Door = (request: Request) => Presented | null | Promise<Presented | null>;

export const knownIf = async (is: Promise<boolean>) => ((await is) ? KNOWN.yes : KNOWN.no);

/** What a link that is over, or that nobody has sent, is answered. */
export const isRefused = ({ status }: Response): boolean => status === 404 || status === 410;

/** Requests with a secret of one home; one of another type opens nothing here, and no cell is asked about it. */
export const machineDoor =
  (type: PresentedSecretType): Door =>
  (request) => {
    const { pathname, searchParams } = new URL(request.url);
    // The first secret of the type in a place where a group expects one.
    const secret = [
      ...pathname.split("/"),
      request.headers.get("X-Ingest-Key"),
      request.headers.get("Authorization")?.split(" ").at(-1),
      searchParams.get("p"),
    ].find((place) => secretTypeOf(place ?? "") === type);
    return secret
      ? {
          mark: secret,
          knownIn: async (db) => ((await secretExists(db, type, secret)) ? KNOWN.yes : KNOWN.no),
          isUnknown: ({ status }) => status === (type === SECRET_TYPES.shareToken ? 404 : 401),
        }
      : null;
  };
