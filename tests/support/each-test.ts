import { beforeEach } from "vitest";

/** What each test of a file has anew, made before it, under one name. */
export function eachTest<Own extends object>(make: () => Promise<Own>): Own {
  const own = {} as Own;
  beforeEach(async () => {
    Object.assign(own, await make());
  });
  return own;
}
