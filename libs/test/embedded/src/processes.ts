import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Whether a process with this id exists and is not a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

/** An orphan stays in the process table until it is reaped; in a container without an init process it never is. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
}

/** Command line of a running process, words joined by spaces; empty if the process is gone or cannot be read. */
export function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return commandLineByPs(pid);
  }
}

function commandLineByPs(pid: number): string {
  if (process.platform === 'linux') return '';
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** Resolves to true when the process is gone, to false if it still runs after `timeoutMs`. */
export async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await delay(15);
  }
  return true;
}

/** Sends `signal`; if the process still runs after `graceMs`, sends `lastSignal`. */
export async function endProcess(
  pid: number,
  signal: NodeJS.Signals,
  graceMs: number,
  lastSignal: NodeJS.Signals = 'SIGKILL',
): Promise<void> {
  send(pid, signal);
  if (await waitUntilGone(pid, graceMs)) return;
  send(pid, lastSignal);
  await waitUntilGone(pid, 2_000);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
