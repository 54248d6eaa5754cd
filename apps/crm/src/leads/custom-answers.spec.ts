import { describe, expect, it } from 'vitest';
import type { LeadValue } from '#libs/core/app-events';
import type { CustomField } from '../custom-fields/custom-field.entity.js';
import { readCustomAnswers } from './custom-answers.js';

const answerOf = (value: LeadValue, contactField: string | null = 'chave') =>
  ({ name: 'pergunta', label: 'Pergunta', type: 'texto', contactField, value }) as const;

const read = (type: CustomField['type'], value: LeadValue, contactField?: string | null) =>
  readCustomAnswers(
    [answerOf(value, contactField)],
    [{ key: 'chave', type, options: type.startsWith('choice') ? ['a', 'b'] : [] }],
  )['chave'];

describe('an answer of a lead for a field that the account has made', () => {
  it.each<[CustomField['type'], LeadValue, unknown]>([
    ['text', ' Ana ', 'Ana'],
    ['text', 12, '12'],
    ['text', ['a', 'b'], 'a; b'],
    ['number', '12,5', 12.5],
    ['number', 7, 7],
    ['boolean', 'sim', true],
    ['boolean', false, false],
    ['date', '2026-08-28', '2026-08-28'],
    ['choice', 'a', 'a'],
    ['choice', ['b'], 'b'],
    ['choices', ['b', 'a'], ['a', 'b']],
    ['choices', 'a', ['a']],
  ])('is converted to its type: %s of %j', (type, value, expected) => {
    expect(read(type, value)).toEqual(expected);
  });

  it.each<[CustomField['type'], LeadValue]>([
    ['text', 'x'.repeat(1_001)],
    ['text', true],
    ['text', '  '],
    ['number', 'doze'],
    ['number', true],
    ['boolean', 'talvez'],
    ['date', '28/08/2026'],
    ['choice', 'c'],
    ['choice', ['a', 'b']],
    ['choices', ['a', 'c']],
    ['choices', true],
  ])('is left out where the field cannot have it: %s of %j', (type, value) => {
    expect(read(type, value)).toBeUndefined();
  });

  it('belongs to the field by its key alone', () => {
    expect(read('text', 'Ana', null)).toBeUndefined();
    expect(read('text', 'Ana', 'outra')).toBeUndefined();
  });
});
