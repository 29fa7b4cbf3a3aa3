import { FeedList, PullSetup, PullSetupAnswer } from "../../wire/pull-setup.ts";
import { ApiReadings, ApiReadingsQuery } from "../../wire/readings.ts";
import { Ok } from "../../wire/text.ts";
import { type Mounted, type RouteDescription, shows } from "../route.ts";

export const readingRoutes = ({ prefix, audience, ids }: Mounted): RouteDescription[] => [
  {
    id: `${ids}readings.list`,
    method: "get",
    path: `${prefix}/readings`,
    summary: "List readings",
    about:
      "Oldest first, of the last 24 hours where neither `from` nor `to` is given. `resolution` of the answer says what it really has: the plan may keep coarser rows only. `format=csv` and `Accept: text/csv` get the file of `/readings.csv`.",
    audience,
    query: ApiReadingsQuery,
    answers: {
      200: { description: "A page of readings, or the file", json: ApiReadings, types: ["text/csv"] },
    },
    refusals: [404],
  },
  {
    id: `${ids}readings.export`,
    method: "get",
    path: `${prefix}/readings.csv`,
    summary: "Export readings as CSV",
    about:
      "The file is streamed, so that a year of readings needs no paging. Its columns are those of the JSON rows.",
    audience,
    query: ApiReadingsQuery,
    answers: { 200: { description: "A line for each reading, after a header line", types: ["text/csv"] } },
    refusals: [404],
  },
];

export const feedRoutes = ({ prefix, audience, ids }: Mounted): RouteDescription[] => [
  {
    id: `${ids}feeds.list`,
    method: "get",
    path: `${prefix}/feeds`,
    summary: "List feeds",
    about:
      "Feeds are polled every 15 minutes. Whoever may not change feeds sees the query of their URLs masked.",
    audience,
    answers: shows(FeedList, "The feeds"),
  },
  {
    id: `${ids}feeds.delete`,
    method: "delete",
    path: `${prefix}/feeds/{id}`,
    summary: "Delete a feed",
    about:
      "Its device, history and alerts go with it. This cannot be undone. To stop polling alone, save the feed with `enabled` false.",
    audience,
    answers: shows(Ok, "Deleted"),
    refusals: [409],
  },
];

export const pullSetupRoutes = ({ prefix, audience, ids }: Mounted): RouteDescription[] => [
  {
    id: `${ids}pullSetup.get`,
    method: "get",
    path: `${prefix}/pull-setup`,
    summary: "Get the pull setup",
    about: "Answers what saving the pull setup answers, and changes nothing.",
    audience,
    answers: shows(PullSetupAnswer, "The household's whole setup"),
  },
  {
    id: `${ids}pullSetup.save`,
    method: "post",
    path: `${prefix}/pull-setup`,
    summary: "Save the pull setup",
    about:
      "A feed or probe with a known id is changed, one with another id of yours is made under it, and those that are not named stay as they are. All is saved or nothing.",
    audience,
    once: true,
    body: PullSetup,
    answers: shows(PullSetupAnswer, "The household's whole setup"),
    refusals: [409],
  },
];
