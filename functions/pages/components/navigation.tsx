import type { Words } from "../../../lib/language/pages.ts";
import { type Action, may } from "../../../lib/people/entitlement.ts";
import type { HomeFacts } from "../../../lib/people/households.queries.ts";
import { Icon, type IconName, List, Press, Row } from "./list.tsx";
import { useMay, useMember, useTeller } from "./teller-scope.tsx";

export const PLACES = {
  home: { path: "/home", icon: "hearth" },
  alerts: { path: "/alerts", icon: "alert" },
  devices: { path: "/devices", icon: "device" },
  sharing: { path: "/sharing", icon: "share" },
  settings: { path: "/settings", icon: "settings" },
} as const satisfies Record<string, { path: string; icon: IconName }>;
export type PlaceName = keyof typeof PLACES;

const NEEDED: Partial<Record<PlaceName, Action>> = { sharing: "manage_share_links" };

type NavigationProps = {
  /** Null where the page has no place among them. */
  place: PlaceName | null;
  home: HomeFacts | null;
};

export function Navigation({ place, home }: NavigationProps) {
  const { words } = useTeller();
  const member = useMember();
  // A place that refuses the reader is not offered.
  const offered = (Object.keys(PLACES) as PlaceName[]).filter((name) => {
    const action = NEEDED[name];
    return action === undefined || member === undefined || may(action, member) !== "role";
  });
  return (
    <header class="top bar">
      <a class="brand" href="/home">
        <Icon name="hearth" />
        <span>
          {home?.name ?? words.product}
          {home === null ? null : <small>{words.product}</small>}
        </span>
      </a>
      {home === null || home.otherHomes.length === 0 ? null : <Switcher home={home} />}
      <nav class="places" aria-label={words.owner.navigation}>
        {offered.map((name) => (
          <a href={PLACES[name].path} aria-current={name === place ? "page" : undefined}>
            <Icon name={PLACES[name].icon} />
            <span>{words.owner.places[name]}</span>
            {name === "alerts" && home !== null && home.openAlerts > 0 ? (
              <span class="count">{home.openAlerts}</span>
            ) : null}
          </a>
        ))}
      </nav>
    </header>
  );
}

function Switcher({ home }: { home: HomeFacts }) {
  const { otherHomes } = useTeller().words.owner;
  return (
    <details class="switcher">
      <summary aria-label={otherHomes} title={otherHomes}>
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
  );
}

type TextName = {
  [Name in keyof Words["settings"]]: Words["settings"][Name] extends string ? Name : never;
}[keyof Words["settings"]];

type Setting = { name: TextName; href: string; needs?: Action; hint?: TextName };

/** Everything that can be set, by group: the settings page lists it with what is set now, the sidebar beside each of its pages. */
const SETTINGS = {
  home: [
    { name: "homeLine", href: "/settings/home", needs: "manage_household" },
    { name: "placeTitle", href: "/settings/place", needs: "manage_household" },
    { name: "rooms", href: "/settings/rooms", needs: "manage_household", hint: "roomsHint" },
    { name: "pucks", href: "/settings/pucks" },
    { name: "plan", href: "/settings/plan" },
    { name: "city", href: "/settings/city" },
  ],
  alertsGroup: [
    { name: "notifications", href: "/notifications" },
    { name: "escalation", href: "/escalation" },
    { name: "emergency", href: "/emergency", hint: "emergencyHint" },
    { name: "coverage", href: "/coverage", needs: "manage_notifications" },
    { name: "limits", href: "/settings/alerts", hint: "limitsHint" },
    { name: "rules", href: "/rules" },
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
  const all: readonly Setting[] = Object.values(SETTINGS).flat();
  const found = all.find(({ href }) => href === path);
  return found === undefined ? "" : settings[found.name];
}

/** A setting that refuses the reader is not offered. */
const useSettings = (group: Group): readonly Setting[] =>
  (SETTINGS[group] as readonly Setting[]).filter(({ needs }) => needs === undefined || useMay(needs));

type GroupProps = { group: Group; now: Partial<Record<SettingName, string>> };

export function SettingsGroup({ group, now }: GroupProps) {
  const { settings } = useTeller().words;
  return (
    <nav class="panel" aria-labelledby={group}>
      <h2 id={group}>{settings[group]}</h2>
      <List items={useSettings(group)}>
        {({ name, href, hint }) => (
          <Row
            href={href}
            title={settings[name]}
            hint={now[name as SettingName] ?? (hint === undefined ? null : settings[hint])}
          />
        )}
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
