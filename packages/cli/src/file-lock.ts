import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning } from './running.js';

const PAUSE_MS = 50;
/** Longest time that work under a lock takes; a process that holds one for longer has ended. */
const LONGEST_MS = 60_000;

/** Does something that only one process may do at a time, by a file beside the one that it changes. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  const mine = `${process.pid} ${randomUUID()}`;
  await acquire(lock, mine);
  try {
    return await work();
  } finally {
    if (contentOf(lock) === mine) rmSync(lock, { force: true });
  }
}

async function acquire(lock: string, mine: string): Promise<void> {
  const until = Date.now() + LONGEST_MS + PAUSE_MS;
  while (!tryCreate(lock, mine)) {
    if (isAbandoned(lock) && (await takeOver(lock, mine))) return;
    if (Date.now() > until) throw new Error(`Another process holds ${lock}. Delete it if there is none`);
    await delay(PAUSE_MS);
  }
}

function tryCreate(lock: string, mine: string): boolean {
  try {
    writeFileSync(lock, mine, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false;
    throw error;
  }
}

/** Replaces a lock; the last of several processes that do so has it. */
async function takeOver(lock: string, mine: string): Promise<boolean> {
  const next = `${lock}.${process.pid}`;
  writeFileSync(next, mine, { mode: 0o600 });
  renameSync(next, lock);
  await delay(PAUSE_MS);
  return contentOf(lock) === mine;
}

/** Says whether the process that made a lock is gone, or hangs. */
function isAbandoned(lock: string): boolean {
  const content = contentOf(lock);
  if (content === undefined) return false;
  const pid = Number(content.split(' ')[0]);
  if (pid > 0 && !isRunning(pid)) return true;
  const { mtimeMs } = statSync(lock, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
  return Date.now() - mtimeMs > LONGEST_MS;
}

function contentOf(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return undefined;
  }
}
