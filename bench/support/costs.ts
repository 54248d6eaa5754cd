import { readFileSync, writeFileSync } from 'node:fs';
import { CpuTime } from './cpu-time.js';
import { quantile, readable } from './statistics.js';

/** Programs that work for the product, beside its own processes. */
const SERVERS = new Map([
  ['postgres', 'Postgres'],
  ['redis-server', 'Redis'],
]);

/** Share of the machine that one measurement took. */
interface Cost {
  counted: number;
  seconds: number;
  /** Processor seconds, by process. */
  processor: Map<string, number>;
  /** Resident memory at its highest, in MiB, by process. */
  memory: Map<string, number>;
}

const products = new Map<number, { name: string; port?: number }>();
const costs = new Map<string, Cost[]>();
let isMeasuring = false;

/** Counts a process, and its children, as the product from now on. */
export function countAsProduct(pid: number, name: string, port?: number): void {
  products.set(pid, { name, ...(port !== undefined && { port }) });
}

/** Counts it no more. */
export function forgetProduct(pid: number): void {
  products.delete(pid);
}

/** True for the port of a process of the product, so that a load on a limit costs nothing here. */
export function isPortOfProduct(port: number): boolean {
  return [...products.values()].some((one) => one.port === port);
}

/**
 * Runs a measurement of the product, and notes what its processes and servers take meanwhile. The table that is printed next shows it, for
 * each thousand of what is counted: a figure may be high because work is cheap, or because much is spent.
 * A measurement within another one is part of that.
 * @param name what is counted, such as `deliveries`; measurements of one name are rounds of the same
 * @param countOf how many there were, by the result
 */
export async function costOf<T>(name: string, work: () => Promise<T>, countOf: (result: T) => number): Promise<T> {
  if (isMeasuring) return work();
  isMeasuring = true;
  try {
    return await measured(name, work, countOf);
  } finally {
    isMeasuring = false;
  }
}

async function measured<T>(name: string, work: () => Promise<T>, countOf: (result: T) => number): Promise<T> {
  const pids = [...products.keys()];
  for (const pid of pids) resetPeak(pid);
  const cpu = CpuTime.start();
  const started = performance.now();
  const result = await work();
  const seconds = (performance.now() - started) / 1_000;
  const names = new Map(pids.map((pid) => [pid, nameOf(pid)]));
  const shown = new Set(names.values());
  const processor = new Map<string, number>();
  for (const [program, ms] of cpu.since(names)) {
    const shownAs = shown.has(program) ? program : SERVERS.get(program);
    if (shownAs) processor.set(shownAs, ms / 1_000);
  }
  const memory = new Map<string, number>();
  for (const [pid, process] of names) memory.set(process, (memory.get(process) ?? 0) + peakOf(pid));
  // Without `/proc` there is nothing to tell.
  if (processor.size > 0)
    costs.set(name, [...(costs.get(name) ?? []), { counted: countOf(result), seconds, processor, memory }]);
  return result;
}

/** Measures how many things a second the product does: `work` ends when all of them are done. */
export async function rate(name: string, count: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let took = Number.NaN;
  const timed = async () => {
    await work();
    took = (performance.now() - started) / 1_000;
  };
  await costOf(name, timed, () => count);
  return count / took;
}

/** Lines about what was measured since the last call, each a median of the rounds. */
export function costLines(): string[] {
  const lines = [...costs].map(([name, rounds]) => {
    const median = (of: (round: Cost) => number) => quantile(rounds.map(of));
    const perThousand = (process: string) =>
      median(({ processor, counted }) => ((processor.get(process) ?? 0) / counted) * 1_000);
    const all = median(({ processor, counted }) => (sum(processor) / counted) * 1_000);
    const peak = median(({ memory }) => sum(memory));
    const forEachThousand = median(({ memory, counted, seconds }) => (sum(memory) * seconds * 1_000) / counted);
    const parts = [...new Set(rounds.flatMap(({ processor }) => [...processor.keys()]))]
      .map((process) => [process, perThousand(process)] as const)
      .filter(([, seconds]) => seconds > 0)
      .sort(([, one], [, other]) => other - one)
      .map(([process, seconds]) => `${process} ${precise(seconds)}`);
    return (
      `${name}: ${precise(all)} s of processors per thousand (${parts.join(', ')}); ` +
      `${readable(peak)} MiB at most, ${readable(forEachThousand)} per thousand a second`
    );
  });
  costs.clear();
  return lines;
}

const sum = (values: ReadonlyMap<string, number>): number => [...values.values()].reduce((all, one) => all + one, 0);

/** Two significant digits: a thousand of something cheap takes milliseconds. */
const precise = (seconds: number): string =>
  seconds >= 10 ? readable(seconds) : String(Number(seconds.toPrecision(2)));

function nameOf(pid: number): string {
  return products.get(pid)?.name ?? String(pid);
}

/** The kernel then notes the highest memory anew. */
function resetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Then the highest is that since the start of the process.
  }
}

function peakOf(pid: number): number {
  try {
    const [, kib = '0'] = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib) / 1_024;
  } catch {
    return 0;
  }
}
