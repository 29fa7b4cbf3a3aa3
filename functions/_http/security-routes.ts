import type { SecurityAct } from "../../schema/vocabulary.ts";

/** What a success of the route tells the security log, and what its 401 does. */
type Told = { done: SecurityAct; refused?: SecurityAct };

export type SecurityRoutes = Readonly<Record<string, Told>>;

const SIGN_IN: Told = { done: "signed_in", refused: "sign_in_failed" };
const SIGN_OUT: Told = { done: "signed_out" };
const CREATED: Told = { done: "secret_created" };
const REVEALED: Told = { done: "secret_revealed" };
const ROTATED: Told = { done: "secret_rotated" };
const REVOKED: Told = { done: "secret_revoked" };
const PROVED: Told = { done: "proved", refused: "proof_failed" };
const ENDED: Told = { done: "sessions_ended" };
const HOME_DELETED: Told = { done: "home_deleted" };
const ACCOUNT_DELETED: Told = { done: "account_deleted" };
const PASSKEYS: Told = { done: "passkeys_changed" };
const RIGHTS: Told = { done: "rights_changed" };

/**
 * Every route of the API that signs somebody in or out, changes somebody's rights, or makes, shows, changes or ends a
 * secret: `METHOD /template`.
 */
export const API_SECURITY_ROUTES: SecurityRoutes = {
  "POST /api/account/sign-in/code": SIGN_IN,
  "POST /api/account/sign-in/link": SIGN_IN,
  "POST /api/account/sign-in/passkey": SIGN_IN,
  "POST /api/companion/session": SIGN_IN,
  "POST /api/account/session/prove": PROVED,
  "POST /api/account/session/prove/passkey": PROVED,
  "POST /api/account/passkeys": PASSKEYS,
  "DELETE /api/account/passkeys/:id": PASSKEYS,
  "PUT /api/account/passkey-rule": PASSKEYS,
  "POST /api/account/recovery-codes": CREATED,
  "POST /api/account/sign-out": SIGN_OUT,
  "DELETE /api/companion/session": SIGN_OUT,
  "DELETE /api/account/sessions/:id": ENDED,
  "POST /api/account/admin/end-sessions": ENDED,
  "PATCH /api/account/members/:id": RIGHTS,
  "POST /api/account/invitations": RIGHTS,
  "POST /api/account/invitations/:id/accept": RIGHTS,
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
  "POST /api/account/contacts/:id/rotate-key": ROTATED,
  "DELETE /api/account/contacts/:id/previous-key": REVOKED,
  "DELETE /api/account/api-keys/:id": REVOKED,
  "DELETE /api/account/share-links/:id": REVOKED,
  "DELETE /api/account/inbound-tokens/:id": REVOKED,
  "DELETE /api/account/devices/:id": REVOKED,
  "DELETE /api/v1/devices/:id": REVOKED,
  "DELETE /api/account/contacts/:id": REVOKED,
  "DELETE /api/pucks/:device_id": REVOKED,
  "POST /api/account/keys/revoke": REVOKED,
  "DELETE /api/account/members/:id": REVOKED,
  "DELETE /api/account/household": HOME_DELETED,
  "DELETE /api/account/user": ACCOUNT_DELETED,
};

/** The forms of the pages that do the same. */
export const PAGE_SECURITY_ROUTES: SecurityRoutes = {
  "POST /sign-in/code": SIGN_IN,
  "POST /sign-in/link/:token": SIGN_IN,
  "POST /prove/code": PROVED,
  "POST /passkeys/:id/remove": PASSKEYS,
  "POST /passkeys/rule": PASSKEYS,
  "POST /passkeys/recovery-codes": CREATED,
  "POST /sign-out": SIGN_OUT,
  "POST /sessions/:id/end": ENDED,
  "POST /operator/homes/end-sessions": ENDED,
  "POST /people/:id/role": RIGHTS,
  "POST /people/invitations": RIGHTS,
  "POST /settings/invitations/:id": RIGHTS,
  "POST /operator/homes/:id/plan": RIGHTS,
  "POST /operator/homes/block": RIGHTS,
  "POST /operator/homes/unblock": RIGHTS,
  "POST /settings/pucks": CREATED,
  "POST /sharing/keys": CREATED,
  "POST /sharing/links": CREATED,
  "POST /sharing/inbound": CREATED,
  "POST /devices/new": CREATED,
  "POST /devices/:id/reveal": REVEALED,
  "POST /devices/:id/rotate": ROTATED,
  "POST /notifications/contacts/:id/rotate-key": ROTATED,
  "POST /notifications/contacts/:id/end-previous-key": REVOKED,
  "POST /settings/pucks/:id/remove": REVOKED,
  "POST /sharing/keys/:id/end": REVOKED,
  "POST /sharing/links/:id/end": REVOKED,
  "POST /sharing/inbound/:id/end": REVOKED,
  "POST /devices/:id/remove": REVOKED,
  "POST /sharing/revoke-all": REVOKED,
  "POST /people/:id/remove": REVOKED,
  "POST /settings/delete": HOME_DELETED,
  "POST /settings/account/delete": ACCOUNT_DELETED,
};
