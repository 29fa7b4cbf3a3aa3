import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/domain/**/*.test.ts"],
    exclude: ["tests/**/*.release.test.ts"],
    setupFiles: ["./tests/support/fast-check-seed.ts"],
  },
});
