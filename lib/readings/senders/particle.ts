import { decodeText } from "../decode-body.ts";
import { walk } from "../foreign/walk.ts";
import { readStateWord } from "../parts/state-words.ts";
import { sender, textOf } from "./sender.ts";

/** A Particle event: its data is text, a bare value that the event names or JSON. One key may get many devices. */
export const particle = sender({
  name: "Particle",
  marks: ["coreid"],
  isIts: (body) => "event" in body && "data" in body,
  parts: (body) => {
    const thing = { key: textOf(body.coreid), label: textOf(body.device_name) || "Particle" };
    const data = textOf(body.data);
    if (readStateWord(data) !== null)
      return [{ ...thing, members: { [textOf(body.event)]: data }, manner: {} }];
    const decoded = decodeText(data);
    return walk(decoded.ok ? decoded.value : body.data, {}, thing);
  },
});
