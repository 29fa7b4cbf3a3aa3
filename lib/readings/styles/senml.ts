import type { PayloadStyle } from "../payload-style.ts";
import { hasSenmlLabel, usableRecords } from "../senml/labels.ts";
import { readRecords, resolveRecords } from "../senml/read-pack.ts";

/** A SenML pack (RFC 8428, 8798, 9100): an array in which a record has any SenML label. */
export const senml: PayloadStyle = {
  name: "senml",
  claims: (body) => Array.isArray(body) && body.some(hasSenmlLabel),
  read: (body, { now }) => {
    const records = usableRecords(body);
    return records.ok ? readRecords(resolveRecords(records.value), now.getTime()) : records;
  },
};
