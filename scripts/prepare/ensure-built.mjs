// Compiles the sources unless the build is up to date. Concurrent callers wait for the one that builds.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build, buildIsStale } from './build.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const LOCK = join(ROOT, 'dist/.building');

async function ensureBuilt() {
  if (!buildIsStale(ROOT)) return true;
  await tryLockFile();
  try {
    return !buildIsStale(ROOT) || (await report(await build(ROOT)));
  } finally {
    rmSync(LOCK, { force: true });
  }
}

function report({ ok, output }) {
  if (!ok) console.error(output);
  return ok;
}

async function tryLockFile() {
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  while (!tryLock()) await delay(50);
}

function tryLock() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!holderLives()) rmSync(LOCK, { force: true });
    return false;
  }
}

/** A killed build leaves its lock file behind. */
function holderLives() {
  try {
    const pid = Number(readFileSync(LOCK, 'utf8'));
    // The file is empty between its creation and its writing.
    return pid === 0 || process.kill(pid, 0);
  } catch {
    return false;
  }
}

process.exitCode = (await ensureBuilt()) ? 0 : 1;
