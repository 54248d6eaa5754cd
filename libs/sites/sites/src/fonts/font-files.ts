import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { FONT_NAMES, fontOf } from './fonts.js';

/** Path from which pages load fonts, on any host of the runtime. */
export const FONT_ADDRESS = '/_f/';

/** Each file's name, and the package that ships it. */
const PACKAGES = new Map<string, string>(
  FONT_NAMES.flatMap((name) =>
    fontOf(name).faces.map(({ file, weight }): [string, string] => [
      file,
      `${weight.includes(' ') ? '@fontsource-variable' : '@fontsource'}/${name}`,
    ]),
  ),
);

/** The names of all files, such as `inter-latin-wght-normal.woff2`. */
export const FONT_FILES: readonly string[] = [...PACKAGES.keys()];

/** The bytes of a file, WOFF2; undefined for a name that is none of {@link FONT_FILES}. */
export async function readFontFile(file: string): Promise<Buffer | undefined> {
  const from = PACKAGES.get(file);
  if (from === undefined) return undefined;
  return readFile(createRequire(import.meta.url).resolve(`${from}/files/${file}`));
}
