// From `npm start` to ready, with data from an earlier start; and the memory of each process at rest.
import { setTimeout as delay } from 'node:timers/promises';
import { StackProcess } from '../scripts/stack/stack-process.js';
import { bench } from './support/bench.js';
import { residentMemory } from './support/memory.js';
import { readOptions } from './support/options.js';
import { judge, Report } from './support/report.js';
import { pidsOf, stackOptions } from './support/whole-stack.js';

const { rounds, rest } = readOptions({ rounds: 3, rest: 10 });

await bench(async (cleanup) => {
  const options = await stackOptions(cleanup);

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
