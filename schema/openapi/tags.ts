import type { Json } from "./json-schema.ts";
import type { Operation } from "./route.ts";

/** The routes of one audience, as chapters of the document have them. */
export type RouteGroup = { name: string; description: string; routes: readonly Operation[] };

/** `members.update` is of the chapter `account.members`. */
export const tagOf = (id: string): string => id.slice(0, id.lastIndexOf("."));

/** `account.shareLinks` is shown as `Share links`. */
function shownName(tag: string): string {
  const words = tag.slice(tag.lastIndexOf(".") + 1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const tagsOf = ({ routes }: RouteGroup): string[] => [...new Set(routes.map(({ id }) => tagOf(id)))];

/** A chapter for each kind of thing. */
export const tags = (groups: readonly RouteGroup[]): Json[] =>
  groups.flatMap((group) =>
    tagsOf(group).map((name) => ({
      name,
      "x-displayName": shownName(name),
      description: `${shownName(name)}. ${group.description}.`,
    })),
  );

/** The chapters by audience. */
export const tagGroups = (groups: readonly RouteGroup[]): Json[] =>
  groups.map((group) => ({ name: group.name, description: group.description, tags: tagsOf(group) }));
