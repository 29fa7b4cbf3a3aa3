import type { EvidenceKeys } from "../../schema/wire/evidence.ts";
import type { Services } from "../kernel/services.actions.ts";
import { base64UrlText } from "../kernel/text.ts";
import { DAY_MS } from "../kernel/time.ts";
import { EVIDENCE_ALGORITHM, EVIDENCE_LIMITS, KID_DIGITS } from "./chain.ts";
import { addKey, listKeys } from "./evidence.queries.ts";

export type KeyPorts = Pick<Services, "db" | "clock" | "serverVault" | "signatures" | "digestText">;

type SigningKey = { kid: string; privateKey: Uint8Array };

/** Another one may make a generation at the same time; then that one is taken. */
const KEY_TRIES_MAX = 3;

/**
 * The installation's key, which the first document makes. A new one is made once a year, and where SERVER_SECRET was
 * changed, under which the private key is sealed; what was signed before is checked with the public keys that stay.
 */
export async function signingKey(ports: KeyPorts): Promise<SigningKey> {
  for (let tried = 1; tried <= KEY_TRIES_MAX; tried += 1) {
    const now = ports.clock();
    const [newest] = await listKeys(ports.db, 1);
    const isYoung =
      newest !== undefined && now.getTime() - newest.createdAt.getTime() < EVIDENCE_LIMITS.keyDays * DAY_MS;
    const opened = isYoung
      ? await ports.serverVault.open("evidence-key", newest.kid, newest.sealedPrivateKey)
      : null;
    if (newest !== undefined && opened?.isCurrent) return { kid: newest.kid, privateKey: opened.bytes };
    await makeKey(ports, (newest?.generation ?? 0) + 1, now);
  }
  throw new Error("No key to sign evidence with could be made");
}

async function makeKey(ports: KeyPorts, generation: number, createdAt: Date): Promise<void> {
  const { publicKey, privateKey } = await ports.signatures.generate();
  const publicText = base64UrlText(publicKey);
  const kid = (await ports.digestText(publicText)).slice(0, KID_DIGITS);
  const sealedPrivateKey = await ports.serverVault.seal("evidence-key", kid, privateKey);
  await addKey(ports.db, { generation, kid, publicKey: publicText, sealedPrivateKey, createdAt });
}

/** Every key that ever signed, the newest first. */
export async function showKeys({ db }: Pick<Services, "db">): Promise<EvidenceKeys> {
  const keys = await listKeys(db, EVIDENCE_LIMITS.keysMax);
  return {
    algorithm: EVIDENCE_ALGORITHM,
    keys: keys.map(({ kid, publicKey, createdAt }, index) => ({
      key: kid,
      public_key: publicKey,
      from: createdAt.toISOString(),
      until: keys[index - 1]?.createdAt.toISOString() ?? null,
    })),
  };
}
