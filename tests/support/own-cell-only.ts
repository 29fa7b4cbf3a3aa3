/** What the deployment of another cell counts, asks or knows as well, so that a test's exact figure is not its own's. */
const BOTH_ASKED = "the first request for a home of another cell asks both, and counts in both";
const OWN_STATUS = "each cell has a status, an outage and subscribers of its own";
const OWN_KEYS = "a document is verified by the cell that holds its key";
const OWN_PROVIDERS = "a provider's call reaches the cell of the deployment that it is sent to";
const TWO_DATABASES = "while the homes' cell is down, an empty cell beside it answers 503 or well";

/** Tests that hold for a cell alone, by file: how their full names begin, and why. */
const OWN_CELL_ONLY: Record<string, { names: readonly string[]; why: string }[]> = {
  "account-devices": [{ names: ["revealing an ingest key costs two calls"], why: BOTH_ASKED }],
  "account-sessions": [{ names: ["a session costs one call to open"], why: BOTH_ASKED }],
  "account-sign-in": [
    {
      names: [
        "asking for a code answers a member, a stranger",
        "asking for a code is a 409 without a database call",
      ],
      why: BOTH_ASKED,
    },
    { names: ["asking for a code is refused to a caller after twenty an hour"], why: TWO_DATABASES },
  ],
  ack: [{ names: ["the link of a message forged in any way is a 404 without"], why: BOTH_ASKED }],
  "admin-incidents": [{ names: ["an operator opens, updates and closes"], why: OWN_STATUS }],
  adversary: [{ names: ["one mailbox gets three mails a day to confirm the status"], why: OWN_STATUS }],
  "channel-calls": [{ names: [""], why: OWN_PROVIDERS }],
  "companion-session": [{ names: ["a good access token goes through in one call more"], why: BOTH_ASKED }],
  "database-calls": [{ names: [""], why: BOTH_ASKED }],
  derived: [{ names: ["a share link's latest has one call"], why: BOTH_ASKED }],
  evidence: [
    {
      names: [
        "the document can be checked",
        "the document takes the next place",
        "a check",
        "the key is another one",
      ],
      why: OWN_KEYS,
    },
  ],
  inbound: [{ names: ["an action costs two", "a token used more than 30 times"], why: BOTH_ASKED }],
  "ingest-deadband": [{ names: ["a calm device has a band for each"], why: BOTH_ASKED }],
  ingest: [
    { names: ["a good post costs one SQL call", "a refused post over the rate limit"], why: BOTH_ASKED },
    { names: ["a database in trouble for longer"], why: TWO_DATABASES },
  ],
  "message-links": [{ names: [""], why: OWN_STATUS }],
  "openapi-answers": [{ names: ["public", "every operation of the document"], why: OWN_STATUS }],
  "phone-calls": [{ names: ["a leak that nobody has acknowledged"], why: OWN_PROVIDERS }],
  "public-status": [{ names: [""], why: OWN_STATUS }],
  "security-log": [{ names: ["the security log has one line"], why: BOTH_ASKED }],
  "security-pages": [{ names: ["the security log has"], why: BOTH_ASKED }],
  "status-mails": [{ names: [""], why: OWN_STATUS }],
  "status-outage": [{ names: [""], why: OWN_STATUS }],
  "system-status": [{ names: [""], why: OWN_STATUS }],
  telegram: [{ names: [""], why: OWN_PROVIDERS }],
  "unknown-tokens": [{ names: ["a key that exists is let in", "no key that is known"], why: BOTH_ASKED }],
  "v1-guard": [{ names: ["a good key is taken under the scheme in any case"], why: BOTH_ASKED }],
  "v1-metrics": [{ names: ["a scrape is well-formed", "a link of scope metrics"], why: BOTH_ASKED }],
  "v1-readings": [{ names: ["as CSV a long stretch is streamed"], why: BOTH_ASKED }],
  "v1-sensors": [{ names: ["a batch of sensors is renamed"], why: BOTH_ASKED }],
};

type Named = { name: string; suite?: Named | undefined; file: { name: string } };

/** Why a test says nothing of two cells; null where it holds for them. */
export function ownCellOnly(task: Named): string | null {
  const file = /([^/]+)\.test\.ts$/.exec(task.file.name)?.[1] ?? "";
  const name = fullName(task);
  const found = OWN_CELL_ONLY[file]?.find(({ names }) => names.some((begin) => name.startsWith(begin)));
  return found?.why ?? null;
}

const fullName = ({ name, suite }: Named): string =>
  suite === undefined ? name : `${fullName(suite)} ${name}`;
