import { describe, expect, it } from 'vitest';
import { EveryDigit, stringifyExactly } from './every-digit.js';
import { parseJsonBody } from './parse-json.js';
import { wholeNumberText } from './whole-number-text.js';

const parsed = (text: string, field?: string) => parseJsonBody(Buffer.from(text), undefined, field);

describe('a whole number beyond 2^53 in a body', () => {
  it('comes as text with every digit where its field is named, and nowhere else', () => {
    const text = `{"espera": 315360000000000001, "passos": [{"espera" :9007199254740993},{"espera":5,"nome":"espera"}]}`;
    expect(parsed(text, 'espera')).toEqual({
      espera: '315360000000000001',
      passos: [{ espera: '9007199254740993' }, { espera: 5, nome: 'espera' }],
    });
    expect(() => parsed(text)).toThrow('beyond 2^53');
    expect(() => parsed('{"outro":315360000000000001}', 'espera')).toThrow('beyond 2^53');
  });

  it('is not found in the texts of the body', () => {
    const value = String.raw`\"espera\": 315360000000000001`;
    expect(parsed(`{"nome":"${value}"}`, 'espera')).toEqual({ nome: '"espera": 315360000000000001' });
    expect(parsed(`{"a\\\\":"espera","b":["espera"]}`, 'espera')).toEqual({ 'a\\': 'espera', b: ['espera'] });
  });

  it('costs time in proportion to the body, also when that is no JSON', () => {
    const started = performance.now();
    expect(() => parsed(`{"espera":"${'\\"'.repeat(120_000)}`, 'espera')).toThrow();
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it.each([
    ['31536e13', '315360000000000000'],
    ['3.1536E+17', '315360000000000000'],
    ['315360000000000000.0', '315360000000000000'],
    ['-12345678901234567890', '-12345678901234567890'],
    ['1.5', undefined],
    ['1e400', undefined],
    ['1e41', undefined],
    ['15e-1', undefined],
  ])('is read of %s as %s', (number, digits) => {
    expect(wholeNumberText(number)).toBe(digits);
  });
});

describe('a whole number in an answer', () => {
  it('has all of its digits, as a number', () => {
    const body = { a: new EveryDigit('315360000000000001'), b: [new EveryDigit('86400000000000')], c: 'x' };
    expect(stringifyExactly(body)).toBe('{"a":315360000000000001,"b":[86400000000000],"c":"x"}');
  });

  it('leaves texts alone that look like one', () => {
    const body = { a: new EveryDigit('315360000000000001'), b: String.raw`\u0000123`, c: String.raw`"\u0000123"` };
    expect(JSON.parse(stringifyExactly(body))).toMatchObject({ b: body.b, c: body.c });
  });
});
