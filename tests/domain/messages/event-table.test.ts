import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { breaksThrough } from "../../../lib/channels/quiet-hours.ts";
import { CHANNEL_RULES } from "../../../lib/channels/registry.ts";
import { PROJECT_FOLDER } from "../../../local/start/project.ts";
import { TRANSITIONS } from "../../../schema/vocabulary.ts";

const HEADING = "### Every event, and who gets it";

/** The rows of the table in docs/notifications.md: the event, then yes or no by column. */
const ROWS = (
  readFileSync(path.join(PROJECT_FOLDER, "docs/notifications.md"), "utf8").split(HEADING)[1] ?? ""
)
  .split("\n## ")[0]
  ?.split("\n")
  .filter((line) => /^\| (a|one) /.test(line))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  ) as [string, ...string[]][];

const transitionOf = (event: string) =>
  TRANSITIONS.find((each) => event.includes(`(\`${each}\`)`)) ?? "opened";

/** The kinds and severities of the alerts that a row is about. */
function alertsOf(event: string): { kind: "freeze" | "leak"; severity: "warning" | "critical" }[] {
  if (event.startsWith("a warning")) return [{ kind: "freeze", severity: "warning" }];
  const leak = { kind: "leak", severity: "warning" } as const;
  const critical = { kind: "freeze", severity: "critical" } as const;
  if (event.startsWith("a leak")) return [leak];
  return event.startsWith("a critical alert's") ? [critical] : [leak, critical];
}

describe("the table of every event and who gets it", () => {
  test("has every transition of an alert", () => {
    expect(new Set(ROWS.map(([event]) => transitionOf(event)))).toEqual(new Set(TRANSITIONS));
  });

  test.each(ROWS)("is right of: %s", (event, ...said) => {
    for (const { kind, severity } of alertsOf(event)) {
      const news = { transition: transitionOf(event), severity };
      const { email, push, ntfy, webhook, sms, call } = CHANNEL_RULES;
      const each = [email, push, ntfy, webhook];
      const alike = new Set(each.map((rules) => rules.wants(kind, news, true)));
      expect([...each, call].map((rules) => rules.wants(kind, news, false))).not.toContain(true);
      expect(sms.wants(kind, news, "off")).toBe(false);
      const wanted = [
        alike.size === 1 && alike.has(true),
        sms.wants(kind, news, "critical"),
        sms.wants(kind, news, "all"),
        call.wants(kind, news, true),
        !breaksThrough(kind, severity),
      ];
      expect(said).toEqual(wanted.map((is) => (is ? "yes" : "no")));
    }
  });
});
