import type { Context } from "hono";
import type { TriedFeed } from "../../lib/feeds/read-feed.ts";
import { tryFeed } from "../../lib/feeds/setup/try-feed.actions.ts";
import type { Outcome } from "../../lib/kernel/outcome.ts";
import { FeedTrial } from "../../schema/wire/pull-setup.ts";
import { feedTryProblem } from "../_http/limit-feed-tries.ts";
import { validate } from "../_http/validate.ts";
import type { FeedPagePorts } from "./feed-ports.ts";
import { type Form, formOf } from "./form.ts";
import type { FormNote } from "./form-note.ts";
import { actingOf, type PageEnv } from "./session.ts";

/** A feed as it stands in its form. */
type GivenFeed = { name: string; url: string; jsonRoot: string };

export const givenIn = ({ text }: Form): GivenFeed => ({
  name: text("name"),
  url: text("url"),
  jsonRoot: text("json_root"),
});

/** The trial that the form before this page asked for; undefined where it asked for none. */
export async function triedInNote(
  c: Context<PageEnv>,
  ports: FeedPagePorts,
  note: FormNote | undefined,
): Promise<Outcome<TriedFeed> | undefined> {
  if (note?.shown?.kind !== "feed-trial") return undefined;
  return await tryGiven(c, ports, givenIn(formOf(new URLSearchParams(note.values))));
}

/** What the feed in a form would be read as; nothing is kept. */
async function tryGiven(
  c: Context<PageEnv>,
  ports: FeedPagePorts,
  { url, jsonRoot }: GivenFeed,
): Promise<Outcome<TriedFeed>> {
  const trial = validate(FeedTrial, { url, jsonRoot });
  if (!trial.ok) return trial;
  const limited = await feedTryProblem(c, ports, actingOf(c));
  if (limited !== null) return { ok: false, problem: limited };
  return tryFeed(ports, { url, jsonRoot: jsonRoot === "" ? null : jsonRoot });
}
