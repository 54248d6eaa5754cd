import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseFile, casesIn, HAS_CASES, PLACE } from './support/cases.js';

interface Case {
  /** Tests that read the case, as `file: text of the test`. */
  runs?: string[];
  /** Tests with inputs of our own, which need no cases. */
  own?: string[];
  /** Purpose of a file that is no case. */
  says?: string;
}

const ROOT = resolve(import.meta.dirname, '../..');
const TABLE: Record<string, Case> = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8'));
const OF_PLATFORM = 'platform/cases.json';

/** Paths of all cases; those that stand in one file are listed by their id. */
function allCases(): string[] {
  const files = casesIn('', '').filter((file) => file !== OF_PLATFORM);
  const { cases } = JSON.parse(caseFile(OF_PLATFORM).toString('utf8')) as { cases: { id: string }[] };
  return [...files, ...cases.map(({ id }) => `${OF_PLATFORM} ${id}`)];
}

/** Tells whether a name of the table stands for a path; `*` is any part of it. */
function isOf(path: string, name: string): boolean {
  const [start = '', end] = name.split('*');
  return end === undefined ? path === name : path.startsWith(start) && path.endsWith(end);
}

const isMissing = (test: string): boolean => {
  const [, file = '', text = ''] = /^(\S+): (.+)$/.exec(test) ?? [];
  return !existsSync(join(ROOT, file)) || !readFileSync(join(ROOT, file), 'utf8').includes(text);
};

describe('the table of cases', () => {
  it('names tests that exist', () => {
    expect(
      Object.values(TABLE)
        .flatMap(({ runs = [], own = [] }) => [...runs, ...own])
        .filter(isMissing),
    ).toEqual([]);
  });

  it('names a test for each case that needs nothing beside the repository', () => {
    const without = Object.entries(TABLE).filter(([, { own, says }]) => !own?.length && !says);
    expect(without.map(([name]) => name)).toEqual([]);
  });

  it('finds a test that is none', () => {
    expect(isMissing('test/built/cases-table.spec.ts: finds a test that is none')).toBe(false);
    expect(isMissing(`test/built/cases-table.spec.ts: ${['an', 'other'].join('')} test`)).toBe(true);
    expect(isMissing('test/built/none.spec.ts: finds')).toBe(true);
  });
});

describe.skipIf(!HAS_CASES)(`every case${PLACE}`, () => {
  it('is in the table', () => {
    const known = Object.keys(TABLE);
    expect(allCases().filter((path) => !known.some((name) => isOf(path, name)))).toEqual([]);
  });

  it('of the table is there', () => {
    const all = allCases();
    expect(Object.keys(TABLE).filter((name) => !all.some((path) => isOf(path, name)))).toEqual([]);
  });
});
