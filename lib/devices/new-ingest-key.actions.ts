import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { newSecret, secretHint } from "../kernel/secret.ts";
import { secretHash } from "../kernel/secret-hash.queries.ts";
import type { Services } from "../kernel/services.actions.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { DEVICE_LIMITS } from "./limits.ts";
import type { KeptIngestKey } from "./new-device.queries.ts";

export type IngestKeyPorts = Pick<Services, "random" | "serverVault" | "keyVault">;

/** A device's new key, and the forms in which it may be kept: the callout's is gone after half an hour. */
export async function newIngestKey(
  { random, serverVault, keyVault }: IngestKeyPorts,
  deviceId: string,
  now: Date,
): Promise<{ ingestKey: string; kept: KeptIngestKey }> {
  const ingestKey = newSecret(SECRET_TYPES.ingestKey, random);
  const kept = {
    hash: await secretHash(ingestKey),
    hint: secretHint(ingestKey),
    sealed: keyVault === null ? null : await keyVault.seal("ingest-key", deviceId, ingestKey),
    callout: await serverVault.seal("ingest-key-callout", deviceId, ingestKey),
    calloutUntil: new Date(now.getTime() + DEVICE_LIMITS.calloutMinutes * MINUTE_MS),
  };
  return { ingestKey, kept };
}
