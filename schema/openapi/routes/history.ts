import { FeedList, PullSetup, PullSetupAnswer } from "../../wire/pull-setup.ts";
import { ApiReadings, ApiReadingsQuery } from "../../wire/readings.ts";
import { Ok } from "../../wire/text.ts";
import { shows } from "../answers.ts";
import type { Mounted, RouteDescription } from "../route.ts";

export const readingRoutes = ({ prefix, audience }: Mounted): RouteDescription[] => [
  {
    method: "get",
    path: `${prefix}/readings`,
    summary: "Readings of a time, as JSON or CSV",
    audience,
    headers: { Accept: "text/csv for CSV, where the query names no format" },
    query: ApiReadingsQuery,
    answers: {
      200: { description: "A page of readings", json: ApiReadings, types: ["text/csv"] },
    },
    refusals: [404],
  },
  {
    method: "get",
    path: `${prefix}/readings.csv`,
    summary: "Readings of a time as a CSV file: all of them, or the first `limit`",
    audience,
    query: ApiReadingsQuery,
    answers: { 200: { description: "A line for each reading, after a header line", types: ["text/csv"] } },
    refusals: [404],
  },
];

export const feedRoutes = ({ prefix, audience }: Mounted): RouteDescription[] => [
  {
    method: "get",
    path: `${prefix}/feeds`,
    summary: "The household's pull feeds, with their last failure and their next poll",
    audience,
    answers: shows(FeedList, "The feeds"),
  },
  {
    method: "delete",
    path: `${prefix}/feeds/{id}`,
    summary: "Deletes a feed with its device and its history, and ends their alerts",
    audience,
    answers: shows(Ok, "Deleted"),
    refusals: [409],
  },
];

export const pullSetupRoutes = ({ prefix, audience }: Mounted): RouteDescription[] => [
  {
    method: "get",
    path: `${prefix}/pull-setup`,
    summary: "The household's pull feeds and the labels of their probes",
    audience,
    answers: shows(PullSetupAnswer, "The household's whole setup"),
  },
  {
    method: "post",
    path: `${prefix}/pull-setup`,
    summary: "Saves pull feeds and the labels of their probes in one step",
    audience,
    body: PullSetup,
    answers: shows(PullSetupAnswer, "The household's whole setup"),
    refusals: [409],
  },
];
