import {
  NewPasskey,
  PasskeyCreation,
  PasskeyEdit,
  PasskeyEnded,
  PasskeyList,
  PasskeyMade,
  PasskeyRemoval,
  PasskeyRuleEdit,
  RecoveryCodes,
} from "../../wire/account/passkeys.ts";
import { Ok } from "../../wire/text.ts";
import { makes, type RouteDescription, shows } from "../route.ts";

const audience = "session";

/** The person's own, whatever their role in a home. */
export const PASSKEY_ROUTES: RouteDescription[] = [
  {
    id: "account.passkeys.list",
    method: "get",
    path: "/api/account/passkeys",
    summary: "List passkeys",
    about: "`required`: mail alone does not sign in. `recovery_codes_left` counts those that were not used.",
    audience,
    answers: shows(PasskeyList, "The passkeys"),
  },
  {
    id: "account.passkeys.ask",
    method: "post",
    path: "/api/account/passkey-options",
    summary: "Request options for a new passkey",
    about:
      "What a browser hands to `navigator.credentials.create()`. Asks for a fresh proof; works once, for 5 minutes, in this session.",
    audience,
    answers: shows(PasskeyCreation, "WebAuthn's `PublicKeyCredentialCreationOptionsJSON`"),
    refusals: [403, 409],
  },
  {
    id: "account.passkeys.create",
    method: "post",
    path: "/api/account/passkeys",
    summary: "Add a passkey",
    about:
      "`response` is WebAuthn's `RegistrationResponseJSON`. Asks for a fresh proof. The person is told by mail.",
    audience,
    body: NewPasskey,
    answers: makes(PasskeyMade, "The passkey"),
    refusals: [403, 409],
  },
  {
    id: "account.passkeys.update",
    method: "patch",
    path: "/api/account/passkeys/{id}",
    summary: "Rename a passkey",
    about: "The name is the person's own; the authenticator does not learn it.",
    audience,
    body: PasskeyEdit,
    answers: shows(Ok, "Renamed"),
  },
  {
    id: "account.passkeys.delete",
    method: "delete",
    path: "/api/account/passkeys/{id}",
    summary: "Remove a passkey",
    about:
      "Whatever it signed in is signed out, but for this session; `end_others=true` signs out every other browser and phone. Asks for a fresh proof. 409 for the last one of an account that asks for a passkey.",
    audience,
    query: PasskeyRemoval,
    answers: shows(PasskeyEnded, "Removed, and how many were signed out"),
    refusals: [403, 409],
  },
  {
    id: "account.passkeys.rule",
    method: "put",
    path: "/api/account/passkey-rule",
    summary: "Ask for a passkey at sign-in",
    about:
      "While `required`, a mailed link or code needs one of the recovery codes beside it. 409 without a passkey and recovery codes. Asks for a fresh proof.",
    audience,
    body: PasskeyRuleEdit,
    answers: shows(PasskeyEnded, "Set, and how many were signed out"),
    refusals: [403, 409],
  },
  {
    id: "account.recoveryCodes.create",
    method: "post",
    path: "/api/account/recovery-codes",
    summary: "Make new recovery codes",
    about:
      "Ten, each for once, shown in this answer alone. Those from before stop working. Asks for a fresh proof.",
    audience,
    answers: makes(RecoveryCodes, "The codes"),
    refusals: [403],
  },
];
