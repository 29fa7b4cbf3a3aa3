import type { Child } from "hono/jsx";
import { relyingPartyOf } from "../../../lib/people/passkeys/passkey.ts";
import { useTeller } from "./teller-scope.ts";

type Props = {
  ceremony: "sign-in" | "register";
  baseUrl: string;
  /** Where the browser goes afterwards. */
  next: string;
  text: string;
  kind?: "second";
  children?: Child;
};

/** A form that a script shows and answers with a passkey; nothing where the installation's address can have none. */
export function PasskeyForm({ ceremony, baseUrl, next, text, kind, children }: Props) {
  const relyingParty = relyingPartyOf(baseUrl);
  if (relyingParty === null) return null;
  const { passkeys } = useTeller().words;
  return (
    <form
      method="post"
      class="stack"
      hidden
      data-passkey={ceremony}
      data-host={relyingParty.id}
      data-next={next}
      data-failed={passkeys.failed[ceremony]}
      data-known={passkeys.known}
    >
      {children}
      <button type="submit" class={kind}>
        {text}
      </button>
      <p class="hint" role="status" />
    </form>
  );
}
