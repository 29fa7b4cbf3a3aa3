import { DeviceAnswer, DeviceChange, DeviceList, DeviceWithKey, NewDevice } from "../../wire/devices.ts";
import { PageQuery } from "../../wire/paging.ts";
import { PullSetup, PullSetupAnswer } from "../../wire/pull-setup.ts";
import { ApiReadings, ApiReadingsQuery } from "../../wire/readings.ts";
import { SensorsBatch, SensorsBatchAnswer } from "../../wire/sensors.ts";
import { Ok } from "../../wire/text.ts";
import { makes, shows } from "../answers.ts";
import type { RouteDescription } from "../route.ts";
import { homeRoutes } from "./home.ts";

const audience = "apiKey";

const DEVICE_ROUTES: RouteDescription[] = [
  {
    method: "get",
    path: "/api/v1/devices",
    summary: "The household's devices with their sensors and latest values",
    audience,
    query: PageQuery,
    answers: shows(DeviceList, "A page of devices"),
  },
  {
    method: "post",
    path: "/api/v1/devices",
    summary: "Makes a push device; its ingest key is shown this once",
    audience,
    headers: { "Idempotency-Key": "Sent again within 24 hours, the same device is answered" },
    body: NewDevice,
    answers: makes(DeviceWithKey, "The device and its ingest key"),
    refusals: [409],
  },
  {
    method: "post",
    path: "/api/v1/devices/sensors-batch",
    summary: "Labels, shows and hides sensors, all or none",
    audience,
    body: SensorsBatch,
    answers: shows(SensorsBatchAnswer, "How many were changed"),
    refusals: [404],
  },
  {
    method: "get",
    path: "/api/v1/devices/{id}",
    summary: "One device",
    audience,
    answers: shows(DeviceAnswer, "The device"),
  },
  {
    method: "patch",
    path: "/api/v1/devices/{id}",
    summary: "Renames, moves, enables or disables a device",
    audience,
    body: DeviceChange,
    answers: shows(DeviceAnswer, "The device"),
  },
  {
    method: "delete",
    path: "/api/v1/devices/{id}",
    summary: "Deletes a device; its ingest key is rejected from now on",
    audience,
    answers: shows(Ok, "Deleted"),
  },
  {
    method: "post",
    path: "/api/v1/devices/{id}/rotate-ingest-key",
    summary: "Makes a new ingest key; the old one is rejected from now on",
    audience,
    answers: shows(DeviceWithKey, "The device and its new ingest key"),
    refusals: [409],
  },
];

export const V1_ROUTES: RouteDescription[] = [
  ...DEVICE_ROUTES,
  {
    method: "post",
    path: "/api/v1/pull-setup",
    summary: "Saves pull feeds and the labels of their probes in one step",
    audience,
    body: PullSetup,
    answers: shows(PullSetupAnswer, "The household's whole setup"),
    refusals: [409],
  },
  {
    method: "get",
    path: "/api/v1/readings",
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
    path: "/api/v1/metrics",
    summary: "The household in the text format of Prometheus",
    audience,
    answers: {
      200: { description: "Text format 0.0.4", types: ["text/plain; version=0.0.4; charset=utf-8"] },
    },
    refusals: [404],
  },
  ...homeRoutes({ prefix: "/api/v1", audience }),
];
