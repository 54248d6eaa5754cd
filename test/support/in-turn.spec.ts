import { afterEach, describe, expect, it, vi } from 'vitest';
import { inTurn } from './in-turn.js';

const VALUES = ['a', 'b', 'c', 'd', 'e'];

afterEach(() => vi.unstubAllEnvs());

describe('values in turn', () => {
  it('are the same for the same name', () => {
    vi.stubEnv('EVERY_VALUE', '');
    expect(inTurn(VALUES, 2, 'POST /v1/x name')).toEqual(inTurn(VALUES, 2, 'POST /v1/x name'));
  });

  it('are as many different ones as were asked for, and all of them over forty names', () => {
    vi.stubEnv('EVERY_VALUE', '');
    const chosen = Array.from({ length: 40 }, (_, n) => inTurn(VALUES, 2, `field ${n}`));
    expect(chosen.every((some) => new Set(some).size === 2)).toBe(true);
    expect([...new Set(chosen.flat())].sort()).toEqual(VALUES);
  });

  it('are all of them if there are no more, or if the environment says so', () => {
    vi.stubEnv('EVERY_VALUE', '');
    expect(inTurn(VALUES, 5, 'x')).toEqual(VALUES);
    vi.stubEnv('EVERY_VALUE', '1');
    expect(inTurn(VALUES, 1, 'x')).toEqual(VALUES);
  });
});
