import type { Words } from "../../../lib/language/pages.ts";
import { type Action, may } from "../../../lib/people/entitlement.ts";
import type { HomeFacts } from "../../../lib/people/households.queries.ts";
import { useMay, useMember, useTeller } from "../format/teller.tsx";
import { Icon, type IconName, List, Press, Row } from "./list.tsx";

export const PLACES = {
  home: { path: "/home", icon: "hearth" },
  alerts: { path: "/alerts", icon: "alert" },
  devices: { path: "/devices", icon: "device" },
  sharing: { path: "/sharing", icon: "share" },
  settings: { path: "/settings", icon: "settings" },
} as const satisfies Record<string, { path: string; icon: IconName }>;
export type PlaceName = keyof typeof PLACES;

const NEEDED: Partial<Record<PlaceName, Action>> = { sharing: "manage_share_links" };

/** `place`: null where the page has none among them. */
export function Navigation({ place, home }: { place: PlaceName | null; home: HomeFacts | null }) {
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
  const found = Object.values(SETTINGS)
    .flat()
    .find(({ href }) => href === path);
  return found === undefined ? "" : settings[found.name];
}

/** A setting that refuses the reader is not offered. */
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
