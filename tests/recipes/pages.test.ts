import { expect, test } from "vitest";
import { POSTERS, snippetOf } from "../../functions/pages/device-set-up.tsx";
import { textOf } from "../support/documented-recipe.ts";

/** The other tests in this folder run what the documents print. */
test.each(POSTERS)("a device's page shows the recipe for %s as the documents print it", (poster) => {
  expect(textOf("devices")).toContain(`\n${snippetOf(poster, "https://HOST/api/ingest/KEY")}\n\`\`\`\n`);
});
