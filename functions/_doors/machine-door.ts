import { secretTypeOf } from "../../lib/kernel/secret.ts";
import { type PresentedSecretType, secretExists } from "../../lib/kernel/secret-exists.queries.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { type Door, KNOWN } from "./door.ts";

/** Requests that carry a secret of one home; `unknown` is the status that the group answers to one that nobody knows. */
export const machineDoor =
  (unknown: number): Door =>
  (request) => {
    const { pathname, searchParams } = new URL(request.url);
    // The first well-formed secret in a place where a group looks for one.
    const places = [
      ...pathname.split("/"),
      request.headers.get("X-Ingest-Key"),
      request.headers.get("Authorization")?.split(" ").at(-1),
      searchParams.get("p"),
    ];
    for (const secret of places) {
      const type = secretTypeOf(secret ?? "");
      if (secret && isPresented(type))
        return {
          mark: secret,
          knownIn: async (db) => ((await secretExists(db, type, secret)) ? KNOWN.yes : KNOWN.no),
          isUnknown: ({ status }) => status === unknown,
        };
    }
    return null;
  };

const isPresented = (type: string | null): type is PresentedSecretType =>
  type === SECRET_TYPES.ingestKey ||
  type === SECRET_TYPES.apiKey ||
  type === SECRET_TYPES.inboundToken ||
  type === SECRET_TYPES.shareToken;
