import type { Hono } from "hono";
import { beforeEach, vi } from "vitest";
import { type Door, KNOWN, machineDoor } from "../../functions/_doors/door.ts";
import { linkDoor } from "../../functions/_doors/link-door.ts";
import { personDoor } from "../../functions/_doors/person-door.ts";
import { phoneDoor } from "../../functions/_doors/phone-door.ts";
import { overCells } from "../../functions/_platform/cells.ts";
import type { Db } from "../../lib/kernel/db.queries.ts";
import type { Clock } from "../../lib/kernel/ports.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { ownCellOnly } from "./own-cell-only.ts";
import { besideOf } from "./test-cell.ts";

type Ports = { db: Db; clock: Clock };
type App = Pick<Hono, "fetch" | "request" | "routes">;
type AppOf = (ports: Ports) => App;

/**
 * The group's app as the deployment of an empty cell serves it: all that a test makes lies in another one, and has to be
 * found. Without TEST_CELLS, and over a database of another kind, it stays as it is.
 */
const asked =
  (appOf: AppOf, door: Door | ((clock: Clock) => Door)): AppOf =>
  (ports) => {
    const db = besideOf(ports.db);
    if (db === undefined) return appOf(ports);
    const own = appOf(asCell(ports, ports.db, db));
    const cells = [
      { app: appOf(asCell(ports, db, ports.db)), db },
      { app: own, db: ports.db },
    ];
    const plain = door === personDoor ? personDoor(ports.clock) : (door as Door);
    const fetch = overCells(cells, withNewcomers(plain, ports.db));
    return { fetch, request: requestOver(fetch), routes: own.routes };
  };

/** Whoever is new begins beside the others, where the test looks for them. */
const withNewcomers =
  (door: Door, home: Db): Door =>
  async (request) => {
    const presented = await door(request);
    if (presented === null || presented.mark !== null) return presented;
    const knownIn = async (db: Db) =>
      (await presented.knownIn(db)) || (db === home ? KNOWN.invited : KNOWN.no);
    return { mark: null, knownIn };
  };

/** A test may give its ports something more later on. */
const asCell = (ports: Ports, db: Db, other: Db): Ports => {
  const places: Record<PropertyKey, unknown> = { db, otherCells: [other] };
  return new Proxy(Object.assign(ports, { otherCells: [] }), {
    get: (own, name, self) => (name in places ? places[name] : Reflect.get(own, name, self)),
  });
};

/** As Hono's. */
const requestOver =
  (fetch: App["fetch"]): App["request"] =>
  (input, init, ...more) => {
    const request =
      input instanceof Request
        ? new Request(input, init)
        : new Request(new URL(String(input), "http://localhost"), init);
    return fetch(request, ...more);
  };

const GROUPS: Record<string, Door | typeof personDoor> = {
  ingest: machineDoor(SECRET_TYPES.ingestKey),
  v1: machineDoor(SECRET_TYPES.apiKey),
  inbound: machineDoor(SECRET_TYPES.inboundToken),
  share: machineDoor(SECRET_TYPES.shareToken),
  account: personDoor,
  pages: personDoor,
  companion: phoneDoor,
  public: linkDoor,
};

for (const [group, door] of Object.entries(GROUPS))
  vi.doMock(`../../functions/${group}/app.ts`, async (original) => {
    const exports = await original<Record<string, AppOf>>();
    const name = `${group}App`;
    return { ...exports, [name]: asked(exports[name] as AppOf, door) };
  });

beforeEach(({ task, skip }) => {
  const why = ownCellOnly(task);
  if (why !== null) skip(why);
});
