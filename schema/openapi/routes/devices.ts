import { DeviceAnswer, DeviceChange, DeviceList, DeviceWithKey, NewDevice } from "../../wire/devices.ts";
import { PageQuery } from "../../wire/paging.ts";
import { SensorAnswer, SensorChange, SensorsBatch, SensorsBatchAnswer } from "../../wire/sensors.ts";
import { Ok } from "../../wire/text.ts";
import { makes, shows } from "../answers.ts";
import type { Mounted, RouteDescription } from "../route.ts";

export const deviceRoutes = ({ prefix, audience }: Mounted): RouteDescription[] => [
  {
    method: "get",
    path: `${prefix}/devices`,
    summary: "The household's devices with their sensors and latest values",
    audience,
    query: PageQuery,
    answers: shows(DeviceList, "A page of devices"),
  },
  {
    method: "post",
    path: `${prefix}/devices`,
    summary: "Makes a push device; its ingest key is shown this once",
    audience,
    headers: { "Idempotency-Key": "Sent again within 24 hours, the same device is answered" },
    body: NewDevice,
    answers: makes(DeviceWithKey, "The device and its ingest key"),
    refusals: [409],
  },
  {
    method: "post",
    path: `${prefix}/devices/sensors-batch`,
    summary: "Labels, shows and hides sensors, all or none",
    audience,
    body: SensorsBatch,
    answers: shows(SensorsBatchAnswer, "How many were changed"),
    refusals: [404],
  },
  {
    method: "get",
    path: `${prefix}/devices/{id}`,
    summary: "One device",
    audience,
    answers: shows(DeviceAnswer, "The device"),
  },
  {
    method: "patch",
    path: `${prefix}/devices/{id}`,
    summary: "Renames, moves, enables or disables a device; moving or disabling ends its alerts",
    audience,
    body: DeviceChange,
    answers: shows(DeviceAnswer, "The device"),
    refusals: [409],
  },
  {
    method: "delete",
    path: `${prefix}/devices/{id}`,
    summary: "Deletes a device and ends its alerts; its ingest key is rejected from now on",
    audience,
    answers: shows(Ok, "Deleted"),
    refusals: [409],
  },
  {
    method: "post",
    path: `${prefix}/devices/{id}/rotate-ingest-key`,
    summary: "Makes a new ingest key; the old one is rejected from now on",
    audience,
    answers: shows(DeviceWithKey, "The device and its new ingest key"),
    refusals: [409],
  },
];

export const sensorRoutes = ({ prefix, audience }: Mounted): RouteDescription[] => [
  {
    method: "get",
    path: `${prefix}/sensors/{id}`,
    summary: "One sensor with its latest value",
    audience,
    answers: shows(SensorAnswer, "The sensor"),
  },
  {
    method: "patch",
    path: `${prefix}/sensors/{id}`,
    summary: "Labels, shows or hides a sensor; what is left out stays",
    audience,
    body: SensorChange,
    answers: shows(SensorAnswer, "The sensor"),
  },
];
