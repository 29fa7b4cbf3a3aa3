/** `TEST_CELL=NAME`: every test database is looked at through a cell of this name, beside the first schema. */
export const { TEST_CELL } = process.env;
