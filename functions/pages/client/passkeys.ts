type Ceremony = "sign-in" | "register";

/** Where the challenge comes from, and where the answer goes. */
const PATHS: Readonly<Record<Ceremony, readonly [options: string, answer: string]>> = {
  "sign-in": ["/api/account/sign-in/passkey-options", "/api/account/sign-in/passkey"],
  register: ["/api/account/passkey-options", "/api/account/passkeys"],
};
const FORBIDDEN = 403;
const CONFLICT = 409;

/** Shows the forms that a passkey answers, where this browser has any and stands at the right address. */
export function offerPasskeys(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-passkey]")) {
    const { passkey, host } = form.dataset;
    const isAble = "PublicKeyCredential" in window && location.hostname === host;
    const absent = document.querySelector<HTMLElement>("[data-no-passkey]");
    if (absent !== null) absent.hidden = isAble;
    form.hidden = !isAble;
    if (isAble) form.addEventListener("submit", (event) => void answer(event, form, passkey as Ceremony));
    if (isAble && passkey === "sign-in") void offerInField(form);
  }
}

/** Browsers that can name a passkey among what they fill the address's field with: choosing it signs in. */
async function offerInField(form: HTMLFormElement): Promise<void> {
  const isPossible = await window.PublicKeyCredential.isConditionalMediationAvailable?.();
  if (isPossible === true) tell(form, await ask(form, "sign-in", true));
}

async function answer(event: SubmitEvent, form: HTMLFormElement, ceremony: Ceremony): Promise<void> {
  event.preventDefault();
  const button = form.querySelector("button");
  if (button !== null) button.disabled = true;
  const trouble = await ask(form, ceremony);
  if (button !== null) button.disabled = false;
  tell(form, trouble);
}

function tell(form: HTMLFormElement, trouble: Trouble): void {
  const said = form.querySelector<HTMLElement>("[role=status]");
  if (said !== null && trouble !== null) said.textContent = form.dataset[trouble] ?? "";
}

type Trouble = "failed" | "known" | null;

/** Null where the browser goes on to the next page, or where what waits in a field was left for another way in. */
async function ask(form: HTMLFormElement, ceremony: Ceremony, isInField = false): Promise<Trouble> {
  const [optionsPath, answerPath] = PATHS[ceremony];
  const asked = await post(optionsPath, {});
  // What adds a passkey asks for a fresh proof: the page of it leads back here.
  if (ceremony === "register" && asked.status === FORBIDDEN) {
    location.assign(`/prove?next=${encodeURIComponent(location.pathname)}`);
    return null;
  }
  if (!asked.ok) return "failed";
  const { options } = await asked.json();
  const { startAuthentication, startRegistration, WebAuthnError } = await import("@simplewebauthn/browser");
  try {
    const signed = await (ceremony === "register"
      ? startRegistration({ optionsJSON: options })
      : startAuthentication({ optionsJSON: options, useBrowserAutofill: isInField }));
    const response = { id: signed.id, rawId: signed.rawId, type: signed.type, response: signed.response };
    const name = form.querySelector<HTMLInputElement>("input[name=name]")?.value;
    const answered = await post(answerPath, name === undefined ? { response } : { name, response });
    if (!answered.ok) return answered.status === CONFLICT ? "known" : "failed";
    location.assign(form.dataset.next ?? "/home");
    return null;
  } catch (error) {
    if (error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED")
      return "known";
    if (isInField) return null;
    // Also where the person has thought better of it: browsers do not tell one from the other.
    console.warn("No passkey:", error);
    return "failed";
  }
}

const post = (path: string, body: unknown): Promise<Response> =>
  fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
