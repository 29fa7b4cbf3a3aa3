import { type Action, may } from "../../../lib/people/entitlement.ts";
import type { HomeFacts } from "../../../lib/people/households.queries.ts";
import { Icon, type IconName } from "./icons.tsx";
import { Press } from "./press.tsx";
import { useMember, useTeller } from "./teller-scope.ts";

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
