import { beforeEach } from "vitest";

/** Creates new objects before each test of a file, under one name. */
export function eachTest<Own extends object>(make: () => Promise<Own>): Own {
  const own = {} as Own;
  beforeEach(async () => {
    Object.assign(own, await make());
  });
  return own;
}
