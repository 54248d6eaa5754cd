import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '#libs/test/embedded';
import { type StackOptions, StackProcess } from '../../scripts/stack/stack-process.js';
import type { Cleanup } from './bench.js';

/** More than the stack uses behind its first port. */
const PORTS = 30;

/** Returns what starts the product as `npm start` does, on files and ports of its own, until the end of the bench. */
export async function stackOptions(cleanup: Cleanup): Promise<StackOptions> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  cleanup.add({ stop: async () => rmSync(dir, { recursive: true, force: true }) });
  return {
    dataDir: join(dir, 'data'),
    portBase: await freePorts(PORTS),
    logFile: join(dir, 'start.log'),
    environment: process.env,
    command: ['npm', 'start'],
  };
}

/** Returns the process ids by name, as the stack itself tells them. */
export function pidsOf(stack: StackProcess): Record<string, number> {
  const entries = Object.entries(stack.dev().processes);
  return Object.fromEntries(entries.map(([name, { pid }]) => [name, pid]));
}
