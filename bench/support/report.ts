import { costLines } from './costs.js';
import { quantile, readable } from './statistics.js';

/** A floor or ceiling for the medians of a bench. */
export interface Verdict {
  /** The compared values, for the output. */
  name: string;
  value: number;
  /** `least`: the value must be at least the bound; `most`: at most. */
  bound: 'least' | 'most';
  floor: number;
  aim?: number;
}

/** Prints each round as a row of a table, with the medians at the end. */
export class Report {
  private readonly rounds: number[][] = [];

  constructor(
    title: string,
    private readonly columns: readonly string[],
    /** Column that says what a row is about. */
    private readonly row: { name: string; width: number } = { name: 'round', width: 8 },
  ) {
    console.log(`\n${title}\n`);
    console.log(line([row.name, ...columns], columns, row.width));
  }

  /** @param name of the row; its number if absent */
  add(values: readonly number[], name = String(this.rounds.length + 1)): void {
    this.rounds.push([...values]);
    console.log(line([name, ...values.map(readable)], this.columns, this.row.width));
  }

  /** Prints and returns the median of each column, and prints what the product took for what it did meanwhile. */
  medians(): number[] {
    const medians = this.columns.map((_, column) => quantile(this.rounds.map((round) => round[column] ?? Number.NaN)));
    console.log(line(['median', ...medians.map(readable)], this.columns, this.row.width));
    const costs = costLines();
    if (costs.length > 0) console.log(`\n${costs.join('\n')}`);
    return medians;
  }
}

/** Prints the verdicts; the exit code is 1 if a bound is not met. */
export function judge(verdicts: readonly Verdict[]): void {
  console.log('');
  for (const verdict of verdicts) {
    const { name, value, bound, floor, aim } = verdict;
    const aims = aim === undefined ? '' : `, aim ${readable(aim)}`;
    const passed = reaches(value, bound, floor);
    console.log(`${passed ? 'PASS' : 'FAIL'}  ${name}: ${readable(value)} (at ${bound} ${readable(floor)}${aims})`);
    if (!passed) process.exitCode = 1;
  }
}

function reaches(value: number, bound: Verdict['bound'], floor: number): boolean {
  return bound === 'least' ? value >= floor : value <= floor;
}

function line(cells: readonly string[], columns: readonly string[], first: number): string {
  const widths = [first, ...columns.map((column) => Math.max(column.length + 3, 12))];
  return cells.map((cell, index) => (index === 0 ? cell.padEnd(first) : cell.padStart(widths[index] ?? 12))).join('');
}
