import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const load = (name: string) => import(new URL(`./${name}.mjs`, import.meta.url).href);
const { nextList, readUnstable, writeUnstable } = await load('unstable-list');
const { listLines, slowestFiles, startsLine } = await load('summary');

const home = mkdtempSync(join(tmpdir(), 'unstable-'));
afterAll(() => rmSync(home, { recursive: true }));

describe('the list of unstable files', () => {
  it('is empty before there is one, and reads what was written', () => {
    const path = join(home, 'unstable.txt');
    expect(readUnstable(path)).toEqual([]);
    writeUnstable(path, ['test/a.spec.ts', 'test/b.spec.ts']);
    expect(readUnstable(path)).toEqual(['test/a.spec.ts', 'test/b.spec.ts']);
  });

  it('takes the unstable files, and drops those that ran and were stable', () => {
    expect(nextList(['a', 'b', 'c'], ['a', 'b', 'd'], ['b', 'd'])).toEqual(['b', 'c', 'd']);
  });

  it('says what changed, and nothing when nothing did', () => {
    expect(listLines('.ci/unstable.txt', ['a'], ['b'], true)).toEqual([
      '.ci/unstable.txt was written; commit it:',
      '  + b',
      '  - a',
    ]);
    expect(listLines('.ci/unstable.txt', ['a'], ['b'], false)[0]).toBe('.ci/unstable.txt would change in a run of CI:');
    expect(listLines('.ci/unstable.txt', ['a'], ['a'], true)).toEqual([]);
  });
});

describe('the summary', () => {
  it('names the twenty slowest files, the slowest first', () => {
    const files = Array.from({ length: 30 }, (_, n) => ({ file: `${n}.spec.ts`, seconds: n }));
    const lines = slowestFiles(files).slice(2);
    expect(lines).toHaveLength(20);
    expect(lines[0]).toBe('    29.0 s  29.spec.ts');
  });

  it('says nothing started when no spec recorded a start', () => {
    expect(startsLine(join(home, 'none'))).toBe('started 0 apps in the workers and 0 as processes; cloned 0 databases');
  });
});
