import type { Context } from "hono";
import type { Child } from "hono/jsx";
import { type Outcome, type Problem, done as settled } from "../../lib/kernel/outcome.ts";
import type { Words } from "../../lib/language/pages.ts";
import { type Action, may } from "../../lib/people/entitlement.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import type { Language } from "../../schema/vocabulary.ts";
import { unlessHeld } from "../_http/body.ts";
import {
  Brand,
  Document,
  type Frame,
  Navigation,
  PLACES,
  type PlaceName,
  SettingsSidebar,
  settingName,
} from "./components/document.tsx";
import { ERROR_ID, TroubleScope } from "./components/fields.tsx";
import { Icon, Note } from "./components/list.tsx";
import { askedIn, atField, problemSentence, type SentForm } from "./form.ts";
import { type FormNote, noteOf } from "./form-note.ts";
import type { Teller } from "./format/teller.tsx";
import { problemPage } from "./problem-page.tsx";
import { readerOf, signedIn, tellerOf, type Zone } from "./reader.ts";
import type { PageEnv } from "./session.ts";

/** The value of a part that a page loads: an outcome's value, or the part itself. */
type Value<Part> = Part extends { ok: false; problem: Problem }
  ? never
  : Part extends { ok: true; value: infer Found }
    ? Found
    : Part;

/** The values of everything that a page loads: one value, or several by name. */
type Found<Asked> = Asked extends Response | { ok: false }
  ? never
  : Asked extends PromiseLike<infer One>
    ? Value<One>
    : { [Name in keyof Asked]: Value<Awaited<Asked[Name]>> };

/** Wraps a value that isn't an outcome as a successful one. */
const outcomeOf = (part: unknown): Outcome<unknown> =>
  typeof part === "object" && part !== null && "ok" in part ? (part as Outcome<unknown>) : settled(part);

/** Waits for several parts at once. Returns their values by name, or the first refusal. */
export async function together<Parts extends object>(parts: Parts): Promise<Outcome<Found<Parts>>> {
  const outcomes = (await Promise.all(Object.values(parts))).map(outcomeOf);
  const refused = outcomes.find(({ ok }) => !ok);
  const values = outcomes.map((outcome) => outcome.ok && outcome.value);
  const found = Object.fromEntries(Object.keys(parts).map((name, at) => [name, values[at]]));
  return (refused ?? settled(found)) as Outcome<Found<Parts>>;
}

const isParts = (asked: unknown): asked is object =>
  typeof asked === "object" && asked !== null && !("then" in asked || "ok" in asked);

export type PageContext = {
  c: Context<PageEnv>;
  teller: Teller;
  words: Words;
  note: FormNote | undefined;
  /** The parameters of the page's query. */
  asked: SentForm;
  /** Returns true if the reader may do the action. A page doesn't offer actions that would be refused. */
  mayDo: (action: Action) => boolean;
};

type Up = readonly [href: string, title: string];

export type PageSpec<Loaded, Tried = unknown, Shown = Found<Loaded>> = {
  /** The page's place in the navigation; null for none. Default: the settings, or none if nobody is signed in. */
  place?: PlaceName | null;
  /** Loads the page's data; a refusal or a response replaces the page. Omitted if the page needs no data. */
  load?: (c: Context<PageEnv>) => Loaded;
  /** Runs a trial of the form's values. A refusal is shown at the top of the page, and sets the status code. */
  tried?: (
    c: Context<PageEnv>,
    shown: Shown,
    asked: SentForm,
  ) => MaybeTried<Tried> | Promise<MaybeTried<Tried>>;
  /** The content below the heading, the link back and the notice. */
  view: (shown: Shown, page: PageContext & { tried: Tried | null }) => Child;
  /** The page's title. Default: its name in the navigation or in the list of settings. */
  title?: (words: Words, shown: Shown, page: PageContext) => string;
  /** Replaces the title at the top of the page. */
  heading?: (shown: Shown) => Child;
  /** The parent page, to link back to. Default: the page's place in the navigation. */
  up?: (words: Words, shown: Shown) => Up | undefined;
  /** The home whose time zone and unit the page uses. Default: the reader's own home. */
  zone?: (shown: Shown) => Zone;
  /** The page's language. Default: the reader's choice. */
  language?: (shown: Shown) => Language;
  /** The frame around the page. Default: the navigation. */
  frame?: (shown: Shown, page: PageContext) => Frame;
  /** True if the page fills a wide screen; text, lists and forms keep to a readable column. */
  isWide?: boolean;
  /** How often an open page updates itself, in seconds. Default: never. */
  liveSeconds?: number;
};

