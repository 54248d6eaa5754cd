// Builds the published packages into their `dist` folders, unless nothing that they are made of has changed.
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { run } from '../prepare/run.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const SDK = join(ROOT, 'packages/sdk');
const CLI = join(ROOT, 'packages/cli');
const STAMP = join(SDK, 'dist/.sources');
const INPUTS = ['package-lock.json', 'tsconfig.json', 'packages', 'scripts/packages'];

const before = fingerprint();
if (process.argv.includes('--force') || !existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== before)
  process.exitCode = (await buildAll()) ? 0 : 1;

async function buildAll() {
  if (!(await buildSdk())) return false;
  await buildCli();
  writeFileSync(STAMP, before);
  return true;
}

/** Both kinds of modules, each with its own types. */
async function buildSdk() {
  rmSync(join(SDK, 'dist'), { recursive: true, force: true });
  for (const config of ['tsconfig.json', 'tsconfig.cjs.json']) if (!(await compile(join(SDK, config)))) return false;
  writeFileSync(join(SDK, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');
  cpSync(join(ROOT, 'LICENSE'), join(SDK, 'LICENSE'));
  return true;
}

/** One file, the client within it. */
async function buildCli() {
  const output = { entryFileNames: 'service.mjs', banner: '#!/usr/bin/env node' };
  await build({
    configFile: false,
    root: CLI,
    logLevel: 'warn',
    build: { ssr: 'src/main.ts', target: 'node20', outDir: 'dist', rolldownOptions: { output } },
    ssr: { noExternal: true },
  });
  chmodSync(join(CLI, 'dist/service.mjs'), 0o755);
  cpSync(join(ROOT, 'LICENSE'), join(CLI, 'LICENSE'));
}

async function compile(config) {
  const compiler = join(ROOT, 'node_modules/typescript-7/bin/tsc');
  const { ok, output } = await run(process.execPath, [compiler, '-p', config], { cwd: ROOT });
  if (!ok) console.error(output);
  return ok;
}

/** Names, sizes and times of what the packages are made of. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of INPUTS.flatMap((input) => filesBelow(join(ROOT, input))).sort()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function filesBelow(path) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true })
    .filter((file) => !/(^|\/)(dist|node_modules)(\/|$)|\.spec\.ts$|LICENSE$/.test(file))
    .map((file) => join(path, file))
    .filter((file) => statSync(file).isFile());
}
