import { readdirSync, readFileSync } from 'node:fs';

/** Processor time of a process is counted in these (milliseconds); Linux has the same on every machine. */
const TICK_MS = 10;

/** A process that runs. */
export interface Process {
  pid: number;
  parent: number;
  name: string;
  /** Processor time since it started (milliseconds). */
  took: number;
  /** The same of its children that have ended, and of theirs. */
  endedTook: number;
}

/**
 * Processor time that the processes below this one take, by what they are: a ratio of two rates depends on who else uses the
 * machine, and processor time hardly does. Linux only; elsewhere there are none.
 */
export class CpuTime {
  private readonly before = new Map<number, number>();

  private constructor() {
    for (const { pid, took } of descendants()) this.before.set(pid, took);
  }

  static start(): CpuTime {
    return new CpuTime();
  }

  /**
   * Milliseconds since the start by name: of the processes that these ids name, each with its own children, and of every other one
   * by its program, such as `postgres`.
   */
  since(names: ReadonlyMap<number, string>): Map<string, number> {
    const sums = new Map<string, number>();
    for (const { pid, parent, name: program, took } of descendants()) {
      const name = names.get(pid) ?? names.get(parent) ?? program;
      sums.set(name, (sums.get(name) ?? 0) + took - (this.before.get(pid) ?? 0));
    }
    return sums;
  }
}

/** The processes below one, by default below this one. Linux only; elsewhere there are none. */
export function descendants(of = process.pid): Process[] {
  const byParent = new Map<number, Process[]>();
  for (const one of processes()) byParent.set(one.parent, [...(byParent.get(one.parent) ?? []), one]);
  const found: Process[] = [];
  const open = [of];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    const children = byParent.get(pid) ?? [];
    found.push(...children);
    open.push(...children.map((child) => child.pid));
  }
  return found;
}

function processes(): Process[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => processOf(Number(entry)));
}

/** Nothing for one that has ended meanwhile. */
function processOf(pid: number): Process | [] {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return [];
  }
  // The name may contain anything, also parentheses.
  const end = stat.lastIndexOf(')');
  const [, parent, ...fields] = stat.slice(end + 2).split(' ');
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(9, 13).map(Number);
  return {
    pid,
    parent: Number(parent),
    name: stat.slice(stat.indexOf('(') + 1, end),
    took: (user + system) * TICK_MS,
    endedTook: (endedUser + endedSystem) * TICK_MS,
  };
}
