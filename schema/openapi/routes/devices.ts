import {
  DeviceAnswer,
  DeviceChange,
  DeviceList,
  DeviceWithKey,
  NewDevice,
  SensorAnswer,
  SensorChange,
  SensorsBatch,
  SensorsBatchAnswer,
} from "../../wire/devices.ts";
import { PageQuery } from "../../wire/paging.ts";
import { Ok } from "../../wire/text.ts";
import { type Mounted, makes, type RouteDescription, shows } from "../route.ts";

export const deviceRoutes = ({ prefix, audience, ids }: Mounted): RouteDescription[] => [
  {
    id: `${ids}devices.list`,
    method: "get",
    path: `${prefix}/devices`,
    summary: "List devices",
    about:
      "In the order of making. `next_cursor` of a page is the `cursor` of the next one, and null on the last.",
    audience,
    query: PageQuery,
    answers: shows(DeviceList, "A page of devices"),
  },
  {
    id: `${ids}devices.create`,
    method: "post",
    path: `${prefix}/devices`,
    summary: "Create a device",
    about:
      "The ingest key is shown this once. The device posts its readings to `ingest_url`. Its sensors are made by its first post.",
    audience,
    body: NewDevice,
    answers: makes(DeviceWithKey, "The device and its ingest key"),
    refusals: [409],
  },
  {
    id: `${ids}sensors.updateBatch`,
    method: "post",
    path: `${prefix}/devices/sensors-batch`,
    summary: "Update several sensors",
    about:
      "Changes all of them or none. One id that is not the household's refuses the whole batch with 404, and nothing is changed.",
    audience,
    body: SensorsBatch,
    answers: shows(SensorsBatchAnswer, "How many were changed"),
    refusals: [404],
  },
  {
    id: `${ids}devices.get`,
    method: "get",
    path: `${prefix}/devices/{id}`,
    summary: "Get a device",
    about: "Answers the device with all its sensors, the hidden ones too, and their latest values.",
    audience,
    answers: shows(DeviceAnswer, "The device"),
  },
  {
    id: `${ids}devices.update`,
    method: "patch",
    path: `${prefix}/devices/{id}`,
    summary: "Update a device",
    about:
      "Moving or disabling a device ends its alerts. What is left out stays. The posts of a disabled device are stored, but are neither shown live nor judged.",
    audience,
    body: DeviceChange,
    answers: shows(DeviceAnswer, "The device"),
    refusals: [409],
  },
  {
    id: `${ids}devices.delete`,
    method: "delete",
    path: `${prefix}/devices/{id}`,
    summary: "Delete a device",
    about:
      "Its alerts end, and its ingest key no longer works. Its sensors and its whole history go with it. This cannot be undone.",
    audience,
    answers: shows(Ok, "Deleted"),
    refusals: [409],
  },
  {
    id: `${ids}devices.rotateIngestKey`,
    method: "post",
    path: `${prefix}/devices/{id}/rotate-ingest-key`,
    summary: "Rotate an ingest key",
    about:
      "The old key no longer works. The new key is in this answer, and for 30 minutes in the device's callout. Only push devices have one.",
    audience,
    once: true,
    answers: shows(DeviceWithKey, "The device and its new ingest key"),
    refusals: [409],
  },
];

export const sensorRoutes = ({ prefix, audience, ids }: Mounted): RouteDescription[] => [
  {
    id: `${ids}sensors.get`,
    method: "get",
    path: `${prefix}/sensors/{id}`,
    summary: "Get a sensor",
    about: "Answers a hidden sensor too. `value_num` and `recorded_at` are null before its first reading.",
    audience,
    answers: shows(SensorAnswer, "The sensor"),
  },
  {
    id: `${ids}sensors.update`,
    method: "patch",
    path: `${prefix}/sensors/{id}`,
    summary: "Update a sensor",
    about:
      "Fields you omit keep their value. A hidden sensor appears in no share link. `placement` decides the limits that hold for it.",
    audience,
    body: SensorChange,
    answers: shows(SensorAnswer, "The sensor"),
  },
];
