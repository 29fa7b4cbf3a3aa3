import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";

/** The same letters on every machine: the fonts that came with the browser. */
export async function fontSettings(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "hearthwatch-fonts-"));
  const packed = path.join(
    path.dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")),
    "..",
    "bin",
  );
  const archive = [packed, path.join(packed, "..", "bin")]
    .map((each) => path.join(each, "fonts.tar.br"))
    .find(existsSync);
  if (archive !== undefined) {
    await writeFile(path.join(folder, "fonts.tar"), brotliDecompressSync(await readFile(archive)));
    execFileSync("tar", ["xf", "fonts.tar"], { cwd: folder });
  }
  const file = path.join(folder, "fonts.conf");
  const alias = (name: string) =>
    `<match target="pattern"><test name="family"><string>${name}</string></test><edit name="family" mode="assign" binding="strong"><string>Open Sans</string></edit></match>`;
  await writeFile(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}</dir>${["system-ui", "sans-serif", "ui-sans-serif"].map(alias).join("")}</fontconfig>`,
  );
  return file;
}