type MaybeTried<Tried> = Outcome<Tried> | null | undefined;

/** Loads a page and renders it in its frame. A refusal while loading is a problem page. */
export async function showPage<Loaded, Tried>(c: Context<PageEnv>, now: Date, spec: PageSpec<Loaded, Tried>) {
  const { member, home = null } = signedIn(c);
  const { place = member === undefined ? null : "settings", isWide = false, liveSeconds } = spec;
  const parts = spec.load?.(c);
  if (parts instanceof Response) return parts;
  const loaded = isParts(parts) ? await together(parts) : outcomeOf(await parts);
  if (!loaded.ok) return problemPage(c, loaded.problem);
  const shown = loaded.value as Found<Loaded>;
  const reader = readerOf(c);
  const language = spec.language?.(shown) ?? reader.language;
  const teller = tellerOf({ ...reader, language }, spec.zone?.(shown) ?? home, now);
  const { words } = teller;
  const note = noteOf(c);
  const mayDo = (action: Action) => member !== undefined && may(action, member) === "yes";
  const page = { c, teller, words, note, mayDo, asked: askedIn(c) };
  const isTop = place === null || c.req.path === PLACES[place].path;
  const named = isTop && place !== null ? words.owner.places[place] : settingName(c.req.path, words);
  const title = spec.title?.(words, shown, page) ?? named;
  // The notice of the last form, unless a note has something newer to say.
  const done = c.req.query("done") ?? "";
  const isDone = (name: string): name is keyof typeof words.done => Object.hasOwn(words.done, name);
  const tried = await spec.tried?.(c, shown, page.asked);
  const refused = tried?.ok === false ? tried.problem : undefined;
  const slip = refused === undefined ? note?.problem : atField(refused);
  const said = slip === undefined ? undefined : problemSentence(slip, words);
  const field = slip?.field === undefined ? null : { name: slip.field, text: said ?? "" };
  const above: Up | undefined = isTop ? undefined : [PLACES[place].path, words.owner.places[place]];
  const up = spec.up === undefined ? above : spec.up(words, shown);
  const isSetting = place === "settings" && member !== undefined && !isTop;
  const frame: Frame = spec.frame?.(shown, page) ?? {
    script: "owner.js",
    manifest: "/manifest.json",
    main: isWide ? undefined : "column",
    top: (
      <>
        {place === null ? <Brand /> : <Navigation place={place} home={home} />}
        {isSetting ? <SettingsSidebar path={c.req.path} /> : null}
      </>
    ),
  };
  const html = (
    <Document {...frame} title={title} teller={teller} member={member} liveSeconds={liveSeconds}>
      {up === undefined ? null : (
        <p>
          <a class="back" href={up[0]}>
            <Icon name="back" />
            {up[1]}
          </a>
        </p>
      )}
      {spec.heading === undefined ? <h1>{title}</h1> : spec.heading(shown)}
      {note === undefined && isDone(done) && (
        <Note kind="done" role="status">
          {words.done[done]}
        </Note>
      )}
      {said === undefined && !note?.isSignedOut ? null : (
        <Note kind="problem" role="alert">
          {field === null ? null : `${words.form.check} `}
          {field === null ? (said ?? words.form.signedOut) : <a href={`#${ERROR_ID}`}>{said}</a>}
        </Note>
      )}
      <TroubleScope value={{ form: c.req.path, values: [], ...note, field }}>
        {spec.view(shown, { ...page, tried: tried?.ok ? tried.value : null })}
      </TroubleScope>
    </Document>
  );
  if (liveSeconds !== undefined) return await liveHtml(c, html);
  return await c.html(html, refused === undefined ? 200 : PROBLEMS[refused.name].status);
}

const CLOCK = /(<time[^>]* data-ago[^>]*>)[^<]*|(<body data-at=")[^"]*/g;

/** Answers a page that updates itself. Answers 304 if nothing has changed except the times on it. */
async function liveHtml(c: Context, page: Child): Promise<Response> {
  const html = String(page);
  return await unlessHeld(c, html.replace(CLOCK, "$1$2"), () => c.html(html));
}

/** Returns true if an open page's script fetches the page again, to replace only its live part. */
export const isAskedAgain = (c: Context): boolean => c.req.header("Sec-Fetch-Dest") === "empty";
