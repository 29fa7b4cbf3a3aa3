import type { EvidenceVerdict, GivenEvidence } from "../../schema/wire/evidence.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { Services } from "../kernel/services.actions.ts";
import { base64UrlBytes } from "../kernel/text.ts";
import {
  type ChainVerdict,
  canonicalText,
  daysOf,
  dayText,
  EVIDENCE_ALGORITHM,
  EVIDENCE_LIMITS,
  judgeChain,
} from "./chain.ts";
import { findDocument, findKey, listChain, type StoredDocument } from "./evidence.queries.ts";

export type VerifyPorts = Pick<Services, "db" | "signatures" | "digestText">;

type Check = EvidenceVerdict["checks"]["chain"];

const UNLOOKED: Check = {
  holds: null,
  is: "not_looked_at",
  says: "Not looked at, because this document is not in our record",
};

/** Says of a document what holds: its signature, that we issued it, and that the record before it is whole. */
export async function verifyEvidence(
  ports: VerifyPorts,
  given: GivenEvidence,
): Promise<Outcome<EvidenceVerdict>> {
  const text = canonicalText(given.document);
  if (text === null) return refuse("invalid_request", '"document" has no canonical form');
  const { id } = given.document;
  const documentId = typeof id === "string" ? id : null;
  const [signature, stored] = await Promise.all([
    checkSignature(ports, given, text),
    documentId === null ? null : findDocument(ports.db, documentId),
  ]);
  const record = checkRecord(stored, await ports.digestText(text));
  const chain = stored === null || !record.holds ? UNLOOKED : await checkChain(ports, stored, given.document);
  const checks = { signature, record, chain };
  const holds = Object.values(checks).every((check) => check.holds === true);
  return done({ holds, document_id: documentId, checks });
}

async function checkSignature(
  { db, signatures }: VerifyPorts,
  { signature }: GivenEvidence,
  text: string,
): Promise<Check> {
  if (signature.algorithm !== EVIDENCE_ALGORITHM)
    return {
      holds: false,
      is: "unknown_algorithm",
      says: `Evidence is signed with ${EVIDENCE_ALGORITHM} alone`,
    };
  const key = await findKey(db, signature.key);
  if (key === null)
    return {
      holds: false,
      is: "unknown_key",
      says: "The key was never one of this installation's: ask whoever is named as its issuer",
    };
  const publicKey = base64UrlBytes(key.publicKey);
  const bytes = base64UrlBytes(signature.value);
  const isSigned =
    publicKey !== null &&
    bytes !== null &&
    (await signatures.verify(publicKey, new TextEncoder().encode(text), bytes));
  return isSigned
    ? { holds: true, is: "signed", says: "Signed by this installation, and not changed since" }
    : {
        holds: false,
        is: "changed",
        says: "The signature does not belong to this text: the document or its signature was changed",
      };
}

function checkRecord(stored: StoredDocument | null, digest: string): Check {
  if (stored === null)
    return {
      holds: false,
      is: "not_found",
      says: "This installation has no record of it: it was never issued here, or its home was deleted",
    };
  return stored.digest === digest
    ? { holds: true, is: "recorded", says: "It is the document that was recorded when it was issued" }
    : { holds: false, is: "differs", says: "Another text was recorded under this document's id" };
}

async function checkChain(
  { db, digestText }: VerifyPorts,
  stored: StoredDocument,
  document: GivenEvidence["document"],
): Promise<Check> {
  const { householdId, position: upTo, previous } = stored;
  const rows = await listChain(db, { householdId, upTo, limit: EVIDENCE_LIMITS.chainMax });
  const hashes = await Promise.all(daysOf(rows).map((day) => digestText(dayText(day))));
  const said = (document.chain as { previous?: unknown } | undefined)?.previous;
  if (said !== previous) return shownChain({ is: "broken", day: stored.day });
  const isWhole = rows.length < EVIDENCE_LIMITS.chainMax || rows[0]?.position === 1;
  return shownChain(judgeChain(rows, hashes, isWhole));
}

function shownChain(verdict: ChainVerdict): Check {
  switch (verdict.is) {
    case "whole":
      return { holds: true, is: "whole", says: `The record up to it is whole: ${verdict.links} documents` };
    case "missing_link":
      return {
        holds: false,
        is: "missing_link",
        says: `Document ${verdict.position} of the home's record is missing`,
      };
    case "broken":
      return {
        holds: false,
        is: "broken",
        says: `The record of ${verdict.day} does not fit the days around it`,
      };
    default:
      return verdict satisfies never;
  }
}
