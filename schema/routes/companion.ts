import {
  BayChange,
  BayId,
  ClaimFinish,
  ClaimStart,
  CompanionSignIn,
  MoodOverride,
  PuckId,
  PuckRegistration,
} from "../wire/companion.ts";
import type { Routes } from "./route.ts";

const BAY = "/api/bays/:bay_id";
const bay = { bay_id: BayId };

/** The phone app's session, the pucks that it claims and the bays that they stand in. */
export const COMPANION = {
  "companion.session.create": {
    on: "POST /api/companion/session",
    open: true,
    tries: true,
    body: CompanionSignIn,
  },
  "companion.session.delete": { on: "DELETE /api/companion/session" },
  "companion.pucks.list": { on: "GET /api/pucks", may: "read_home" },
  "companion.pucks.register": {
    on: "POST /api/pucks/register",
    only: true,
    may: "register_puck",
    body: PuckRegistration,
    makes: true,
  },
  "companion.pucks.startClaim": { on: "POST /api/pucks/claim/start", may: "register_puck", body: ClaimStart },
  "companion.pucks.finishClaim": {
    on: "POST /api/pucks/claim/finish",
    may: "register_puck",
    body: ClaimFinish,
  },
  "companion.pucks.release": {
    on: "DELETE /api/pucks/:device_id",
    may: "register_puck",
    path: { device_id: PuckId },
  },
  "companion.bays.list": { on: "GET /api/bays", may: "read_home" },
  "companion.bays.getMood": { on: `GET ${BAY}/mood`, may: "read_home", path: bay },
  "companion.bays.setMood": { on: `PUT ${BAY}/mood`, may: "override_mood", path: bay, body: MoodOverride },
  "companion.bays.chooseSensors": {
    on: `PUT ${BAY}/sensors`,
    may: "manage_sensors",
    path: bay,
    body: BayChange,
  },
  "companion.bays.delete": { on: `DELETE ${BAY}`, may: "manage_sensors", path: bay },
} as const satisfies Routes;
