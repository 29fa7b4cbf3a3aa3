import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["tests/domain/**/*.test.ts"], setupFiles: ["./tests/support/fast-check-seed.ts"] },
});
