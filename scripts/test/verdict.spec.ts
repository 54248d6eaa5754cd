import { describe, expect, it } from 'vitest';

const load = (name: string) => import(new URL(`./${name}.mjs`, import.meta.url).href);
const { filesToRunAgain, judge, MOST_FILES_AGAIN } = await load('verdict');
const { joined, parseReport } = await load('report');

const file = (name: string, passed: number, failed = 0) => ({ file: name, seconds: 1, passed, failed });
const report = (files: object[], faults: string[] = []) => ({ files, faults });
const second = (...results: ReturnType<typeof file>[]) => new Map(results.map((one) => [one.file, report([one])]));

describe('a second run', () => {
  it('is for the files that failed', () => {
    expect(filesToRunAgain(report([file('a', 3), file('b', 2, 1), file('c', 0, 1)]))).toEqual(['b', 'c']);
  });

  it('is for nothing when so many failed that something is broken as a whole', () => {
    const failed = Array.from({ length: MOST_FILES_AGAIN + 1 }, (_, n) => file(`${n}`, 0, 1));
    expect(filesToRunAgain(report(failed.slice(1)))).toHaveLength(MOST_FILES_AGAIN);
    expect(filesToRunAgain(report(failed))).toEqual([]);
  });

  it('is for nothing when something failed that belongs to no file', () => {
    expect(filesToRunAgain(report([file('a', 0, 1)], ['unhandled']))).toEqual([]);
  });
});

describe('the verdict', () => {
  it('counts what passed and failed', () => {
    const verdict = judge(report([file('a', 3), file('b', 2, 1)]), new Map(), []);
    expect(verdict).toMatchObject({ passed: 5, failed: 1, unstable: [] });
  });

  it('counts a test that passes in the second run as passed, and names its file', () => {
    const verdict = judge(report([file('a', 3), file('b', 2, 1)]), second(file('b', 3)), []);
    expect(verdict).toMatchObject({ passed: 6, failed: 0, unstable: ['b'], unstableAgain: [] });
  });

  it('counts a file that fails again by its second run', () => {
    const verdict = judge(report([file('b', 0, 3)]), second(file('b', 2, 1)), []);
    expect(verdict).toMatchObject({ passed: 2, failed: 1, unstable: [] });
  });

  it('fails for a file that was unstable in the last run of CI, too', () => {
    const verdict = judge(report([file('b', 2, 1)]), second(file('b', 3)), ['b']);
    expect(verdict).toMatchObject({ passed: 3, failed: 1, unstable: ['b'], unstableAgain: ['b'] });
  });

  it('does not fail for a listed file that is stable now', () => {
    expect(judge(report([file('b', 3)]), new Map(), ['b'])).toMatchObject({ failed: 0, unstable: [] });
  });

  it('fails for an unhandled error, though every test passed', () => {
    expect(judge(report([file('a', 3)], ['unhandled']), new Map(), [])).toMatchObject({ passed: 3, failed: 1 });
  });

  it('takes a second run that did not reach its file for no pass', () => {
    const lost = new Map([['b', report([], ['Vitest ended without a report'])]]);
    expect(judge(report([file('b', 2, 1)]), lost, [])).toMatchObject({ passed: 2, failed: 2, unstable: [] });
  });

  it('takes a second run with an unhandled error for no pass', () => {
    const faulty = new Map([['b', report([file('b', 3)], ['unhandled'])]]);
    expect(judge(report([file('b', 2, 1)]), faulty, [])).toMatchObject({ passed: 3, failed: 1, unstable: [] });
  });
});

describe('the reports of two lanes', () => {
  it('are joined', () => {
    const both = joined([report([file('a', 3)], ['one']), report([file('b', 1)], ['two'])]);
    expect(both).toEqual(report([file('a', 3), file('b', 1)], ['one', 'two']));
  });

  it('may not have one file', () => {
    expect(joined([report([file('a', 3)]), report([file('a', 3)])]).faults).toEqual(['a is in two lanes']);
  });
});

describe('a report', () => {
  const lines = (...all: object[]) => all.map((one) => `${JSON.stringify(one)}\n`).join('');

  it('has what each file did', () => {
    const text = lines({ planned: ['a'] }, file('a', 3), { ended: 'passed', unhandled: [] });
    expect(parseReport(text)).toEqual(report([file('a', 3)]));
  });

  it('names unhandled errors and the files that did not end', () => {
    const text = lines({ planned: ['a', 'b'] }, file('a', 3), { ended: 'failed', unhandled: ['worker died'] });
    expect(parseReport(text).faults).toEqual(['worker died', 'b did not end']);
  });

  it('of a run that died says so', () => {
    expect(parseReport('').faults).toEqual(['Vitest ended without a report']);
    expect(parseReport(lines({ planned: [] }, { ended: 'interrupted' })).faults).toEqual(['the run was interrupted']);
  });
});
