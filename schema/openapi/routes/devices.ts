import type { DEVICES, FEEDS_AND_READINGS, PULL_SETUP } from "../../routes/home.ts";
import {
  DeviceAnswer,
  DeviceList,
  DeviceWithKey,
  SensorAnswer,
  SensorsBatchAnswer,
} from "../../wire/devices.ts";
import { FeedList, PullSetupAnswer } from "../../wire/pull-setup.ts";
import { ApiReadings } from "../../wire/readings.ts";
import { Ok } from "../../wire/text.ts";
import type { WordsOf } from "../described.ts";
import { makes, shows } from "../route.ts";

export const DEVICE_WORDS = {
  "devices.list": {
    summary: "List devices",
    about:
      "Returns devices in creation order. Pass `next_cursor` as `cursor` to get the next page; it is null on the last page.",
    answers: shows(DeviceList, "A page of devices"),
  },
  "devices.create": {
    summary: "Create a device",
    about:
      "This answer shows the ingest key. The device posts its readings to `ingest_url`; its first post creates its sensors.",
    answers: makes(DeviceWithKey, "The device and its ingest key"),
    refusals: [409],
  },
  "sensors.updateBatch": {
    summary: "Update several sensors",
    about:
      "Changes all of them or none. If one id doesn't belong to the household, the answer is 404, and nothing changes.",
    answers: shows(SensorsBatchAnswer, "The number of changed sensors"),
    refusals: [404],
  },
  "devices.get": {
    summary: "Get a device",
    about: "Returns the device with all its sensors, including hidden ones, and their latest values.",
    answers: shows(DeviceAnswer, "The device"),
  },
  "devices.update": {
    summary: "Update a device",
    about:
      "Fields you omit keep their value. Moving or disabling a device ends its alerts. Posts of a disabled device are stored, but not shown live or evaluated.",
    answers: shows(DeviceAnswer, "The device"),
    refusals: [409],
  },
  "devices.delete": {
    summary: "Delete a device",
    about:
      "Deletes its sensors and its whole history, ends its alerts, and revokes its ingest key. You can't undo this.",
    answers: shows(Ok, "Deleted"),
    refusals: [409],
  },
  "devices.rotateIngestKey": {
    summary: "Rotate an ingest key",
    about:
      "The old key stops working. This answer shows the new key, and the device's callout shows it for 30 minutes. Only push devices have a key.",
    answers: shows(DeviceWithKey, "The device and its new ingest key"),
    refusals: [409],
  },
  "sensors.get": {
    summary: "Get a sensor",
    about: "Also works for a hidden sensor. `value_num` and `recorded_at` are null before its first reading.",
    answers: shows(SensorAnswer, "The sensor"),
  },
  "sensors.update": {
    summary: "Update a sensor",
    about:
      "Fields you omit keep their value. A hidden sensor doesn't appear in share links. `placement` sets its limits.",
    answers: shows(SensorAnswer, "The sensor"),
  },
} satisfies WordsOf<typeof DEVICES>;

export const PULL_SETUP_WORDS = {
  "pullSetup.get": {
    summary: "Get the pull setup",
    about: "Returns the same as saving the pull setup.",
    answers: shows(PullSetupAnswer, "The household's whole setup"),
  },
  "pullSetup.save": {
    summary: "Save the pull setup",
    about:
      "Updates a feed or probe with a known id, creates one with a new id, and leaves the others unchanged. Saves everything or nothing.",
    answers: shows(PullSetupAnswer, "The household's whole setup"),
    refusals: [409],
  },
} satisfies WordsOf<typeof PULL_SETUP>;

export const FEED_AND_READING_WORDS = {
  "feeds.list": {
    summary: "List feeds",
    about:
      "Hearthwatch polls feeds every 15 minutes. If you can't change feeds, the query of their URLs is masked.",
    answers: shows(FeedList, "The feeds"),
  },
  "feeds.delete": {
    summary: "Delete a feed",
    about:
      "Deletes its device, history and alerts as well. You can't undo this. To only stop polling, save the feed with `enabled` false.",
    answers: shows(Ok, "Deleted"),
    refusals: [409],
  },
  "readings.list": {
    summary: "List readings",
    about:
      "Returns the oldest first; without `from` and `to`, the last 24 hours. `resolution` in the answer is the actual one, because the plan may only keep coarser rows. `format=csv` or `Accept: text/csv` returns the file of `/readings.csv`.",
    answers: {
      200: { description: "A page of readings, or the file", json: ApiReadings, types: ["text/csv"] },
    },
    refusals: [404],
  },
  "readings.export": {
    summary: "Export readings as CSV",
    about: "Streams the file, so a year of readings needs no paging. The columns are those of the JSON rows.",
    answers: { 200: { description: "A header line, then a line for each reading", types: ["text/csv"] } },
    refusals: [404],
  },
  "metrics.get": {
    summary: "Get metrics",
    about:
      "Returns base units without timestamps. Values that are unknown or older than a day are omitted, never 0.",
    answers: {
      200: { description: "Text format 0.0.4", types: ["text/plain; version=0.0.4; charset=utf-8"] },
    },
    refusals: [404],
  },
} satisfies WordsOf<typeof FEEDS_AND_READINGS>;
