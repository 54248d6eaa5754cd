import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lazyPackage, once } from '../index.js';

let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'lazy-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function write(name: string, code: string): string {
  const file = join(dir, name);
  writeFileSync(file, code);
  return file;
}

describe('a lazy package', () => {
  it('is loaded at the first call, prepared and loaded once', () => {
    const file = write('counted.cjs', 'globalThis.loads = (globalThis.loads ?? 0) + 1; module.exports = { loads };');
    const prepared: unknown[] = [];
    const counted = lazyPackage<{ loads: number }>(file, (loaded) => prepared.push(loaded));
    expect(globalThis).not.toHaveProperty('loads');
    expect([counted().loads, counted().loads]).toEqual([1, 1]);
    expect(globalThis).toHaveProperty('loads', 1);
    expect(prepared).toEqual([counted()]);
  });

  it('that could not be loaded is loaded at the next call', () => {
    const file = write('later.cjs', 'module.exports = require("./missing.cjs");');
    const later = lazyPackage<string>(file);
    expect(later).toThrow('missing.cjs');
    write('missing.cjs', 'module.exports = "here";');
    expect(later()).toBe('here');
  });

  it('of ECMAScript modules that could not be loaded is loaded at the next call', () => {
    const file = join(dir, 'later.mjs');
    const later = lazyPackage<{ text: string }>(file);
    expect(later).toThrow('later.mjs');
    write('later.mjs', 'export const text = "here";');
    expect(later().text).toBe('here');
  });

  it('that could not be prepared is prepared again', () => {
    let failures = 1;
    const prepared = lazyPackage<string>(write('plain.cjs', 'module.exports = "plain";'), () => {
      if (failures-- > 0) throw new Error('Not yet');
    });
    expect(prepared).toThrow('Not yet');
    expect(prepared()).toBe('plain');
  });
});

describe('once', () => {
  it('makes a value at the first call that does not throw, also undefined', () => {
    let calls = 0;
    const make = once(() => {
      calls += 1;
      if (calls === 1) throw new Error('Not yet');
    });
    expect(make).toThrow('Not yet');
    expect([make(), make()]).toEqual([undefined, undefined]);
    expect(calls).toBe(2);
  });
});
