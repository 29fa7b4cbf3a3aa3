import { writeFile } from "node:fs/promises";
import path from "node:path";
import { ALL_ROUTES } from "../schema/openapi/all-routes.ts";
import { openApiDocument } from "../schema/openapi/document.ts";

// What the public group serves. Made once, here: the functions carry the text and not what makes it.
const file = path.join(import.meta.dirname, "../functions/public/openapi.json");
await writeFile(file, `${JSON.stringify(openApiDocument(ALL_ROUTES), null, 1)}\n`);
