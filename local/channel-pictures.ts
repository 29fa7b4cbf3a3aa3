import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "playwright-core";
import type { SandboxMessage } from "../lib/channels/sandbox.vendor.ts";
import { EN_CALLED } from "../lib/language/en/channels.ts";
import { CALLED_CHANNELS, type CalledChannel, CHANNELS, type Channel } from "../schema/vocabulary.ts";
import type { DemoFile } from "./demo/demo-file.ts";
import { CALLED_STAND_INS } from "./sandbox/called.ts";
import { StartError } from "./start/start-error.ts";

/** How long a leak may take to every channel; a call waits until nobody has answered for its minutes. */
const WAIT_SECONDS_MAX = 60;
const CARD_WIDTH = 420;
const OWN_NAMES: Readonly<Record<string, string>> = {
  email: "Email",
  sms: "Text message",
  push: "Push",
  webhook: "Webhook",
  call: "Phone call",
};

/**
 * What a leak in the demo's home looks like on every channel: each is added as its owner would, the leak is posted, and
 * each message is drawn from what its provider's stand-in was sent. The apps' own screens are theirs.
 */
export async function takeChannelPictures(browser: Browser, demo: DemoFile, folder: string): Promise<void> {
  const { sandbox_url: sandboxUrl } = demo;
  if (sandboxUrl === undefined)
    throw new StartError("The pictures of channels need the sandbox of `npm start`.");
  for (const channel of CALLED_CHANNELS)
    await addContact(demo, sandboxUrl, channel, CALLED_STAND_INS[channel].address(sandboxUrl));
  await ask(demo, "POST", "/api/account/contacts", {
    channel: "webhook",
    address: `${sandboxUrl}/webhook/ada`,
  });
  // The demo's number is confirmed for texts.
  await ask(demo, "POST", "/api/account/contacts", { channel: "call", address: "+15555550123" });
  const calls = await ask(demo, "GET", "/api/account/contacts");
  for (const { id, channel } of calls.contacts as { id: string; channel: Channel }[])
    if (channel === "call") await ask(demo, "PATCH", `/api/account/contacts/${id}`, { after_minutes: 0 });
  await fetch(`${sandboxUrl}/messages`, { method: "DELETE" });
  await fetch(`${demo.base_url}/api/ingest/${demo.push_device.ingest_key}`, {
    method: "POST",
    body: JSON.stringify({ flood1: true }),
  });
  const messages = await arrived(sandboxUrl);
  await mkdir(folder, { recursive: true });
  const page = await browser.newPage({
    viewport: { width: CARD_WIDTH, height: 1 },
    deviceScaleFactor: 1,
  });
  for (const message of messages) {
    await page.setContent(pageOf(message));
    await page.screenshot({ path: path.join(folder, `${message.channel}.png`), fullPage: true });
    console.log(path.join(folder, `${message.channel}.png`));
  }
  await page.close();
  const missing = CHANNELS.filter((channel) => !messages.some((message) => message.channel === channel));
  if (missing.length > 0) throw new StartError(`Nothing arrived by ${missing.join(", ")}.`);
}

