// From `npm start` to ready, with data from an earlier start; and the memory of each process at rest.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { portIsFree } from '#libs/embedded';
import { bench } from './support/bench.js';
import { residentMemory } from './support/memory.js';
import { readOptions } from './support/options.js';
import { judge, Report } from './support/report.js';
import { StackProcess } from './support/stack-process.js';

const options = readOptions({ rounds: 3, rest: 10 });

/** More than the stack uses behind its first port. */
const PORTS = 30;
const FIRST_PORT = 21_000;
const LAST_PORT = 31_000;

await bench(async (cleanup) => {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  cleanup.add({ stop: async () => rmSync(dir, { recursive: true, force: true }) });
  const dataDir = join(dir, 'data');
  const portBase = await freePorts();

  const first = cleanup.add(await StackProcess.start(dataDir, portBase));
  const names = Object.keys(first.processes());
  console.log(`\nThe first start took ${first.seconds.toFixed(1)} s`);
  await first.stop();

  const report = new Report('npm start until ready, in seconds; then resident memory at rest, in MiB', [
    'seconds',
    ...names,
  ]);
  for (let round = 0; round < options.rounds; round += 1) {
    const stack = cleanup.add(await StackProcess.start(dataDir, portBase));
    await delay(options.rest * 1_000);
    const memory = await residentMemory(stack.processes());
    report.add([stack.seconds, ...names.map((name) => memory[name] ?? Number.NaN)]);
    await stack.stop();
  }
  const [seconds = Number.NaN, ...memories] = report.medians();
  judge([
    { name: 'seconds to ready', value: seconds, bound: 'most', floor: 15 },
    { name: 'MiB of the largest process', value: Math.max(...memories), bound: 'most', floor: 180 },
  ]);
});

async function freePorts(): Promise<number> {
  for (let base = FIRST_PORT; base < LAST_PORT; base += PORTS) {
    const free = await Promise.all(Array.from({ length: PORTS }, (_, offset) => portIsFree(base + offset)));
    if (free.every(Boolean)) return base;
  }
  throw new Error('No free range of ports');
}
