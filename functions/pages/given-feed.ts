import type { Context } from "hono";
import { requestOf } from "../../lib/feeds/read-feed.ts";
import { openPullSetup, tryFeed } from "../../lib/feeds/setup/pull-setup.actions.ts";
import type { Outcome } from "../../lib/kernel/outcome.ts";
import { FeedTrial, type TriedFeed } from "../../schema/wire/pull-setup.ts";
import { feedTryProblem } from "../_http/feed-try-limit.ts";
import type { FeedPagePorts } from "./device-ports.ts";
import { type Form, formOf } from "./form.ts";
import { checkForm } from "./form-check.ts";
import type { FormNote } from "./form-note.ts";
import { actingOf, type PageEnv } from "./session.ts";

/** A feed as it stands in its form. */
type GivenFeed = {
  name: string;
  url: string;
  jsonRoot: string;
  headerName: string;
  headerValue: string;
  postBody: string;
};

export const givenIn = ({ text }: Form): GivenFeed => ({
  name: text("name"),
  url: text("url"),
  jsonRoot: text("json_root"),
  headerName: text("header_name"),
  headerValue: text("header_value"),
  postBody: text("post_body"),
});

/** The trial that the form before this page asked for; undefined where it asked for none. */
export async function triedInNote(
  c: Context<PageEnv>,
  ports: FeedPagePorts,
  note: FormNote | undefined,
  savedId?: string,
): Promise<Outcome<TriedFeed> | undefined> {
  if (note?.shown?.kind !== "feed-trial") return undefined;
  return await tryGiven(c, ports, givenIn(formOf(new URLSearchParams(note.values))), savedId);
}

type GivenRequest = Omit<GivenFeed, "name">;

/** What the feed in a form would be read as; nothing is kept. */
async function tryGiven(
  c: Context<PageEnv>,
  ports: FeedPagePorts,
  { name: _, ...given }: GivenFeed,
  savedId: string | undefined,
): Promise<Outcome<TriedFeed>> {
  const trial = checkForm(FeedTrial, given);
  if (!trial.ok) return trial;
  const limited = await feedTryProblem(c, ports, actingOf(c));
  if (limited !== null) return { ok: false, problem: limited };
  const headerValue = given.headerValue || (await savedValue(c, ports, savedId, given));
  return tryFeed(ports, { ...given, headerValue, jsonRoot: given.jsonRoot || null });
}

/** The value that an empty field leaves as it is, for the header and the origin that it was entered for. */
async function savedValue(
  c: Context<PageEnv>,
  ports: FeedPagePorts,
  savedId: string | undefined,
  { url, headerName }: GivenRequest,
): Promise<string | null> {
  if (savedId === undefined || headerName === "") return null;
  const { feeds } = await openPullSetup(ports, c.var.member.householdId);
  const saved = feeds.find(({ id }) => id === savedId);
  if (saved === undefined) return null;
  const asked = { url: URL.parse(url), storedUrl: saved.url, at: "" };
  const request = requestOf({ headerName }, saved.request, asked);
  return request.ok ? request.value.headerValue : null;
}
