import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { WORDS, type Words } from "../../../lib/language/pages.ts";
import type { Member } from "../../../lib/people/activity.ts";
import type { Action } from "../../../lib/people/entitlement.ts";
import type { HomeFacts } from "../../../lib/people/households.queries.ts";
import { LANGUAGES } from "../../../schema/vocabulary.ts";
import { ASSETS } from "../assets.ts";
import { ReaderScope, type Teller, useMay, useTeller, useVerdict } from "../format/teller.tsx";
import { Icon, type IconName, List, Press } from "./list.tsx";

export type Frame = {
  top?: Child;
  foot?: Child;
  /** The classes of the `main` element. */
  main?: string | undefined;
  liveSeconds?: number | undefined;
  /** A built browser module, by its name in `ASSETS`. */
  script?: keyof typeof ASSETS | undefined;
  manifest?: string | undefined;
  isKiosk?: boolean;
};

type DocumentProps = Frame & {
  title: string;
  teller: Teller;
  member?: Member | undefined;
  children?: Child;
};

/** A whole HTML page, with one script and one style sheet, both our own. */
export function Document(props: DocumentProps) {
  const { title, teller, member, script, manifest, isKiosk } = props;
  const { language, words, now, timeZone, isZoneSaid, isLarge } = teller;
  return (
    <>
      {raw("<!doctype html>")}
      <html lang={language} data-text={isLarge ? "large" : undefined} data-kiosk={isKiosk ? "" : undefined}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
          <meta name="color-scheme" content="light dark" />
          <meta name="theme-color" content="#f7f3ec" media="(prefers-color-scheme: light)" />
          <meta name="theme-color" content="#131518" media="(prefers-color-scheme: dark)" />
          <title>{`${title} · ${words.product}`}</title>
          <link rel="stylesheet" href={ASSETS["app.css"]} />
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
          {manifest === undefined ? null : <link rel="manifest" href={manifest} />}
          {script === undefined ? null : <script type="module" src={ASSETS[script]}></script>}
        </head>
        <body data-at={now.toISOString()}>
          <a class="skip" href="#content">
            {words.common.skip}
          </a>
          <p
            id="offline"
            class="note"
            role="status"
            hidden
            data-words={words.common.offline("{time}")}
            data-zone={isZoneSaid ? undefined : timeZone}
          ></p>
          <ReaderScope value={{ teller, member }}>
            {props.top}
            <main id="content" class={props.main} tabindex={-1} data-live={props.liveSeconds}>
              {props.children}
            </main>
            {props.foot}
            {isZoneSaid ? null : (
              <p id="zone" class="foot" role="status" hidden data-zone={timeZone}>
                {words.charts.moment(timeZone)}
              </p>
            )}
          </ReaderScope>
        </body>
      </html>
    </>
  );
}

/** The bar of a page without a home: a link to the start page, then other links. */
export const Brand = ({ children }: { children?: Child }) => (
  <header class="top">
    <a class="brand" href="/">
      <Icon name="hearth" />
      {useTeller().words.product}
    </a>
    {children}
  </header>
);

/** Links for unit, text size and language, which work without a script. `kept`: the rest of the query (`&range=7d`). */
export function ReaderChoices({ kept = "" }: { kept?: string | undefined }) {
  const { words, unit: chosen, isLarge, language: spoken } = useTeller();
  const { common } = words;
  return (
    <nav class="choices" aria-label={common.degrees}>
      <span>
        {(["F", "C"] as const).map((unit) => (
          <a href={`?unit=${unit}${kept}`} aria-current={chosen === `°${unit}` ? "true" : undefined}>
            °{unit}
          </a>
        ))}
      </span>
      <a href={`?text=${isLarge ? "normal" : "large"}${kept}`}>
        <span aria-hidden="true">{isLarge ? "A−" : "A+"}</span>
        <span class="visually-hidden">{isLarge ? common.normalText : common.largeText}</span>
      </a>
      <span>
        {LANGUAGES.map((language) => (
          <a
            href={`?lang=${language}${kept}`}
            lang={language}
            aria-current={spoken === language ? "true" : undefined}
          >
            {language.toUpperCase()}
            <span class="visually-hidden"> {WORDS[language].name}</span>
          </a>
        ))}
      </span>
    </nav>
  );
}

export const PLACES = {
  home: { path: "/home", icon: "hearth" },
  alerts: { path: "/alerts", icon: "alert" },
  charts: { path: "/charts", icon: "chart" },
  devices: { path: "/devices", icon: "device" },
  sharing: { path: "/sharing", icon: "share", needs: "manage_share_links" },
  settings: { path: "/settings", icon: "settings" },
} as const satisfies Record<string, Place>;
type Place = { path: string; icon: IconName; needs?: Action };
export type PlaceName = keyof typeof PLACES;

