// Compiles the sources unless the build is up to date. Those who ask at the same time wait for the one who builds.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build, buildIsStale } from './build.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const LOCK = join(ROOT, 'dist/.building');

async function ensureBuilt() {
  if (!buildIsStale(ROOT)) return true;
  await takeLock();
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

async function takeLock() {
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

/** A builder that was killed leaves its lock behind. */
function holderLives() {
  try {
    const pid = Number(readFileSync(LOCK, 'utf8'));
    // Between the making of the file and its writing, it is empty.
    return pid === 0 || process.kill(pid, 0);
  } catch {
    return false;
  }
}

process.exitCode = (await ensureBuilt()) ? 0 : 1;
