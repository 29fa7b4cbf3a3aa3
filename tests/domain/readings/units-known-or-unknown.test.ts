import { expect, test } from "vitest";
import { convert } from "../../../lib/kernel/units.ts";
import { read } from "./support.ts";

test("whatever its unit's text is, a temperature or humidity can be compared with a limit", () => {
  const signs = [..."!§$&/()=?+#-_.:,;<>|^~"];
  const odd = signs.flatMap((sign) => [sign, `${sign}C`, `F${sign}`, `deg${sign}`, `${sign}${sign}`]);
  for (const unit of [...odd, "inf", "raw", "n/a", "°Ré", "W", "%", "ppm", "°", "T", "K/h"])
    for (const [kind, canonical] of [["temperature", "°C"] as const, ["humidity", "%"] as const])
      for (const reading of read({ sensors: [{ key: "a", kind, value: 0.5, unit }] }).readings)
        if (reading.kind === kind)
          expect([unit, convert(1, reading.unit ?? "", canonical)]).not.toContain(null);
});
