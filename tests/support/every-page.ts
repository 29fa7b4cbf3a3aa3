import type { furnish } from "./furnished-house.ts";

type Furnished = Awaited<ReturnType<typeof furnish>>;
export type Reader = keyof Furnished["cookies"] | "nobody";

/** A page in one of its states: what it is called, where it is, who looks, and what it answers. */
export type Address = readonly [state: string, path: string, reader?: Reader, status?: number];

/**
 * Every page that is made for its reader, and every state of one, by its address; of the furnished house's
 * things by their ids.
 */
export const everyPage = ({ ids }: Furnished): Address[] => [
  ["landing", "/", "nobody"],
  ["status", "/status", "nobody"],
  ["sign in", "/sign-in", "nobody"],
  ["family", `/s/${ids.share}`, "nobody"],
  ["family on a tablet", `/s/${ids.share}?kiosk=1`, "nobody"],
  ["family in large letters", `/s/${ids.share}?text=large&lang=es`, "nobody"],
  ["family's sensor", `/s/${ids.share}/sensors/${ids.sensor}?text=normal&lang=en`, "nobody"],
  ["ended link", `/s/${ids.ended}`, "nobody", 404],
  ["unknown message link", "/a/unknown", "nobody", 404],
  ["404", "/nothing", "nobody", 404],
  ["first steps", "/welcome", "newcomer"],
  ["no alerts", "/alerts", "newcomer"],
  ["no devices", "/devices", "newcomer"],
  ["no feeds", "/feeds", "newcomer"],
  ["no rules", "/rules", "newcomer"],
  ["nothing sent", "/deliveries", "newcomer"],
  ["nothing shared", "/sharing", "free"],
  ["Free home's people", "/people", "free"],
  ["home", "/home"],
  ["alerts", "/alerts"],
  ["alert", `/alerts/${ids.alert}`],
  ["alert that is over", `/alerts/${ids.past}`],
  ["unknown alert", "/alerts/unknown", "owner", 404],
  ["sensor", `/sensors/${ids.sensor}`],
  ["sensor of a week", `/sensors/${ids.sensor}?range=7d&limit=45&unit=°F`],
  ["devices", "/devices"],
  ["device", `/devices/${ids.device}`],
  ["silent device", `/devices/${ids.silent}`],
  ["device that was never heard", `/devices/${ids.unheard}`],
  ["another device", "/devices/new"],
  ["set up", `/devices/${ids.unheard}/set-up`],
  ["set up and heard", `/devices/${ids.device}/set-up?as=esphome`],
  ["feeds", "/feeds"],
  ["feed", `/feeds/${ids.feed}`],
  ["rules", "/rules"],
  ["rule that is tried", `/rules?sensor_id=${ids.sensor}&is=below&value=43&unit=°F&severity=warning`],
  ["rule that is wrong", "/rules?is=below&value=cold", "owner", 400],
  ["rule", `/rules/${ids.rule}`],
  ["sharing", "/sharing"],
  ["recipes", "/sharing/recipes"],
  ["recipes, on Free", "/sharing/recipes", "free", 403],
  ["inbound token", `/sharing/inbound/${ids.inbound}`],
  ["the service, for its operators", "/operator", "operator"],
  ["incidents, for operators", "/operator/incidents", "operator"],
  ["the service, for everybody else", "/operator", "owner", 404],
  ["end of all links", "/sharing/revoke-all", "owner"],
  ["settings", "/settings"],
  ["end of the home", "/settings/delete"],
  ["proof", "/prove"],
  ["people", "/people"],
  ["people, for a viewer", "/people", "viewer"],
  ["notifications", "/notifications"],
  ["deliveries", "/deliveries"],
  ["sessions", "/sessions"],
  ["activity", "/activity"],
  ["403", "/feeds", "viewer", 403],
];
