import { describe, expect, it } from 'vitest';
import { isRetryable, isUnavailable, violatedUnique } from './errors.js';

const withCode = (code: string) => Object.assign(new Error('x'), { code });
const wrapped = (code: string) => Object.assign(new Error('x'), { driverError: withCode(code) });

describe('an unavailable database', () => {
  it.each(['08006', '53300', '57014', '57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET'])('is detected by %s', (code) => {
    expect(isUnavailable(withCode(code))).toBe(true);
    expect(isUnavailable(wrapped(code))).toBe(true);
  });

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
  ])("is detected by the driver's message: %s", (message) => {
    expect(isUnavailable(new Error(message))).toBe(true);
  });

  it.each(['23505', '42P01', '22001', '40001', '57P04'])('is not meant by %s', (code) => {
    expect(isUnavailable(withCode(code))).toBe(false);
  });

  it('is not reported for errors of other kinds', () => {
    for (const error of [undefined, null, 'x', {}, new Error('Connection')]) expect(isUnavailable(error)).toBe(false);
  });
});

describe('other errors', () => {
  it('are retryable or not, and name the violated unique constraint', () => {
    expect([isRetryable(withCode('40P01')), isRetryable(withCode('57P01'))]).toEqual([true, false]);
    expect(violatedUnique(Object.assign(withCode('23505'), { constraint: 'x__uq' }))).toBe('x__uq');
    expect(violatedUnique(withCode('23503'))).toBeUndefined();
  });
});
