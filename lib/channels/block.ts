import type { Block } from "../../schema/vocabulary.ts";

export const isOfCall = (block: Block): boolean => block.startsWith("call_");
