import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { smtpEmail } from "../../lib/channels/email/smtp.vendor.ts";
import type { OutgoingMessage } from "../../lib/channels/ports.ts";
import { freePort } from "../../local/processes/free-port.ts";

const MESSAGE: OutgoingMessage = {
  id: "msg_1",
  recipient: "ada@example.test",
  content: {
    subject: "Frost in the loft: 1 °C",
    text: "The loft has 1.0 °C.",
    html: "<p>The loft has 1.0 °C.</p>",
    unsubscribeUrl: "https://hearthwatch.example/u/token",
  },
  attempt: 1,
};
const FROM = "Hearthwatch <alerts@home.example>";

let received: string[] = [];
afterEach(() => {
  vi.unstubAllGlobals();
  received = [];
});

/** Starts an SMTP server with these options and returns its URL. */
async function serve(options: SMTPServerOptions = {}): Promise<string> {
  const own = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    closeTimeout: 10,
    onData: async (stream, _, done) => {
      received.push(await text(stream));
      done();
    },
    ...options,
  });
  onTestFinished(() => new Promise<void>((resolve) => own.close(resolve)));
  // A refused client may close the connection without QUIT.
  own.on("error", () => undefined);
  await new Promise<void>((resolve) => own.listen(0, "127.0.0.1", resolve));
  return `smtp://127.0.0.1:${(own.server.address() as AddressInfo).port}`;
}

const send = (url: string, timeoutMs = 2_000) => smtpEmail({ url, from: FROM, timeoutMs })(MESSAGE);
const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

test("a message arrives whole, under the Message-ID that its retries keep", async () => {
  const url = await serve();
  const id = "<msg_1@home.example>";
  expect(await send(url)).toEqual({ kind: "sent", providerId: id });
  expect(await send(url)).toEqual({ kind: "sent", providerId: id });
  for (const text of received) {
    expect(text).toContain(`Message-ID: ${id}`);
    expect(text).toContain("To: ada@example.test");
    expect(text).toContain("From: Hearthwatch <alerts@home.example>");
    expect(text).toContain("List-Unsubscribe: <https://hearthwatch.example/u/token>");
    expect(text).toContain("Auto-Submitted: auto-generated");
    expect(text).toMatch(/The loft has 1\.0 =C2=B0C/);
  }
  expect(received).toHaveLength(2);
});

describe("a message after the server's reply", () => {
  const gone = { kind: "permanent", recipientGone: "unreachable" };
  /** One case for each command. docs/notifications.md lists all codes, and its own test checks them. */
  const CASES: [string, SMTPServerOptions, object][] = [
    ["421 before anything", { onConnect: (_, done) => done(refusal(421, "4.3.2 later")) }, { kind: "retry" }],
    ["450 for the recipient", rcpt(450, "4.2.1 mailbox busy"), { kind: "retry", reason: "SMTP: 450 4.2.1" }],
    ["550 5.1.1 for the recipient", rcpt(550, "5.1.1 no such user"), { ...gone, reason: "SMTP: 550 5.1.1" }],
    ["550 5.7.1, its policy", rcpt(550, "5.7.1 blocked"), { kind: "permanent", reason: "SMTP: 550 5.7.1" }],
    ["550 for the sender", mailFrom(550, "5.1.8 not your domain"), { kind: "configuration" }],
    ["451 for the sender", mailFrom(451, "4.7.1 greylisted"), { kind: "retry" }],
    ["554 for the content", content(554, "5.6.0 spam"), { kind: "permanent" }],
    ["451 for the content", content(451, "4.3.0 try later"), { kind: "retry" }],
  ];
  test.each(CASES)("%s", async (_, options, result) => {
    const settled = await send(await serve(options));
    expect(settled).toMatchObject(result);
    if (!("recipientGone" in result)) expect(settled).not.toHaveProperty("recipientGone");
  });

  test.each([
    [535, "5.7.8 wrong password", "configuration"],
    [454, "4.7.0 not now", "retry"],
  ])("%i at the login", async (code, text, kind) => {
    const url = await serve({ authMethods: ["PLAIN"], onAuth: (_, __, done) => done(refusal(code, text)) });
    expect(await send(url.replace("smtp://", "smtp://ada:secret@"))).toMatchObject({ kind });
  });
});

describe("a server that says nothing", () => {
  test("after the last dot leaves it unknown: the message is tried again", async () => {
    const url = await serve({
      onData: (stream) => {
        stream.resume();
        stream.on("end", () => received.push("taken, and never acknowledged"));
      },
    });
    expect(await send(url, 500)).toMatchObject({ kind: "retry" });
    expect(received).toHaveLength(1);
  });

  test("for a quarter of a minute, while it scans the mail, has taken it", async () => {
    const wait = setTimeout;
    vi.stubGlobal("setTimeout", (work: () => void, ms = 0) => wait(work, ms / 10));
    const url = await serve({
      onData: (stream, _, done) => {
        stream.resume();
        stream.on("end", () => setTimeout(done, 15_000));
      },
    });
    expect(await smtpEmail({ url, from: FROM })(MESSAGE)).toMatchObject({ kind: "sent" });
  });

  test("is no server: the message is tried again", async () => {
    expect(await send(`smtp://127.0.0.1:${await freePort()}`)).toMatchObject({ kind: "retry" });
  });
});

test("a password is not sent over a network without TLS", async () => {
  const seen: string[] = [];
  const url = await serve({
    authMethods: ["PLAIN"],
    onAuth: ({ password }, _, done) => {
      seen.push(password ?? "");
      done(null, { user: "ada" });
    },
  });
  // Any address of this machine except the loopback counts as a network.
  const overNetwork = url.replace("smtp://127.0.0.1", "smtp://ada:secret@0.0.0.0");
  expect(await send(overNetwork)).toMatchObject({ kind: "configuration" });
  expect(seen).toEqual([]);
  expect(await send(`${overNetwork}?ignoreTLS=true`)).toMatchObject({ kind: "sent" });
});

function rcpt(code: number, text: string): SMTPServerOptions {
  return { onRcptTo: (_, __, done) => done(refusal(code, text)) };
}

function mailFrom(code: number, text: string): SMTPServerOptions {
  return { onMailFrom: (_, __, done) => done(refusal(code, text)) };
}

function content(code: number, text: string): SMTPServerOptions {
  return {
    onData: (stream, _, done) => {
      stream.resume();
      stream.on("end", () => done(refusal(code, text)));
    },
  };
}
