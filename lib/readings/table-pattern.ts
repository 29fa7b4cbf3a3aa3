import { remembered } from "../kernel/remembered.ts";

/** A pattern that stands in a table of ours; never one of a text that somebody sends. */
export const tablePattern = remembered((text: string): RegExp => new RegExp(text));
