import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { CHANNEL_CALLS } from "../../lib/channels/registry.ts";
import { URGENCIES } from "../../lib/channels/urgency.ts";

/** Debian's package `apprise` is for the system's own Python. */
const PYTHON = "/usr/bin/python3";

/**
 * What an Apprise API server does with a body that is posted to /notify/KEY: it hands its fields to the library, whose
 * one service here tells what it was asked to send.
 */
const SERVER = `
import json, sys, apprise
from apprise.decorators import notify
sent = []
@notify(on="told")
def told(body, title, notify_type, *args, **kwargs):
    sent.append({"title": title, "body": body, "type": str(notify_type)})
    return True
for posted in json.load(sys.stdin):
    service = apprise.Apprise()
    assert service.add("told://")
    assert service.notify(title=posted["title"], body=posted["body"], notify_type=posted["type"],
                          body_format=posted["format"]) is True
json.dump(sent, sys.stdout)
`;

function hasApprise(): boolean {
  try {
    execFileSync(PYTHON, ["-c", "import apprise"], { stdio: "ignore" });
    return true;
  } catch {
    console.warn("SKIPPED: the real Apprise is not installed here (apt-get install apprise)");
    return false;
  }
}

describe.skipIf(!hasApprise())("the real Apprise", () => {
  test("takes what is posted to it at every urgency, and shows hostile names as they are", () => {
    const posted = URGENCIES.map((urgency) => {
      const content = {
        ...{ subject: "@everyone _x* <b>🥶</b>", text: "Cellar & co: **33 °F**", urgency },
        ...{
          url: "https://hearth.example.net/a/1",
          secret: { url: "https://apprise.example.com/notify/home" },
        },
      };
      const message = { id: "msg_1", recipient: "", at: "2026-11-22T10:00:00Z", content };
      return CHANNEL_CALLS.apprise.request(message, { token: null, baseUrl: null }).body;
    });
    const told = execFileSync(PYTHON, ["-c", SERVER], { input: JSON.stringify(posted), encoding: "utf8" });
    expect(JSON.parse(told)).toEqual(
      ["failure", "warning", "info"].map((type) => ({
        type,
        title: "@\u200beveryone _x* <\u200bb>🥶<\u200b/b>",
        body: "Cellar & co: **33 °F**\nhttps://hearth.example.net/a/1",
      })),
    );
  });
});