/** `place`: the current place, or null for a page outside of all places. */
export function Navigation({ place, home }: { place: PlaceName | null; home: HomeFacts | null }) {
  const { words } = useTeller();
  // Hides a place that would refuse the reader because of their role.
  const offered = (Object.keys(PLACES) as PlaceName[]).filter((name) => {
    const { needs }: Place = PLACES[name];
    return needs === undefined || useVerdict(needs) !== "role";
  });
  return (
    <header class="top bar">
      <a class="brand" href="/home">
        <Icon name="hearth" />
        <span>
          {home?.name ?? words.product}
          {home !== null && <small>{words.product}</small>}
        </span>
      </a>
      {home !== null && home.otherHomes.length > 0 && (
        <details class="switcher">
          <summary aria-label={words.owner.otherHomes} title={words.owner.otherHomes}>
            <Icon name="more" />
          </summary>
          <ul>
            {home.otherHomes.map(({ id, name }) => (
              <li>
                <Press action={`/settings/homes/${id}`} text={name} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <nav class="places" aria-label={words.owner.navigation}>
        {offered.map((name) => (
          <a href={PLACES[name].path} aria-current={name === place ? "page" : undefined}>
            <Icon name={PLACES[name].icon} />
            <span>{words.owner.places[name]}</span>
            {name === "alerts" && home?.openAlerts ? <span class="count">{home.openAlerts}</span> : null}
          </a>
        ))}
      </nav>
    </header>
  );
}

type TextName = {
  [Name in keyof Words["settings"]]: Words["settings"][Name] extends string ? Name : never;
}[keyof Words["settings"]];

type Setting = { name: TextName; href: string; needs?: Action; hint?: TextName };

/** All settings by group. The settings page lists them with their values, the sidebar without. */
const SETTINGS = {
  home: [
    { name: "homeLine", href: "/settings/home", needs: "manage_household" },
    { name: "placeTitle", href: "/settings/place", needs: "manage_household" },
    { name: "rooms", href: "/settings/rooms", needs: "manage_household", hint: "roomsHint" },
    { name: "pucks", href: "/settings/pucks", hint: "pucksHint" },
    { name: "plan", href: "/settings/plan" },
    { name: "city", href: "/settings/city" },
  ],
  alertsGroup: [
    { name: "notifications", href: "/notifications" },
    { name: "escalation", href: "/escalation", hint: "escalationHint" },
    { name: "emergency", href: "/emergency", hint: "emergencyHint" },
    { name: "coverage", href: "/coverage", needs: "manage_notifications", hint: "coverageHint" },
    { name: "limits", href: "/settings/alerts", hint: "limitsHint" },
    { name: "rules", href: "/rules", hint: "rulesHint" },
    { name: "reading", href: "/settings/language" },
    { name: "deliveries", href: "/deliveries", hint: "deliveriesHint" },
  ],
  accessGroup: [
    { name: "people", href: "/people" },
    { name: "sessions", href: "/sessions" },
    { name: "passkeys", href: "/passkeys", hint: "passkeysHint" },
    { name: "activity", href: "/activity", hint: "activityHint" },
  ],
} as const satisfies Record<string, readonly Setting[]>;

type SettingName = (typeof SETTINGS)[keyof typeof SETTINGS][number]["name"];
type Group = keyof typeof SETTINGS;

export function settingName(path: string, { settings }: Words): string {
  const found = Object.values(SETTINGS)
    .flat()
    .find(({ href }) => href === path);
  return found === undefined ? "" : settings[found.name];
}

/** Returns the group's settings that the reader may open. */
const useSettings = (group: Group): readonly Setting[] =>
  (SETTINGS[group] as readonly Setting[]).filter(({ needs }) => needs === undefined || useMay(needs));

export function SettingsGroup({
  group,
  now = {},
}: {
  group: Group;
  now?: Partial<Record<SettingName, string>>;
}) {
  const { settings } = useTeller().words;
  return (
    <nav class="panel" aria-labelledby={group}>
      <h2 id={group}>{settings[group]}</h2>
      <List items={useSettings(group)}>
        {({ name, href, hint }) => ({
          href,
          title: settings[name],
          hint: now[name as SettingName] ?? (hint === undefined ? null : settings[hint]),
        })}
      </List>
    </nav>
  );
}

export function SettingsSidebar({ path }: { path: string }) {
  const { owner, settings } = useTeller().words;
  return (
    <nav class="sidebar" aria-label={owner.places.settings}>
      {(Object.keys(SETTINGS) as Group[]).map((group) => (
        <ul>
          {useSettings(group).map(({ name, href }) => (
            <li>
              <a href={href} aria-current={path === href || path.startsWith(`${href}/`) ? "page" : undefined}>
                {settings[name]}
              </a>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}
