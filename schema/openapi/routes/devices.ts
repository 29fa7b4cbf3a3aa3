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
      "In the order of making. `next_cursor` of a page is the `cursor` of the next one, and null on the last.",
    answers: shows(DeviceList, "A page of devices"),
  },
  "devices.create": {
    summary: "Create a device",
    about:
      "The ingest key is shown this once. The device posts its readings to `ingest_url`. Its sensors are made by its first post.",
    answers: makes(DeviceWithKey, "The device and its ingest key"),
    refusals: [409],
  },
  "sensors.updateBatch": {
    summary: "Update several sensors",
    about:
      "Changes all of them or none. One id that is not the household's refuses the whole batch with 404, and nothing is changed.",
    answers: shows(SensorsBatchAnswer, "How many were changed"),
    refusals: [404],
  },
  "devices.get": {
    summary: "Get a device",
    about: "Answers the device with all its sensors, the hidden ones too, and their latest values.",
    answers: shows(DeviceAnswer, "The device"),
  },
  "devices.update": {
    summary: "Update a device",
    about:
      "Moving or disabling a device ends its alerts. What is left out stays. The posts of a disabled device are stored, but are neither shown live nor judged.",
    answers: shows(DeviceAnswer, "The device"),
    refusals: [409],
  },
  "devices.delete": {
    summary: "Delete a device",
    about:
      "Its alerts end, and its ingest key no longer works. Its sensors and its whole history go with it. This cannot be undone.",
    answers: shows(Ok, "Deleted"),
    refusals: [409],
  },
  "devices.rotateIngestKey": {
    summary: "Rotate an ingest key",
    about:
      "The old key no longer works. The new key is in this answer, and for 30 minutes in the device's callout. Only push devices have one.",
    answers: shows(DeviceWithKey, "The device and its new ingest key"),
    refusals: [409],
  },
  "sensors.get": {
    summary: "Get a sensor",
    about: "Answers a hidden sensor too. `value_num` and `recorded_at` are null before its first reading.",
    answers: shows(SensorAnswer, "The sensor"),
  },
  "sensors.update": {
    summary: "Update a sensor",
    about:
      "Fields you omit keep their value. A hidden sensor appears in no share link. `placement` decides the limits that hold for it.",
    answers: shows(SensorAnswer, "The sensor"),
  },
} satisfies WordsOf<typeof DEVICES>;

export const PULL_SETUP_WORDS = {
  "pullSetup.get": {
    summary: "Get the pull setup",
    about: "Answers what saving the pull setup answers, and changes nothing.",
    answers: shows(PullSetupAnswer, "The household's whole setup"),
  },
  "pullSetup.save": {
    summary: "Save the pull setup",
    about:
      "A feed or probe with a known id is changed, one with another id of yours is made under it, and those that are not named stay as they are. All is saved or nothing.",
    answers: shows(PullSetupAnswer, "The household's whole setup"),
    refusals: [409],
  },
} satisfies WordsOf<typeof PULL_SETUP>;

export const FEED_AND_READING_WORDS = {
  "feeds.list": {
    summary: "List feeds",
    about:
      "Feeds are polled every 15 minutes. Whoever may not change feeds sees the query of their URLs masked.",
    answers: shows(FeedList, "The feeds"),
  },
  "feeds.delete": {
    summary: "Delete a feed",
    about:
      "Its device, history and alerts go with it. This cannot be undone. To stop polling alone, save the feed with `enabled` false.",
    answers: shows(Ok, "Deleted"),
    refusals: [409],
  },
  "readings.list": {
    summary: "List readings",
    about:
      "Oldest first, of the last 24 hours where neither `from` nor `to` is given. `resolution` of the answer says what it really has: the plan may keep coarser rows only. `format=csv` and `Accept: text/csv` get the file of `/readings.csv`.",
    answers: {
      200: { description: "A page of readings, or the file", json: ApiReadings, types: ["text/csv"] },
    },
    refusals: [404],
  },
  "readings.export": {
    summary: "Export readings as CSV",
    about:
      "The file is streamed, so that a year of readings needs no paging. Its columns are those of the JSON rows.",
    answers: { 200: { description: "A line for each reading, after a header line", types: ["text/csv"] } },
    refusals: [404],
  },
} satisfies WordsOf<typeof FEEDS_AND_READINGS>;
