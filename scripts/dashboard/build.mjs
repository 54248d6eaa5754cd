// Builds the page of the dashboard into `dist/apps/dashboard/web`, unless nothing that it is made of has changed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { exceeded, initialSize, kib } from './budget.mjs';
import { generate } from './generate.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const WEB = join(ROOT, 'apps/dashboard/web');
const OUT = join(ROOT, 'dist/apps/dashboard/web');
const STAMP = join(ROOT, 'dist/.dashboard-page');
const INPUTS = [
  'apps/dashboard/schema.graphql',
  'apps/dashboard/web',
  'libs/core/html/src/palette.ts',
  'package-lock.json',
  'scripts/dashboard',
];
const COMPRESSED = /\.(?:js|css|svg|map)$/;

const before = fingerprint();
if (process.argv.includes('--force') || !existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== before) {
  process.exitCode = (await buildPage()) ? 0 : 1;
}

async function buildPage() {
  rmSync(STAMP, { force: true });
  const persisted = await generate(ROOT);
  // Under a test runner it is `test`, and React would be bundled as for development.
  process.env.NODE_ENV = 'production';
  await build({ configFile: join(WEB, 'vite.config.ts'), logLevel: 'warn' });
  writeFileSync(join(OUT, 'persisted-documents.json'), JSON.stringify(persisted));
  for (const file of readdirSync(join(OUT, 'assets'))) compress(join(OUT, 'assets', file));
  const sizes = initialSize(OUT);
  const problems = exceeded(sizes);
  console.log(`A first visit loads ${kib(sizes.js)} of scripts and ${kib(sizes.css)} of styles (brotli).`);
  for (const problem of problems) console.error(problem);
  if (problems.length) return false;
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(STAMP, before);
  return true;
}

function compress(file) {
  if (!COMPRESSED.test(file)) return;
  const content = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  );
}

/** Names, sizes and times of what the page is made of; generated files follow from the others. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of INPUTS.flatMap((input) => filesBelow(join(ROOT, input))).sort()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true })
    .filter((file) => !file.endsWith('.generated.ts') && !file.endsWith('.spec.ts'))
    .map((file) => join(path, file))
    .filter((file) => statSync(file).isFile());
}
