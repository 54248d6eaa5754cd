// How often a winner is declared of experiments with equal variants that are looked at each day, and how often the better of two is
// found: a seeded simulation of the statistics that ship. `taxa_falso_vencedor` of the report is the first figure.
import { shareOf } from '../apps/pages/src/experiments/statistics/simulation.fixture.js';
import { readOptions } from './support/options.js';
import { judge, Report } from './support/report.js';

const options = readOptions({ runs: 20_000, days: 28, daily: 200 });
const settings = { minimum: 100, probability: 0.95 };
const simulated = (rates: readonly number[]) => ({ rates, days: options.days, daily: options.daily, settings });

const report = new Report(
  `${options.runs} experiments of ${options.days} days, ${options.daily} visitors a day and variant, a look a day`,
  ['% won', '% won by the best'],
  { name: 'rates', width: 24 },
);

const falseWinners: number[] = [];
for (const rates of [
  [0.05, 0.05],
  [0.01, 0.01],
  [0.3, 0.3],
  [0.05, 0.05, 0.05, 0.05],
]) {
  const share = 100 * shareOf(simulated(rates), options.runs, 99, () => true);
  falseWinners.push(share);
  report.add([share, 0], rates.join(', '));
}
for (const better of [0.055, 0.06, 0.075]) {
  const runs = Math.ceil(options.runs / 10);
  const won = 100 * shareOf(simulated([0.05, better]), runs, 98, () => true);
  report.add([won, 100 * shareOf(simulated([0.05, better]), runs, 98, (winner) => winner === 1)], `0.05, ${better}`);
}
judge([{ name: '% of false winners', value: Math.max(...falseWinners), bound: 'most', floor: 5, aim: 1.1 }]);
