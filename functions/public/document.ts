import document from "../../dist/openapi.json" with { type: "json" };

/** Described in `schema/openapi`, made by the build. */
export const OPENAPI_DOCUMENT = document;
