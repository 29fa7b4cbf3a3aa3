import { type Account, cookieOf } from "./account.ts";
import { type Authenticator, newAuthenticator, type Twist } from "./authenticator.ts";
import { BASE_URL } from "./services.ts";

type Calls = Pick<Account, "call">;
const JSON_TYPE = { "Content-Type": "application/json" };

async function answered<T>(answer: Promise<Response>): Promise<T> {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Returns the body that adds the authenticator's passkey to the session's account. */
export async function registration(
  { call }: Calls,
  cookie: string,
  { authenticator = newAuthenticator(BASE_URL), name = "Phone", twist = {} as Twist } = {},
) {
  const { options } = await answered<{ options: Parameters<Authenticator["create"]>[0] }>(
    call("POST", "/api/account/passkey-options", { cookie, headers: JSON_TYPE }),
  );
  return { name, response: authenticator.create(options, twist) };
}

/** Adds a passkey to the account of the cookie's session; returns its authenticator. */
export async function addPasskey(calls: Calls, cookie: string, name = "Phone") {
  const authenticator = newAuthenticator(BASE_URL);
  const body = await registration(calls, cookie, { authenticator, name });
  const made = await answered<{ passkey: { id: string } }>(
    calls.call("POST", "/api/account/passkeys", { cookie, headers: JSON_TYPE, body }),
  );
  return { authenticator, id: made.passkey.id };
}

export type RequestOptions = Parameters<Authenticator["get"]>[0];

/** Returns the options for signing in with a passkey, and the cookie that belongs to them. */
export async function askForPasskey({ call }: Calls) {
  const answer = await call("POST", "/api/account/sign-in/passkey-options", {
    cookie: null,
    headers: JSON_TYPE,
  });
  const { options } = (await answer.clone().json()) as { options: RequestOptions };
  const cookie = /^__Host-passkey=[^;]+/.exec(answer.headers.get("Set-Cookie") ?? "")?.[0] ?? "";
  return { options, cookie };
}

/** Signs in with a passkey; returns the new session's cookie, "" if refused. */
export async function signInWith(calls: Calls, authenticator: Authenticator, twist: Twist = {}) {
  const { options, cookie } = await askForPasskey(calls);
  const body = { response: authenticator.get(options, twist) };
  const answer = await calls.call("POST", "/api/account/sign-in/passkey", {
    cookie,
    headers: JSON_TYPE,
    body,
  });
  return { status: answer.status, cookie: cookieOf(answer), body, nonce: cookie };
}