async function ask(demo: DemoFile, method: string, at: string, body?: object) {
  const answer = await fetch(demo.base_url + at, {
    method,
    headers: { Cookie: demo.session_cookie, "Content-Type": "application/json", Origin: demo.base_url },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const said = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok) throw new StartError(`${method} ${at}: ${answer.status} ${JSON.stringify(said)}`);
  return said;
}

/** Adds an address and enters the code that was sent there. */
async function addContact(
  demo: DemoFile,
  sandboxUrl: string,
  channel: CalledChannel,
  address: string,
): Promise<void> {
  await fetch(`${sandboxUrl}/messages`, { method: "DELETE" });
  const { contact } = await ask(demo, "POST", "/api/account/contacts", { channel, address });
  const { id, state } = contact as { id: string; state: string };
  if (state === "ok") return;
  for (let second = 0; second < WAIT_SECONDS_MAX; second += 1) {
    const code = (await sent(sandboxUrl))
      .filter((message) => message.channel === channel)
      .flatMap(
        ({ body }) =>
          /(?<!\d)\d{6}(?!\d)/.exec(CALLED_STAND_INS[channel].shows(JSON.parse(body)).text)?.[0] ?? [],
      )
      .at(-1);
    if (code !== undefined)
      return void (await ask(demo, "POST", `/api/account/contacts/${id}/verify`, { code }));
    await sleep(1_000);
  }
  throw new StartError(`No code arrived by ${channel}.`);
}

const sent = async (sandboxUrl: string) =>
  (await (await fetch(`${sandboxUrl}/messages`)).json()) as SandboxMessage[];

/** The first message of each channel, once all have one. */
async function arrived(sandboxUrl: string): Promise<SandboxMessage[]> {
  let found: SandboxMessage[] = [];
  for (let second = 0; second < WAIT_SECONDS_MAX && found.length < CHANNELS.length; second += 1) {
    await sleep(1_000);
    const messages = await sent(sandboxUrl);
    found = CHANNELS.flatMap((channel) => messages.find((message) => message.channel === channel) ?? []);
  }
  return found;
}

const isCalled = (channel: Channel): channel is CalledChannel =>
  CALLED_CHANNELS.some((each) => each === channel);

function pageOf(message: SandboxMessage): string {
  if (message.channel === "email") return message.html ?? "";
  const { name, lines, buttons, note } = isCalled(message.channel)
    ? calledCard(message.channel, message)
    : ownCard(message);
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; padding: 16px; background: #e8eaed; font: 15px/1.45 "DejaVu Sans", sans-serif; color: #202124 }
    article { background: #fff; border-radius: 12px; padding: 14px 16px; box-shadow: 0 1px 3px #0003; overflow-wrap: anywhere }
    small { color: #5f6368 } h1 { font-size: 16px; margin: 6px 0 } p { margin: 6px 0; white-space: pre-wrap }
    b { display: inline-block; margin: 6px 6px 0 0; padding: 6px 12px; border-radius: 8px; background: #1a5fb4; color: #fff; font-weight: 600 }
    code { font-size: 12px }</style><article><small>${escaped(name)}${note === null ? "" : ` · ${escaped(note)}`}</small>
    ${lines.join("")}${buttons.map((text) => `<b>${escaped(text)}</b>`).join("")}</article>`;
}

type Card = { name: string; lines: string[]; buttons: string[]; note: string | null };

function calledCard(channel: CalledChannel, { body }: SandboxMessage): Card {
  const { title, text, links, button, loudness } = CALLED_STAND_INS[channel].shows(JSON.parse(body));
  const lines = [
    `<h1>${escaped(title)}</h1>`,
    paragraph(text),
    ...links.map((link) => paragraph(link, "code")),
  ];
  return { name: EN_CALLED[channel].name, lines, buttons: button === null ? [] : [button], note: loudness };
}

function ownCard({ channel, subject, body }: SandboxMessage): Card {
  const card = { name: OWN_NAMES[channel] ?? channel, buttons: [], note: null };
  if (channel === "webhook")
    return { ...card, lines: [paragraph(JSON.stringify(JSON.parse(body), null, 2), "code")] };
  if (channel === "call") {
    const said = [...new Set([...body.matchAll(/<Say[^>]*>([^<]*)/g)].map(([, text = ""]) => text))];
    return { ...card, lines: said.map((text) => `<p>“${text}”</p>`) };
  }
  return { ...card, lines: [subject === null ? "" : `<h1>${escaped(subject)}</h1>`, paragraph(body)] };
}

const paragraph = (text: string, element = "span"): string =>
  `<p><${element}>${escaped(text)}</${element}></p>`;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
