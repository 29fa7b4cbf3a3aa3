import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import type { Evidence, EvidenceContent, EvidenceDocument } from "../../schema/wire/evidence.ts";
import { chooseSensors } from "../devices/sensors.queries.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { newId } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import { base64UrlText } from "../kernel/text.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import type { ReadingSensor } from "../readings/api-reading.ts";
import { listReadings } from "../readings/readings.queries.ts";
import {
  canonicalText,
  dayText,
  EVIDENCE_ALGORITHM,
  EVIDENCE_FORMAT,
  EVIDENCE_LIMITS,
  KID_DIGITS,
} from "./chain.ts";
import {
  addDocument,
  findEvidenceFacts,
  findHead,
  findIssued,
  listDay,
  type StoredDocument,
} from "./evidence.queries.ts";
import {
  type EvidenceFacts,
  evidenceContent,
  type Span,
  sensorsInQuestion,
  spansAround,
} from "./evidence-content.ts";
import { type KeyPorts, signingKey } from "./evidence-key.actions.ts";

export type EvidencePorts = KeyPorts & Pick<Services, "random" | "baseUrl">;

type Ask = { householdId: string; alertId: string };

/** Others may add documents to the home's chain meanwhile. */
const TRIES_MAX = 5;

/**
 * An alert's evidence, signed. As long as nothing has changed the same document is given, byte for byte; else a new one
 * takes the next place in the home's chain.
 */
export async function issueEvidence(ports: EvidencePorts, ask: Ask): Promise<Outcome<Evidence>> {
  const content = await gatherEvidence(ports, ask);
  if (content === null) return refuse("not_found");
  const text = canonicalText(content);
  if (text === null) throw new Error("The evidence has no canonical text");
  const digest = await ports.digestText(text);
  const key = await signingKey(ports);
  for (let tried = 1; tried <= TRIES_MAX; tried += 1) {
    const issued = await findIssued(ports.db, { ...ask, content: digest });
    if (issued !== null && issued.kid === key.kid)
      return done(await signed(ports, key, documentOf(ports, issued, content)));
    const place = await nextPlace(ports, ask.householdId);
    if (place === null) return refuse("evidence_limit");
    const stored = {
      ...{ ...ask, ...place, content: digest, kid: key.kid, digest: "" },
      id: newId(ID_PREFIXES.evidence, ports.random),
      issuedAt: ports.clock(),
    };
    const document = documentOf(ports, stored, content);
    const digestOfDocument = await ports.digestText(textOf(document));
    if (await addDocument(ports.db, { ...stored, digest: digestOfDocument }))
      return done(await signed(ports, key, document));
  }
  return refuse("changed_meanwhile");
}

/** The next place of the home's chain; null where the day has as many documents as it may. */
async function nextPlace({ db, clock, digestText }: EvidencePorts, householdId: string) {
  const today = clock().toISOString().slice(0, 10);
  const head = await findHead(db, householdId);
  if (head === null) return { position: 1, day: today, previous: null };
  const position = head.position + 1;
  // A clock that is behind does not go back in the chain.
  const rows = await listDay(db, householdId, head.day);
  if (today <= head.day)
    return rows.length >= EVIDENCE_LIMITS.perDayMax
      ? null
      : { position, day: head.day, previous: head.previous };
  const digests = rows.map(({ digest }) => digest);
  const previous = await digestText(dayText({ day: head.day, previous: head.previous, digests }));
  return { position, day: today, previous };
}

const documentOf = (
  { baseUrl }: EvidencePorts,
  { id, issuedAt, position, day, previous }: StoredDocument,
  content: EvidenceContent,
): EvidenceDocument => ({
  format: EVIDENCE_FORMAT,
  id,
  issued_at: issuedAt.toISOString(),
  issuer: baseUrl,
  chain: { position, day, previous },
  ...content,
});

function textOf(document: EvidenceDocument): string {
  const text = canonicalText(document);
  if (text === null) throw new Error("The evidence has no canonical text");
  return text;
}

async function signed(
  { signatures }: EvidencePorts,
  { kid, privateKey }: { kid: string; privateKey: Uint8Array },
  document: EvidenceDocument,
): Promise<Evidence> {
  const value = await signatures.sign(privateKey, new TextEncoder().encode(textOf(document)));
  return { document, signature: { algorithm: EVIDENCE_ALGORITHM, key: kid, value: base64UrlText(value) } };
}

/** Null where the home has no such alert. */
async function gatherEvidence(ports: EvidencePorts, ask: Ask): Promise<EvidenceContent | null> {
  const facts = await findEvidenceFacts(ports.db, ask);
  if (facts === null) return null;
  const now = new Date((Math.floor(ports.clock().getTime() / MINUTE_MS) + 1) * MINUTE_MS);
  const spans = spansAround(facts.alert, now);
  const [versions, sensors] = await Promise.all([
    Promise.all(facts.findings.map(({ finding }) => versionOf(ports, finding.settings))),
    sensorsOf(ports, ask.householdId, facts),
  ]);
  const read = await readSpans(ports, sensors, spans, now);
  return evidenceContent({ facts, versions, sensors, spans, ...read });
}

async function versionOf({ digestText }: EvidencePorts, settings: object): Promise<string> {
  return (await digestText(canonicalText(settings) ?? "")).slice(0, KID_DIGITS);
}

async function sensorsOf(
  { db }: EvidencePorts,
  householdId: string,
  facts: EvidenceFacts,
): Promise<ReadingSensor[]> {
  const sensorIds = sensorsInQuestion(facts);
  const { deviceId } = facts.alert;
  if (sensorIds.length === 0 && deviceId === null) return [];
  const ofDevice = sensorIds.length === 0 ? deviceId : null;
  const found = await chooseSensors(db, { householdId, sensorIds, deviceId: ofDevice, key: null });
  const order = (found ?? []).toSorted(
    (a, b) => sensorIds.indexOf(a.sensorId) - sensorIds.indexOf(b.sensorId) || a.position - b.position,
  );
  return order.slice(0, EVIDENCE_LIMITS.sensorsMax);
}

/** The newest readings of each span, oldest first. */
async function readSpans({ db }: EvidencePorts, sensors: ReadingSensor[], spans: Span[], now: Date) {
  const limit = EVIDENCE_LIMITS.readingsPerSpan;
  const read = await Promise.all(
    spans.map((span) => listReadings(db, { sensors, ...span, now, limit: limit + 1 })),
  );
  return {
    readings: read.flatMap((items) => items.slice(-limit)),
    readingsCut: read.some((items) => items.length > limit),
  };
}
