import { describe, expect, it } from 'vitest';
import type { FieldType, FormField } from '../form-definition.js';
import { readValue } from './field-values.js';

const OPTIONS = [
  { value: 'sp', label: 'São Paulo' },
  { value: 'rj', label: 'Rio de Janeiro' },
];

function read(
  type: FieldType,
  raw: unknown,
  { country = 'BR', ...changes }: Partial<FormField> & { country?: string } = {},
) {
  const hasOptions = type === 'opcao' || type === 'multipla_escolha';
  const field: FormField = {
    name: 'campo',
    label: 'Campo',
    type,
    required: false,
    contactField: null,
    options: hasOptions ? OPTIONS : [],
    checkedValue: null,
    placeholder: null,
    help: null,
    defaultValue: null,
    step: 1,
    condition: null,
    ...changes,
  };
  return readValue(raw, field, { country });
}

describe('a value that is right', () => {
  it.each<[FieldType, unknown, unknown]>([
    ['texto', '  Ana Prado ', 'Ana Prado'],
    ['texto', 7, '7'],
    ['texto_longo', 'linha\nlinha', 'linha\nlinha'],
    ['email', 'Ana.Prado@EXAMPLE.test', 'Ana.Prado@example.test'],
    ['telefone', '(11) 98765-4321', '+5511987654321'],
    ['telefone', '+351 912 345 678', '+351912345678'],
    ['numero', '1234,5', 1234.5],
    ['numero', '-0.25', -0.25],
    ['numero', 12, 12],
    ['booleano', 'on', true],
    ['booleano', true, true],
    ['opcao', 'sp', 'sp'],
    ['multipla_escolha', ['sp', 'rj', 'sp'], ['sp', 'rj']],
    ['multipla_escolha', 'rj', ['rj']],
    ['data', '2028-02-29', '2028-02-29'],
    ['url', 'example.com/a?b=c', 'https://example.com/a?b=c'],
    ['url', 'http://example.com', 'http://example.com/'],
    ['oculto', 'campanha-1', 'campanha-1'],
    ['nota', '10', 10],
    ['nota', 0, 0],
    ['cpf', '529.982.247-25', '52998224725'],
    ['cnpj', '11.222.333/0001-81', '11222333000181'],
    ['cnpj', '12.abc.345/01de-35', '12ABC34501DE35'],
    ['cep', '01310-100', '01310100'],
    ['pais', 'brasil', 'BR'],
    ['pais', 'PT', 'PT'],
    ['estado', 'sao paulo', 'SP'],
    ['estado', 'rj', 'RJ'],
    ['cidade', 'Não-Me-Toque', 'Não-Me-Toque'],
  ])('of type %s, %j, is kept as %j', (type, raw, kept) => {
    expect(read(type, raw)).toEqual({ value: kept });
  });

  it('is what a box sends when it is ticked', () => {
    expect(read('booleano', 'aceito', { checkedValue: 'aceito' })).toEqual({ value: true });
  });

  it('is read by the country of the form', () => {
    expect(read('telefone', '912 345 678', { country: 'PT' })).toEqual({ value: '+351912345678' });
    expect(read('estado', 'Lisboa', { country: 'PT' })).toEqual({ value: 'Lisboa' });
  });
});

describe('a value that is wrong', () => {
  it.each<[FieldType, unknown]>([
    ['texto', 'a'.repeat(1_001)],
    ['texto', 'uma\nduas'],
    ['texto', { a: 1 }],
    ['texto', ['a']],
    ['texto', true],
    ['texto_longo', 'a'.repeat(10_001)],
    ['email', 'ana@'],
    ['email', 'ana@localhost'],
    ['telefone', '123'],
    ['telefone', '11 98765-4321 ramal 2'],
    ['telefone', '9'.repeat(100)],
    ['numero', '1.234,5'],
    ['numero', '1e9'],
    ['numero', 'doze'],
    ['numero', '1'.repeat(16)],
    ['booleano', 'talvez'],
    ['opcao', 'mg'],
    ['multipla_escolha', ['sp', 'mg']],
    ['multipla_escolha', [{}]],
    ['data', '2027-02-29'],
    ['data', '29/02/2028'],
    ['data', '2028-13-01'],
    ['url', 'javascript:alert(1)'],
    ['url', 'https://ana:senha@example.com'],
    ['url', 'ftp://example.com'],
    ['url', 'sem espaço'],
    ['nota', '11'],
    ['nota', '-1'],
    ['arquivo', 'nome.pdf'],
    ['cpf', '529.982.247-24'],
    ['cpf', '111.111.111-11'],
    ['cnpj', '11.222.333/0001-82'],
    ['cnpj', '12ABC34501DE36'],
    ['cnpj', '00000000000000'],
    ['cep', '1310-100'],
    ['cep', '00000-100'],
    ['pais', 'Atlântida'],
    ['estado', 'Lisboa'],
    ['cidade', 'a'.repeat(101)],
  ])('of type %s, %j, is told in Portuguese', (type, raw) => {
    expect(read(type, raw)).toEqual({ error: expect.stringMatching(/^\p{Lu}.+\.$/u) });
  });
});

describe('an empty value', () => {
  it.each<[FieldType, unknown]>([
    ['texto', ''],
    ['texto', '   '],
    ['numero', null],
    ['opcao', undefined],
    ['booleano', false],
    ['booleano', 'off'],
    ['booleano', ''],
    ['multipla_escolha', []],
    ['multipla_escolha', ''],
  ])('of type %s is %j', (type, raw) => {
    expect(read(type, raw)).toBeUndefined();
  });
});
