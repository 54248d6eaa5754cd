import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { descendants, type Process } from '../support/cpu-time.js';

const KIB = 1024;
const PROGRAMS_SHOWN = 8;
const QUIET_MS = 600;

/** Processor time in {@link QUIET_MS} of a side that rests: timers take a tick now and then. */
const AT_REST_MS = 30;

/** Programs that serve our side beside its apps. */
const SERVERS = new Set(['postgres', 'redis-server']);

/** The processes of one side: what they cost. */
export class Side {
  private constructor(private readonly running: () => Process[]) {}

  /** Apps, and the servers of the bench. */
  static ours(pids: readonly number[]): Side {
    const apps = new Set(pids);
    return new Side(() => descendants().filter(({ pid, name }) => apps.has(pid) || SERVERS.has(name)));
  }

  /** Daemons, with all processes that they start. */
  static theirs(daemons: readonly { pid: number }[]): Side {
    const roots = new Set(daemons.map(({ pid }) => pid));
    return new Side(() => [
      ...descendants().filter(({ pid }) => roots.has(pid)),
      ...daemons.flatMap(({ pid }) => descendants(pid)),
    ]);
  }

  /** Processor time until now (milliseconds), also of processes that have ended. */
  took(): number {
    return this.running().reduce((sum, { took, endedTook }) => sum + took + endedTook, 0);
  }

  /** The same once the side rests, with what it does behind a message that is delivered. */
  async tookAtRest(): Promise<number> {
    for (let before = this.took(); ;) {
      await delay(QUIET_MS);
      const now = this.took();
      if (now - before <= AT_REST_MS) return before;
      before = now;
    }
  }

  /** Programs that took most of the processor time, of processes that still run. */
  programs(): string {
    const sums = new Map<string, number>();
    for (const { name, took } of this.running()) sums.set(name, (sums.get(name) ?? 0) + took);
    return [...sums]
      .sort(([, one], [, other]) => other - one)
      .slice(0, PROGRAMS_SHOWN)
      .map(([name, ms]) => `${name} ${(ms / 1_000).toFixed(1)} s`)
      .join(', ');
  }

  /** Memory in MiB, where a page that processes share counts once. */
  memory(): number {
    return this.running().reduce((sum, { pid }) => sum + proportionalMemory(pid), 0);
  }
}

function proportionalMemory(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / KIB;
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}
