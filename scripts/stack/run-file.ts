import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { commandLineOf, endProcess, isAlive } from '#libs/test/embedded';

/** The current processes of a stack, so that the next start finds them if this launcher is killed. */
export interface RunNote {
  launcher: number;
  children: { name: string; pid: number; script: string }[];
}

const LEFTOVER_GRACE_MS = 4_000;

export function writeRunNote(file: string, note: RunNote): void {
  writeFileSync(file, JSON.stringify(note), { mode: 0o600 });
}

export function removeRunNote(file: string): void {
  rmSync(file, { force: true });
}

/**
 * Ends the processes that a killed launcher left. A pid counts only if its command line is that of the recorded process,
 * because another process may have the pid by now.
 * @returns the names of what was ended
 * @throws Error when the launcher itself still runs
 */
export async function clearLeftovers(file: string): Promise<string[]> {
  const note = readRunNote(file);
  if (!note) return [];
  if (note.launcher !== process.pid && isLauncher(note.launcher)) {
    throw new Error(
      `A stack already runs on this data (process ${note.launcher}); stop it, or set DATA_DIR and PORT_BASE`,
    );
  }
  const left = note.children.filter((child) => isAlive(child.pid) && commandLineOf(child.pid).includes(child.script));
  await Promise.all(left.map((child) => endProcess(child.pid, 'SIGTERM', LEFTOVER_GRACE_MS)));
  removeRunNote(file);
  return left.map((child) => child.name);
}

function isLauncher(pid: number): boolean {
  return isAlive(pid) && /start\.mjs|stack\/main/.test(commandLineOf(pid));
}

function readRunNote(file: string): RunNote | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RunNote;
  } catch {
    return undefined;
  }
}
