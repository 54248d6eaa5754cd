// Processor time of `npm start` at rest, by process: a minute after the start, for a minute.
import { setTimeout as delay } from 'node:timers/promises';
import { StackProcess } from '../scripts/stack/stack-process.js';
import { bench } from './support/bench.js';
import { CpuTime } from './support/cpu-time.js';
import { readOptions } from './support/options.js';
import { judge, Report } from './support/report.js';
import { pidsOf, stackOptions } from './support/whole-stack.js';

const { rounds, rest, seconds } = readOptions({ rounds: 1, rest: 60, seconds: 60 });
const CORE_PERCENT = 6;

await bench(async (cleanup) => {
  const stack = cleanup.add(await StackProcess.start(await stackOptions(cleanup)));
  const names = new Map(Object.entries(pidsOf(stack)).map(([name, pid]) => [pid, name]));
  console.log(`\nThe start took ${stack.seconds.toFixed(1)} s; at rest for ${rest} s`);
  await delay(rest * 1_000);

  const totals: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const cpu = CpuTime.start();
    await delay(seconds * 1_000);
    const passed = performance.now() - started;
    const shares = [...cpu.since(names)].map(([name, took]) => [name, (100 * took) / passed] as const);
    const report = new Report('Processor time at rest, per cent of one core', ['per cent'], {
      name: 'process',
      width: 20,
    });
    for (const [name, share] of shares.toSorted(([, a], [, b]) => b - a)) report.add([share], name);
    const total = shares.reduce((sum, [, share]) => sum + share, 0);
    report.add([total], 'all');
    totals.push(total);
  }
  judge([{ name: 'per cent of one core', value: Math.min(...totals), bound: 'most', floor: CORE_PERCENT }]);
});
