import { afterEach, describe, expect, it, vi } from 'vitest';
import { ViewSeal } from './view-seal.js';

const seal = new ViewSeal('a secret that the apps share, and no other');

afterEach(() => {
  vi.useRealTimers();
});

describe('a sealed entry', () => {
  it('opens under its own key', () => {
    expect(seal.open('a', seal.seal('a', '{"n":1}', 60))).toBe('{"n":1}');
    expect(seal.open('b', seal.seal('a', '{"n":1}', 60))).toBeUndefined();
  });

  it('is never the same text twice', () => {
    expect(seal.seal('a', 'null', 60)).not.toBe(seal.seal('a', 'null', 60));
  });

  it('does not open when any character of it was changed', () => {
    const text = seal.seal('a', '{"n":1}', 60);
    for (let at = 0; at < text.length; at += 1) {
      const other = text[at] === 'A' ? 'Q' : 'A';
      expect(seal.open('a', text.slice(0, at) + other + text.slice(at + 1)), `at ${at}`).toBeUndefined();
    }
    for (const broken of ['', 'x', text.slice(0, 30), text.slice(0, -1)])
      expect(seal.open('a', broken)).toBeUndefined();
  });

  it('ends with its time, but for the difference of two clocks', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const text = seal.seal('a', 'null', 60);
    vi.setSystemTime(Date.now() + 119_000);
    expect(seal.open('a', text)).toBe('null');
    vi.setSystemTime(Date.now() + 2_000);
    expect(seal.open('a', text)).toBeUndefined();
  });
});
