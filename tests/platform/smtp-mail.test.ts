import { rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { SMTPServer } from "smtp-server";
import { expect, test } from "vitest";
import { freePort } from "../../local/processes/free-port.ts";
import { openTestDatabase } from "../support/database.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { speak } from "../support/processes.ts";

test("a sign-in link is mailed through the server of SMTP_URL", async () => {
  const folder = await memoryFolder("hearthwatch-smtp-");
  const database = await openTestDatabase();
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _, done) => {
      stream.setEncoding("utf8").on("data", (text: string) => void mails.push(text));
      stream.on("end", () => done());
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const spoken = speak(["local/start/start.ts", "--production"], {
    DATA_DIR: path.join(folder, "data"),
    DATABASE_URL: database.connectionString,
    PORT: String(port),
    SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    EMAIL_FROM: "alerts@home.example",
  });
  try {
    await spoken.says("Hearthwatch is ready");
    expect(spoken.output()).not.toContain("Mail: not configured");
    const asked = await fetch(`${base}/api/account/sign-in`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: base },
      body: JSON.stringify({ email: "ada@home.example" }),
    });
    expect(asked.status).toBeLessThan(300);
    await expect.poll(() => mails.join(), { timeout: 30_000 }).toContain("To: ada@home.example");
  } finally {
    spoken.child.kill("SIGTERM");
    await spoken.exited;
    await new Promise<void>((resolve) => server.close(resolve));
    await rm(folder, { recursive: true, force: true });
  }
});
