import { beforeEach, describe, expect, test } from "vitest";
import { shareApp } from "../../functions/share/app.ts";
import { v1App } from "../../functions/v1/app.ts";
import { activityOf, openAccount } from "../support/account.ts";
import { addHome, addMember } from "../support/fixtures.ts";
import { serverVault } from "../support/services.ts";

let home: string;
let cookie: string;
let free: string;
let freeCookie: string;
const NOT_FOUND = { status: 404, body: { error: "Not found" } };

const account = await openAccount();
beforeEach(async () => {
  home = await addHome(account.database, "A home");
  cookie = await account.as(await addMember(account.database, home));
  free = await addHome(account.database, "A free home", "free");
  freeCookie = await account.as(await addMember(account.database, free));
});

const send = <T = Record<string, unknown>>(method: string, path: string, body?: unknown, as = cookie) =>
  account.send<T>(method, path, as, body);
const actions = async (of = home) => (await activityOf(account, of)).map(({ action }) => action);

describe("API keys", () => {
  type Made = { api_key: { id: string }; secret: string };

  test("are shown once, listed without the secret, work, and stop working when revoked", async () => {
    const { status, body } = await send<Made>("POST", "api-keys", { name: "Grafana", scope: "read" });
    expect(status).toBe(201);
    expect(body.secret).toMatch(/^hw_key_\w{38}$/);
    expect(body.api_key).toEqual({
      id: expect.stringMatching(/^api_/),
      name: "Grafana",
      scope: "read",
      hint: body.secret.slice(-4),
      last_used_at: null,
      created_at: account.clock().toISOString(),
    });
    const useIt = async () =>
      (
        await v1App(account.services).request("/api/v1/devices", {
          headers: { Authorization: `Bearer ${body.secret}` },
        })
      ).status;
    expect(await useIt()).toBe(200);
    const { body: list } = await send("GET", "api-keys");
    expect(list).toEqual({ api_keys: [{ ...body.api_key, last_used_at: expect.stringMatching(/Z$/) }] });
    expect(await send("DELETE", `api-keys/${body.api_key.id}`)).toEqual({ status: 200, body: { ok: true } });
    expect(await useIt()).toBe(401);
    expect(await send("DELETE", `api-keys/${body.api_key.id}`)).toEqual(NOT_FOUND);
    expect(await actions()).toEqual(["api_key_created", "api_key_revoked"]);
  });

  test("are fifty at most, also when they are asked for at once", async () => {
    const wishes = Array.from({ length: 60 }, (_, index) =>
      send("POST", "api-keys", { name: `k${index}`, scope: "read" }),
    );
    const statuses = (await Promise.all(wishes)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(50);
    expect(new Set(statuses)).toEqual(new Set([201, 409]));
  });
});

describe("share links", () => {
  type Made = { share_link: { id: string; expires_at: string | null }; token: string; url: string };
  const make = (body: unknown = {}, as = cookie) => send<Made>("POST", "share-links", body, as);
  const inDays = (days: number) => new Date(account.clock().getTime() + days * 86_400_000).toISOString();

  test("are live for 30 days unless asked otherwise, work, and stop working when revoked", async () => {
    const { status, body } = await make();
    expect(status).toBe(201);
    expect(body).toEqual({
      share_link: {
        id: expect.stringMatching(/^shr_/),
        name: "Family",
        scope: "live",
        hint: body.token.slice(-4),
        expires_at: inDays(30),
        created_at: account.clock().toISOString(),
        suspended_because: null,
      },
      token: expect.stringMatching(/^hw_shr_\w{38}$/),
      url: `https://hearth.example.net/api/share/${body.token}/latest`,
    });
    const read = async () => (await shareApp(account.services).request(new URL(body.url).pathname)).status;
    expect(await read()).toBe(200);
    expect((await send("GET", "share-links")).body).toEqual({ share_links: [body.share_link] });
    expect((await send("DELETE", `share-links/${body.share_link.id}`)).status).toBe(200);
    expect([await read(), (await send("GET", "share-links")).body]).toEqual([404, { share_links: [] }]);
    expect(await actions()).toEqual(["share_link_created", "share_link_revoked"]);
  });

  test("are one on Free, held under 50 simultaneous creations", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => make({}, freeCookie)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(49);
    expect(await account.database.sql`select id from share_links where household_id = ${free}`).toHaveLength(
      1,
    );
    expect(await actions(free)).toEqual(["share_link_created"]);
  });
});

describe("inbound tokens", () => {
  type Made = { inbound_token: { id: string }; token: string; url: string; signing_secret?: string };

  test("come with a signing secret when asked for, which only the vault can read again", async () => {
    const { status, body } = await send<Made>("POST", "inbound-tokens", {
      name: "Node-RED",
      with_signing_secret: true,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      inbound_token: { name: "Node-RED", signed: true, hint: body.token.slice(-4) },
      url: `https://hearth.example.net/api/inbound/${body.token}`,
    });
    const [row] = await account.database.sql<{ sealed: string }>`
      select sealed_signing_secret as sealed from inbound_tokens where id = ${body.inbound_token.id}`;
    const opened = await serverVault.open("inbound-secret", body.inbound_token.id, row?.sealed ?? "");
    expect(opened?.text).toBe(body.signing_secret);
    expect((await send("GET", "inbound-tokens")).body).toEqual({ inbound_tokens: [body.inbound_token] });
    expect((await send("DELETE", `inbound-tokens/${body.inbound_token.id}`)).status).toBe(200);
    expect((await send("GET", "inbound-tokens")).body).toEqual({ inbound_tokens: [] });
    expect(await actions()).toEqual(["inbound_token_created", "inbound_token_revoked"]);
  });
});
