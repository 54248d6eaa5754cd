// From `npm start` to ready, with data from an earlier start; and the memory of each process at rest.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '#libs/embedded';
import { type StackOptions, StackProcess } from '../scripts/stack/stack-process.js';
import { bench } from './support/bench.js';
import { residentMemory } from './support/memory.js';
import { readOptions } from './support/options.js';
import { judge, Report } from './support/report.js';

const { rounds, rest } = readOptions({ rounds: 3, rest: 10 });

/** More than the stack uses behind its first port. */
const PORTS = 30;

await bench(async (cleanup) => {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  cleanup.add({ stop: async () => rmSync(dir, { recursive: true, force: true }) });
  const options: StackOptions = {
    dataDir: join(dir, 'data'),
    portBase: await freePorts(PORTS),
    logFile: join(dir, 'start.log'),
    environment: process.env,
    command: ['npm', 'start'],
  };

  const first = cleanup.add(await StackProcess.start(options));
  const names = Object.keys(first.dev().processes);
  console.log(`\nThe first start took ${first.seconds.toFixed(1)} s`);
  await first.stop();

  const report = new Report('npm start until ready, in seconds; then resident memory at rest, in MiB', [
    'seconds',
    ...names,
  ]);
  for (let round = 0; round < rounds; round += 1) {
    const stack = cleanup.add(await StackProcess.start(options));
    await delay(rest * 1_000);
    const memory = await residentMemory(pidsOf(stack));
    report.add([stack.seconds, ...names.map((name) => memory[name] ?? Number.NaN)]);
    await stack.stop();
  }
  const [seconds = Number.NaN, ...memories] = report.medians();
  judge([
    { name: 'seconds to ready', value: seconds, bound: 'most', floor: 15 },
    { name: 'MiB of the largest process', value: Math.max(...memories), bound: 'most', floor: 180 },
  ]);
});

function pidsOf(stack: StackProcess): Record<string, number> {
  const entries = Object.entries(stack.dev().processes);
  return Object.fromEntries(entries.map(([name, { pid }]) => [name, pid]));
}
