import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Resident memory of processes in MiB, by name; one whose own processes have no name here counts by its largest. */
export async function residentMemory(processes: Record<string, number>): Promise<Record<string, number>> {
  const { stdout } = await run('ps', ['-e', '-o', 'pid=,ppid=,rss=']);
  const table = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number, number]);
  const named = new Set(Object.values(processes));
  const largest = (pid: number) =>
    Math.max(
      ...table
        .filter(([own, parent]) => own === pid || (parent === pid && !named.has(own)))
        .map(([, , kib]) => kib / 1024),
    );
  return Object.fromEntries(Object.entries(processes).map(([name, pid]) => [name, largest(pid)]));
}
