import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CustomType } from './custom-field.entity.js';
import { parseCustomText, parseCustomValue } from './custom-value.js';

const field = (type: CustomType, options: string[] = []) => ({ type, options });
const SIZES = field('choice', ['pequeno', 'grande']);
const COLOURS = field('choices', ['azul', 'verde', 'preto']);

describe('a value of a custom field', () => {
  it.each([
    [field('text'), ' Ana ', 'Ana'],
    [field('text'), '   ', null],
    [field('text'), 'é'.repeat(1000), 'é'.repeat(1000)],
    [field('text'), 'é'.repeat(1001), undefined],
    [field('text'), 7, undefined],
    [field('number'), 7.5, 7.5],
    [field('number'), '7', undefined],
    [field('number'), 1e16, undefined],
    [field('boolean'), false, false],
    [field('boolean'), 'sim', undefined],
    [field('date'), '2024-02-29', '2024-02-29'],
    [field('date'), '2023-02-29', undefined],
    [field('date'), '2024-2-1', undefined],
    [field('date'), '0000-01-01', undefined],
    [SIZES, 'grande', 'grande'],
    [SIZES, 'Grande', undefined],
    [COLOURS, ['preto', 'azul', 'azul'], ['azul', 'preto']],
    [COLOURS, [], null],
    [COLOURS, ['roxo'], undefined],
    [COLOURS, 'azul', undefined],
    [field('number'), null, null],
  ])('of %o: %j is stored as %j', (of, given, expected) => {
    expect(parseCustomValue(of, given)).toEqual(expected);
  });

  it.each([
    [field('number'), '1,5', 1.5],
    [field('number'), '-2', -2],
    [field('number'), '1.000,5', undefined],
    [field('number'), '-0', 0],
    [field('number'), '0x10', undefined],
    [field('boolean'), 'Sim', true],
    [field('boolean'), 'não', false],
    [field('boolean'), 'talvez', undefined],
    [COLOURS, 'verde; azul;', ['azul', 'verde']],
    [SIZES, ' grande ', 'grande'],
    [field('date'), '2024-02-29', '2024-02-29'],
    [field('text'), '', null],
  ])('of %o is read from the text %j as %j', (of, text, expected) => {
    expect(parseCustomText(of, text)).toEqual(expected);
  });

  it('stays the same when it is stored again', () => {
    const types = fc.constantFrom(field('text'), field('number'), field('boolean'), field('date'), SIZES, COLOURS);
    const values = fc.oneof(
      fc.string(),
      fc.double(),
      fc.boolean(),
      fc.subarray(COLOURS.options),
      fc.constant('grande'),
    );
    fc.assert(
      fc.property(types, values, (of, given) => {
        const value = parseCustomValue(of, given);
        fc.pre(value !== undefined && value !== null);
        expect(parseCustomValue(of, JSON.parse(JSON.stringify(value)))).toEqual(value);
      }),
    );
  });
});
