import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/domain/**/*.test.ts"],
    exclude: ["tests/**/*.release.test.ts"],
    setupFiles: ["./tests/support/fast-check-seed.ts"],
    // The first run counts which lines a test passes, which is slow.
    testTimeout: 60_000,
  },
});
