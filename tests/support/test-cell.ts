import type { Db } from "../../lib/kernel/db.queries.ts";

/**
 * `TEST_CELL=NAME`: every test database is looked at through a cell of this name, beside the first schema. `TEST_CELLS=two`:
 * every group is asked through the deployment of an empty cell beside the tests' own.
 */
export const { TEST_CELL } = process.env;
export const EMPTY_CELL = process.env.TEST_CELLS === "two" ? "beside" : undefined;

/** The empty cell beside a database, by the handle that tests ask it through. */
const beside = new WeakMap<Db, Db>();
export const besideOf = (db: Db): Db | undefined => beside.get(db);
export const setBeside = (db: Db, empty: Db): void => void beside.set(db, empty);
