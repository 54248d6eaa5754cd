import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { step } from '../prepare/steps.mjs';
import { joined } from './report.mjs';
import { failureLines, listLines, slowestFiles, startsLine, unstableLines } from './summary.mjs';
import { nextList, readUnstable, writeUnstable } from './unstable-list.mjs';
import { filesToRunAgain, judge } from './verdict.mjs';
import { runVitest } from './vitest.mjs';

const UNSTABLE = '.ci/unstable.txt';

/** Runs the spec files in their lanes, then the failed ones again, and prints what it found. */
export class AllTests {
  #place;

  /**
   * @param {string} root the repository
   * @param {{ name: string, args: string[] }[]} lanes
   * @param {string[]} filters parts of the paths of spec files; none means all
   */
  constructor(root, lanes, filters = []) {
    this.root = root;
    this.lanes = lanes;
    this.filters = filters;
    this.#place = join(root, '.data/test-run');
  }

  /** Runs every lane, side by side. Only the first prints as it goes; two would write into each other's lines. */
  async runLanes() {
    rmSync(this.#place, { recursive: true, force: true });
    mkdirSync(this.#place, { recursive: true });
    this.report = joined(await Promise.all(this.lanes.map((lane, index) => this.#runLane(lane, index === 0))));
    if (this.report.files.length + this.report.faults.length === 0) this.report.faults.push('no spec file was found');
  }

  /** Runs the failed files again, one at a time, when nothing else runs any more. */
  async runAgain() {
    this.second = new Map();
    for (const file of filesToRunAgain(this.report)) {
      console.log(`\nagain, by itself: ${file}`);
      this.second.set(file, await this.#vitest('again', ['--maxWorkers=1', file], true));
    }
  }

  /** Prints the summary. @returns {{ passed: number, failed: number }} tests */
  conclude(isCi = Boolean(process.env.CI)) {
    const list = join(this.root, UNSTABLE);
    const listed = readUnstable(list);
    const verdict = judge(this.report, this.second, listed);
    const ran = this.report.files.map(({ file }) => file);
    const next = nextList(listed, ran, verdict.unstable);
    if (isCi && next.join() !== listed.join()) writeUnstable(list, next);
    const lines = [
      ...slowestFiles(this.report.files),
      startsLine(this.#starts),
      ...verdict.faults.map((fault) => `fault: ${fault}`),
      ...failureLines(verdict),
      ...unstableLines(verdict),
      ...listLines(UNSTABLE, listed, next, isCi),
    ];
    console.log(lines.join('\n'));
    return verdict;
  }

  get #starts() {
    return join(this.#place, 'starts.txt');
  }

  async #runLane({ name, args }, live) {
    let report;
    await step(`tests: ${name}`, async () => {
      report = await this.#vitest(name, [...args, ...this.filters], live);
      const ok = report.faults.length === 0 && report.files.every(({ failed }) => failed === 0);
      if (!live && ok) console.log(report.output);
      return { ok, output: report.output };
    });
    return report;
  }

  #vitest(name, args, live) {
    return runVitest(this.root, args, { report: join(this.#place, `${name}.ndjson`), starts: this.#starts, live });
  }
}
