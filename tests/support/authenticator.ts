import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** The faults that a test can put into an authenticator's answer. */
export type Twist = {
  origin?: string;
  rpId?: string;
  /** The person was present, but not verified. */
  unverified?: boolean;
  /** The authenticator's counter; by default one more each time, 0 for none. */
  counter?: number;
  challenge?: string;
  userHandle?: string;
  /** The page whose frame contains ours. */
  topOrigin?: string;
  fmt?: string;
};

type CreationOptions = { challenge: string; rp: { id: string }; user: { id: string } };
type RequestOptions = { challenge: string; rpId: string };

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** An authenticator in software (ES256, no attestation), which answers as a phone or a security key does. */
export function newAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credential = randomBytes(32);
  const id = credential.toString("base64url");
  let counter = 0;
  let handle = "";

  const dataOf = (rpId: string, flags: number, twist: Twist, attested = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    counter += 1;
    count.writeUInt32BE(twist.counter ?? counter);
    const seen = twist.unverified ? PRESENT : PRESENT | VERIFIED;
    return Buffer.concat([sha256(twist.rpId ?? rpId), Buffer.from([flags | seen]), count, attested]);
  };
  const clientData = (type: string, challenge: string, twist: Twist) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? origin,
        crossOrigin: twist.topOrigin !== undefined,
        topOrigin: twist.topOrigin,
      }),
    );
  const key = { id, rawId: id, type: "public-key" as const };

  return {
    id,
    create({ challenge, rp, user }: CreationOptions, twist: Twist = {}) {
      handle = user.id;
      const cose = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credential.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credential, cose]);
      const attestation = cborMap([
        ["fmt", twist.fmt ?? "none"],
        ["attStmt", []],
        ["authData", dataOf(rp.id, ATTESTED, twist, attested)],
      ]);
      return {
        ...key,
        response: {
          clientDataJSON: clientData("webauthn.create", challenge, twist).toString("base64url"),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    get({ challenge, rpId }: RequestOptions, twist: Twist = {}) {
      const data = dataOf(rpId, 0, twist);
      const client = clientData("webauthn.get", challenge, twist);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...key,
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
          ...(handle === "" ? {} : { userHandle: twist.userHandle ?? handle }),
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof newAuthenticator>;

const sha256 = (of: string | Buffer): Buffer => createHash("sha256").update(of).digest();

type Cbor = number | string | Buffer | [];

/** Encodes as much of CBOR (RFC 8949) as authenticators need here. */
const cborMap = (entries: [number | string, Cbor][]): Buffer =>
  Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([name, value]) => [cborOf(name), cborOf(value)]),
  ]);

function cborOf(value: Cbor): Buffer {
  if (Array.isArray(value)) return head(5, 0);
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  const bytes = Buffer.from(value);
  return Buffer.concat([head(typeof value === "string" ? 3 : 2, bytes.length), bytes]);
}

function head(type: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(type << 5) | size]);
  if (size < 256) return Buffer.from([(type << 5) | 24, size]);
  return Buffer.from([(type << 5) | 25, size >> 8, size & 0xff]);
}
