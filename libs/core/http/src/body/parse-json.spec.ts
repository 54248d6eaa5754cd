import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../problem/problem.js';
import { fieldPath, MAX_DEPTH, parseJsonBody } from './parse-json.js';

const parse = (text: string): unknown => parseJsonBody(Buffer.from(text));

function problemOf(bytes: Buffer | string): Problem {
  try {
    parseJsonBody(Buffer.from(bytes as string));
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('the body was accepted');
}

const nested = (levels: number): string => '{"x":'.repeat(levels) + '1' + '}'.repeat(levels);

/** Whether all whole numbers in it are numbers of JavaScript. */
const isExact = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isExact)
    : !Number.isInteger(value) || Number.isSafeInteger(value);

describe('parseJsonBody', () => {
  it.each([
    ['{"Data":{"n":12345678901234567890}}', 'Data.n'],
    ['{"Data":[1,{"n":9007199254740993}]}', 'Data[1].n'],
    ['{"Data":{"n":1e400}}', 'Data.n'],
    ['{"n":-9007199254740993,"text":"\\u00e1"}', 'n'],
  ])('names a number of which digits would be lost: %s', (text, field) => {
    const { code, details } = problemOf(text);
    expect([code, details?.[0]?.Field]).toEqual(['ValidationError', field]);
    expect(details?.[0]?.Message).toContain('2^53');
  });

  it('takes numbers up to 2^53, and fractions', () => {
    const text = '{"a":9007199254740991,"b":-9007199254740991,"c":0.1234567890123456}';
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  it('returns the same as JSON.parse if all texts can be stored', () => {
    const storable = fc
      .jsonValue({ maxDepth: 8, stringUnit: 'grapheme' })
      .filter((value) => isExact(value))
      .filter((value) => !/\\u0000|"(?:__proto__|constructor|prototype)":/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(storable, (value) => {
        expect(parse(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('never throws anything but a Problem of 400', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          try {
            parseJsonBody(Buffer.from(bytes));
          } catch (error) {
            expect(error).toBeInstanceOf(Problem);
            expect((error as Problem).status).toBe(400);
          }
        },
      ),
    );
  });

  it('returns undefined for an empty body, and ignores a byte order mark', () => {
    expect(parse('')).toBeUndefined();
    expect(parse('\ufeff{"a":1}')).toEqual({ a: 1 });
  });

  it('names the field that cannot be stored, wherever it is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom('To', 'Name'), fc.nat(3)), { minLength: 1, maxLength: 10 }),
        fc.constantFrom('\u0000', 'a\u0000b', '\ud800', 'x\udc00y', '\udc00\ud800'),
        (path, text) => {
          const body = path.reduceRight<unknown>(
            (inner, step) => (typeof step === 'number' ? [...Array<number>(step).fill(1), inner] : { [step]: inner }),
            text,
          );
          const { code, details } = problemOf(JSON.stringify(body));
          expect([code, details?.[0]?.Field]).toEqual(['ValidationError', fieldPath(path)]);
        },
      ),
    );
  });

  it.each(['{"a":"\\u0000"}', '{"\\u0000":1}', '["\\ud83d"]', '"\\udfff"', '{"a":{"b\\ud800":1}}'])(
    'rejects the unstorable text %s',
    (text) => expect(problemOf(text).code).toBe('ValidationError'),
  );

  it('keeps escapes that make a whole character', () => {
    expect(parse('{"a":"\\ud83d\\ude00 \\u00e9"}')).toEqual({ a: '😀 é' });
  });

  it.each(['{"__proto__":{"x":1}}', '{"a":[{"constructor":1}]}', '{"prototype":1}', '{"\\u005f_proto__":1}'])(
    'rejects the key of %s',
    (text) => expect(problemOf(text).message).toMatch(/is not allowed as a key/),
  );

  it('allows forbidden keys as values', () => {
    expect(parse('{"a":"constructor","b":["__proto__"]}')).toEqual({ a: 'constructor', b: ['__proto__'] });
  });

  it('accepts 64 levels and no more, as objects, lists, and with escapes', () => {
    expect(parse(nested(MAX_DEPTH))).toBeTypeOf('object');
    expect(problemOf(nested(MAX_DEPTH + 1)).code).toBe('InvalidJson');
    expect(problemOf('['.repeat(100_000) + ']'.repeat(100_000)).code).toBe('InvalidJson');
    expect(problemOf(nested(MAX_DEPTH + 1).replace('1', '"\\u0041"')).code).toBe('InvalidJson');
    expect(parse(nested(MAX_DEPTH).replace('1', '"\\u0041"'))).toBeTypeOf('object');
  });

  it('rejects bytes that are not UTF-8', () => {
    expect(problemOf(Buffer.from([0x22, 0xff, 0x22]) as unknown as string).code).toBe('InvalidJson');
  });

  describe('with rows that are validated separately', () => {
    const parseRows = (text: string) => parseJsonBody(Buffer.from(text), { field: 'Rows', max: 10 });
    const rowsOf = (text: string) => (parseRows(text) as { Rows: unknown[] }).Rows;
    const faultOf = (row: unknown) => row instanceof Problem && [row.code, row.details?.[0]?.Field];

    it('replaces an invalid row by its Problem, and leaves the others unchanged', () => {
      const rows = rowsOf(
        '{"Rows":[{"a":"\\u00e9"},{"a":{"b":["x","\\u0000"]}},"\\ud800",{"\\udc00":1},{"constructor":1},null,{"a":"é"}]}',
      );
      expect([0, 5, 6].map((index) => rows[index])).toEqual([{ a: 'é' }, null, { a: 'é' }]);
      expect(rows.slice(1, 5).map(faultOf)).toEqual([
        ['ValidationError', 'a.b[1]'],
        ['ValidationError', ''],
        ['ValidationError', ''],
        ['ValidationError', 'constructor'],
      ]);
    });

    it.each([
      '{"Rows":[{}],"b":"\\u0000"}',
      '{"Rows":[{}],"\\ud800":1}',
      '{"Rows":"\\u0000"}',
      '{"Rows":{"a":"\\u0000"}}',
      '{"a":{"Rows":["\\u0000"]}}',
      '{"Rows":[{}],"__proto__":{}}',
      '[{"Rows":["\\u0000"]}]',
      `{"Rows":[${'1,'.repeat(10)}"\\u0000"]}`,
    ])('rejects a body that is invalid outside of its rows: %s', (text) => {
      expect(() => parseRows(text)).toThrow(Problem);
    });

    it('accepts 64 levels and no more in a row', () => {
      const body = (levels: number) => `{"Rows":["\\u0000",${nested(levels - 2)}]}`;
      expect(rowsOf(body(MAX_DEPTH))).toHaveLength(2);
      expect(() => rowsOf(body(MAX_DEPTH + 1))).toThrow(expect.objectContaining({ code: 'InvalidJson' }));
    });
  });
});
