import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourcesBelow } from './app-sources.js';
import { table } from './page.js';

/** A lib, named as it is imported after `#libs/`. */
interface Lib {
  floor: string;
  name: string;
  /** Folder below `libs`, `<floor>/<name>`. */
  place: string;
}

/** Floors from the lowest to the highest. */
const FLOORS = ['core', 'privacy', 'mail', 'messaging', 'sites', 'test'];
const OPENING = /^\/\*\*([\s\S]*?)\*\//;

/** Returns the libs in the order of their floors and names. */
export function libsIn(root: string): Lib[] {
  return FLOORS.filter((floor) => existsSync(join(root, 'libs', floor))).flatMap((floor) =>
    readdirSync(join(root, 'libs', floor))
      .sort()
      .map((name) => ({ floor, name, place: `${floor}/${name}` })),
  );
}

/**
 * Returns what a lib is for: the comment that begins its `src/index.ts`.
 * @throws Error if there is none
 */
export function purposeOf(root: string, { place }: Lib): string {
  const [, comment] = OPENING.exec(readFileSync(join(root, 'libs', place, 'src/index.ts'), 'utf8')) ?? [];
  if (!comment)
    throw new Error(`libs/${place}/src/index.ts does not begin with a comment that tells what the lib is for`);
  return comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim();
}

/** Returns a line for each lib: floor, name, purpose, users. */
export function libsTable(root: string): string {
  const libs = libsIn(root);
  const apps = readdirSync(join(root, 'apps')).map((app) => ({ name: app, uses: usesIn(join(root, 'apps', app)) }));
  const others = libs.map(({ place }) => ({ place, uses: usesIn(join(root, 'libs', place, 'src')) }));
  const rows = libs.map((lib) => {
    const inApps = apps.filter(({ uses }) => uses.has(lib.place)).map(({ name }) => name);
    const inLibs = others.filter(({ place, uses }) => place !== lib.place && uses.has(lib.place)).length;
    const users = [...inApps, ...(inLibs === 0 ? [] : [`${inLibs} ${inLibs === 1 ? 'lib' : 'libs'}`])];
    return [lib.floor, `\`${lib.name}\``, purposeOf(root, lib), users.join(', ') || '–'];
  });
  return table(['floor', 'lib', 'purpose', 'users'], rows);
}

/** Collects the libs that the sources below a folder import, without those of specs. */
function usesIn(folder: string): Set<string> {
  const sources = sourcesBelow(folder);
  return new Set(sources.flatMap((text) => [...text.matchAll(/'#libs\/([\w/-]+)'/g)].map(([, lib = '']) => lib)));
}
