import { type PresentedSecretType, secretExists } from "../../lib/kernel/exists.queries.ts";
import { secretTypeOf } from "../../lib/kernel/secret.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { type Door, KNOWN } from "./door.ts";

/** Requests that carry a secret of one home; one of another type opens nothing here, and no cell is asked for it. */
export const machineDoor =
  (type: PresentedSecretType): Door =>
  (request) => {
    const { pathname, searchParams } = new URL(request.url);
    // The first secret of the type in a place where a group looks for one.
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
