import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareDataDir } from './data-dir.js';

let root: string;
beforeAll(() => (root = mkdtempSync(join(tmpdir(), 'data-dir-'))));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Returns what others may do there. */
const openTo = (dir: string) => statSync(dir).mode & 0o007;

describe('the directory of the data', () => {
  it('is made, closed to others', () => {
    const dir = join(root, 'a', 'new');
    prepareDataDir(dir);
    expect([existsSync(dir), openTo(dir)]).toEqual([true, 0]);
  });

  it('is closed to others at the first start if it was there before', () => {
    const dir = join(root, 'before');
    mkdirSync(dir);
    chmodSync(dir, 0o755);
    prepareDataDir(dir);
    expect(openTo(dir)).toBe(0);
  });

  it('is none that everybody uses, which stays as it is', () => {
    const dir = join(root, 'shared');
    mkdirSync(dir);
    chmodSync(dir, 0o1777);
    expect(() => prepareDataDir(dir)).toThrow('a directory of everybody');
    expect(openTo(dir)).toBe(7);
  });
});
