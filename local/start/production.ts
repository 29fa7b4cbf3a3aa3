import { PROVIDERS } from "../../functions/_platform/sending-policy.ts";
import { webRandom } from "../../lib/kernel/runtime.vendor.ts";
import { newSecret } from "../../lib/kernel/secret.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { putSignInLink, withRows } from "../demo/rows.ts";
import type { RunningPlatform } from "../machine/start-machine.ts";
import type { StartSettings } from "./settings.ts";

/** Returns what a real home's operator reads at the start: missing settings, and how to sign in without mail. */
export async function productionLines(
  { handedOn, smtp }: Pick<StartSettings, "handedOn" | "smtp">,
  { connectionString, baseUrl }: Pick<RunningPlatform, "connectionString" | "baseUrl">,
): Promise<string[]> {
  const absent = PROVIDERS.filter(
    ({ name, needs }) => needs.some((each) => !handedOn[each]) && !(name === "Mail" && smtp !== undefined),
  );
  const notes = absent.map(
    ({ name, needs }) =>
      `  ${name}: not configured (${needs.join(", ")}${name === "Mail" ? ", or SMTP_URL" : ""})`,
  );
  const operator = (handedOn.ADMIN_EMAILS ?? "").split(",")[0]?.trim() ?? "";
  const hasMail = absent.every(({ name }) => name !== "Mail");
  const link = hasMail ? [] : await withoutMail(operator, connectionString, baseUrl);
  return ["", ...notes, ...link, ""];
}

/** Says who can open the operators' pages, and where they are. */
export const operatorLines = (
  { handedOn }: Pick<StartSettings, "handedOn">,
  { baseUrl }: Pick<RunningPlatform, "baseUrl">,
): string[] =>
  handedOn.ADMIN_EMAILS
    ? [`Operators' pages, for ${handedOn.ADMIN_EMAILS}:`, `  ${baseUrl}/operator`, ""]
    : ["Operators' pages: set ADMIN_EMAILS to the address that you sign in with, and start again.", ""];

/** Shows the operator a sign-in link, because nobody can get one by mail. */
async function withoutMail(operator: string, connectionString: string, baseUrl: string): Promise<string[]> {
  if (operator === "")
    return ["Set ADMIN_EMAILS to your address, and the next start prints a sign-in link for it."];
  const token = newSecret(SECRET_TYPES.signInLink, webRandom);
  await withRows(connectionString, (rows) => putSignInLink(rows, operator.toLowerCase(), token, new Date()));
  return [`Sign in as ${operator} (once, within a day):`, `  ${baseUrl}/sign-in/link/${token}`];
}
