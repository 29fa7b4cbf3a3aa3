type Ceremony = "sign-in" | "register";

/** The API paths for the challenge and for the answer. */
const PATHS: Readonly<Record<Ceremony, readonly [options: string, answer: string]>> = {
  "sign-in": ["/api/account/sign-in/passkey-options", "/api/account/sign-in/passkey"],
  register: ["/api/account/passkey-options", "/api/account/passkeys"],
};
const FORBIDDEN = 403;
const CONFLICT = 409;

/** Shows the forms for passkeys if the browser supports passkeys and the page's host is theirs. */
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

/** Offers passkeys in the autofill of the email field, if the browser can. Choosing one signs in. */
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

/** Returns the problem. Null if the browser goes on to the next page, or if the offer in the field was abandoned. */
async function ask(form: HTMLFormElement, ceremony: Ceremony, isInField = false): Promise<Trouble> {
  const [optionsPath, answerPath] = PATHS[ceremony];
  const asked = await post(optionsPath, {});
  // Adding a passkey needs a recently confirmed identity. The page for that leads back here.
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
    // The person may also have canceled: browsers don't tell the two apart.
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
