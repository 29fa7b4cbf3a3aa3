import { changeDevice, changeSensor, deleteDevice } from "../../lib/alerts/change-devices.actions.ts";
import {
  changeSensors,
  createDevice,
  listDevices,
  showDevice,
  showSensor,
} from "../../lib/devices/devices.actions.ts";
import { rotateIngestKey } from "../../lib/devices/ingest-keys.actions.ts";
import { deleteFeed, savePullSetup, showPullSetup } from "../../lib/feeds/setup/pull-setup.actions.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { makes, shows } from "../../schema/openapi/route.ts";
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
} from "../../schema/wire/devices.ts";
import { PullSetup, PullSetupAnswer } from "../../schema/wire/pull-setup.ts";
import { Ok, PageQuery } from "../../schema/wire/text.ts";
import { routesFor } from "../_http/mounted-routes.ts";
import { type HomeEnv, homeOf, pathId } from "../_http/require-session.ts";

const route = routesFor<Services, HomeEnv>();

/** Devices, and the names and visibility of their sensors. */
export const DEVICES = {
  "devices.list": route({
    on: "GET /devices",
    may: "read_home",
    query: PageQuery,
    summary: "List devices",
    about:
      "Returns devices in creation order. Pass `next_cursor` as `cursor` to get the next page; it is null on the last page.",
    answers: shows(DeviceList, "A page of devices"),
    answer: (services, c, page) => listDevices(services, homeOf(c), page),
  }),
  "devices.create": route({
    on: "POST /devices",
    log: "secret_created",
    may: "manage_devices",
    body: NewDevice,
    makes: true,
    summary: "Create a device",
    about:
      "This answer shows the ingest key. The device posts its readings to `ingest_url`; its first post creates its sensors.",
    answers: makes(DeviceWithKey, "The device and its ingest key"),
    refusals: [409],
    answer: (services, c, wish) => createDevice(services, c.var.acting, wish),
  }),
  "sensors.updateBatch": route({
    on: "POST /devices/sensors-batch",
    only: true,
    may: "manage_sensors",
    body: SensorsBatch,
    summary: "Update several sensors",
    about:
      "Changes all of them or none. If one id doesn't belong to the household, the answer is 404, and nothing changes.",
    answers: shows(SensorsBatchAnswer, "The number of changed sensors"),
    refusals: [404],
    answer: (services, c, { sensors }) => changeSensors(services, c.var.acting, sensors),
  }),
  "devices.get": route({
    on: "GET /devices/:id",
    may: "read_home",
    summary: "Get a device",
    about: "Returns the device with all its sensors, including hidden ones, and their latest values.",
    answers: shows(DeviceAnswer, "The device"),
    answer: (services, c) => showDevice(services, homeOf(c), pathId(c)),
  }),
  // A change can end alerts, and their ends are notified.
  "devices.update": route({
    on: "PATCH /devices/:id",
    may: "manage_devices",
    body: DeviceChange,
    wakes: true,
    summary: "Update a device",
    about:
      "Fields you omit keep their value. Moving or disabling a device ends its alerts. Posts of a disabled device are stored, but not shown live or evaluated.",
    answers: shows(DeviceAnswer, "The device"),
    refusals: [409],
    answer: (services, c, change) => changeDevice(services, c.var.acting, pathId(c), change),
  }),
  "devices.delete": route({
    on: "DELETE /devices/:id",
    log: "secret_revoked",
    may: "manage_devices",
    wakes: true,
    summary: "Delete a device",
    about:
      "Deletes its sensors and its whole history, ends its alerts, and revokes its ingest key. You can't undo this.",
    answers: shows(Ok, "Deleted"),
    refusals: [409],
    answer: (services, c) => deleteDevice(services, c.var.acting, pathId(c)),
  }),
  "devices.rotateIngestKey": route({
    on: "POST /devices/:id/rotate-ingest-key",
    log: "secret_rotated",
    may: "rotate_ingest_key",
    once: true,
    summary: "Rotate an ingest key",
    about:
      "The old key stops working. This answer shows the new key, and the device's callout shows it for 30 minutes. Only push devices have a key.",
    answers: shows(DeviceWithKey, "The device and its new ingest key"),
    refusals: [409],
    answer: (services, c) => rotateIngestKey(services, c.var.acting, pathId(c)),
  }),
  "sensors.get": route({
    on: "GET /sensors/:id",
    may: "read_home",
    summary: "Get a sensor",
    about: "Also works for a hidden sensor. `value_num` and `recorded_at` are null before its first reading.",
    answers: shows(SensorAnswer, "The sensor"),
    answer: (services, c) => showSensor(services, homeOf(c), pathId(c)),
  }),
  // Setting a sensor's unit can end alerts.
  "sensors.update": route({
    on: "PATCH /sensors/:id",
    may: "manage_sensors",
    body: SensorChange,
    wakes: true,
    summary: "Update a sensor",
    about:
      "Fields you omit keep their value. A hidden sensor doesn't appear in share links. `placement` sets its limits.",
    answers: shows(SensorAnswer, "The sensor"),
    answer: (services, c, change) => changeSensor(services, c.var.acting, pathId(c), change),
  }),
};

/** The feeds that are polled for the home. A URL may hold a key, so only callers who may change feeds see its query. */
export const PULL_SETUP = {
  "pullSetup.get": route({
    on: "GET /pull-setup",
    may: "read_home",
    summary: "Get the pull setup",
    about: "Returns the same as saving the pull setup.",
    answers: shows(PullSetupAnswer, "The household's whole setup"),
    answer: (services, c) => showPullSetup(services, homeOf(c), c.var.mayManageFeeds),
  }),
  "pullSetup.save": route({
    on: "POST /pull-setup",
    may: "manage_feeds",
    body: PullSetup,
    once: true,
    wakes: true,
    summary: "Save the pull setup",
    about:
      "Updates a feed or probe with a known id, creates one with a new id, and leaves the others unchanged. Saves everything or nothing.",
    answers: shows(PullSetupAnswer, "The household's whole setup"),
    refusals: [409],
    answer: (services, c, setup) => savePullSetup(services, c.var.acting, setup),
  }),
};

/** A single feed. */
export const FEEDS = {
  "feeds.delete": route({
    on: "DELETE /feeds/:id",
    may: "manage_feeds",
    wakes: true,
    summary: "Delete a feed",
    about:
      "Deletes its device, history and alerts as well. You can't undo this. To only stop polling, save the feed with `enabled` false.",
    answers: shows(Ok, "Deleted"),
    refusals: [409],
    answer: (services, c) => deleteFeed(services, c.var.acting, pathId(c)),
  }),
};
