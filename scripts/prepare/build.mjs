import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

const PARTS = ['apps', 'libs', 'scripts', 'bench'];
const CONFIG = ['tsconfig.json', 'tsconfig.build.json', 'package.json', 'package-lock.json', 'ormconfig.ts'];
const STAMP = 'dist/.sources';

/** Whether a source was added, changed or removed since the last build. */
export function buildIsStale(root) {
  const stamp = join(root, STAMP);
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint(root);
}

/** Compiles what changed. The stamp is taken before, so sources that are edited meanwhile are built the next time. */
export async function build(root) {
  const before = fingerprint(root);
  const compiler = join(root, 'node_modules/typescript-7/bin/tsc');
  const result = await run(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: root });
  mkdirSync(join(root, 'dist'), { recursive: true });
  if (result.ok) writeFileSync(join(root, STAMP), before);
  return result;
}

/** Names, sizes and times of all sources: a checkout of older files also counts as a change. */
function fingerprint(root) {
  const hash = createHash('sha256');
  for (const file of [...CONFIG, ...PARTS.flatMap((part) => sourcesBelow(root, part))].sort()) {
    const stat = statSync(join(root, file), { throwIfNoEntry: false });
    hash.update(`${file} ${stat?.size} ${stat?.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function sourcesBelow(root, part) {
  if (!existsSync(join(root, part))) return [];
  const files = readdirSync(join(root, part), { recursive: true });
  return files.filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts')).map((file) => join(part, file));
}
