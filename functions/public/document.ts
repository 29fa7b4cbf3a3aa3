import document from "../../dist/openapi.json" with { type: "json" };

/** Made by the build, from the tables of routes. */
export const OPENAPI_TEXT = JSON.stringify(document);
