import type { SecurityAct } from "../../schema/vocabulary.ts";

/** What a success of the route tells the security log, and what its 401 does. */
type Told = { done: SecurityAct; refused?: SecurityAct };

const SIGN_IN: Told = { done: "signed_in", refused: "sign_in_failed" };
const SIGN_OUT: Told = { done: "signed_out" };
const CREATED: Told = { done: "secret_created" };
const REVEALED: Told = { done: "secret_revealed" };
const ROTATED: Told = { done: "secret_rotated" };
const REVOKED: Told = { done: "secret_revoked" };

/** Every route that signs somebody in or out, or makes, shows, changes or ends a secret: `METHOD /template`. */
export const SECURITY_ROUTES: Readonly<Record<string, Told>> = {
  "POST /api/account/sign-in/code": SIGN_IN,
  "POST /api/account/sign-in/link": SIGN_IN,
  "POST /api/companion/session": SIGN_IN,
  "POST /sign-in/code": SIGN_IN,
  "POST /sign-in/link/:token": SIGN_IN,
  "POST /api/account/session/prove": { done: "proved", refused: "proof_failed" },
  "POST /api/account/sign-out": SIGN_OUT,
  "DELETE /api/companion/session": SIGN_OUT,
  "DELETE /api/account/sessions/:id": { done: "sessions_ended" },
  "POST /api/account/admin/end-sessions": { done: "sessions_ended" },
  "POST /api/account/api-keys": CREATED,
  "POST /api/account/share-links": CREATED,
  "POST /api/account/inbound-tokens": CREATED,
  "POST /api/account/devices": CREATED,
  "POST /api/v1/devices": CREATED,
  "POST /api/account/contacts": CREATED,
  "POST /api/pucks/register": CREATED,
  "POST /api/devices/reveal-ingest-key": REVEALED,
  "GET /api/devices/:id/ingest-key-callout": REVEALED,
  "POST /api/account/devices/:id/reveal-ingest-key": REVEALED,
  "GET /api/account/devices/:id/ingest-key-callout": REVEALED,
  "POST /api/devices/:id/rotate-ingest-key": ROTATED,
  "POST /api/account/devices/:id/rotate-ingest-key": ROTATED,
  "POST /api/v1/devices/:id/rotate-ingest-key": ROTATED,
  "DELETE /api/account/api-keys/:id": REVOKED,
  "DELETE /api/account/share-links/:id": REVOKED,
  "DELETE /api/account/inbound-tokens/:id": REVOKED,
  "DELETE /api/account/devices/:id": REVOKED,
  "DELETE /api/v1/devices/:id": REVOKED,
  "DELETE /api/account/contacts/:id": REVOKED,
  "DELETE /api/pucks/:deviceId": REVOKED,
  "POST /api/account/keys/revoke": REVOKED,
  "DELETE /api/account/members/:id": REVOKED,
  "DELETE /api/account/household": { done: "home_deleted" },
};
