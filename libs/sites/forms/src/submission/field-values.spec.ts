import { describe, expect, it } from 'vitest';
import type { FieldType } from '#libs/core/app-events';
import { visitorTexts } from '#libs/sites/sites';
import type { FormField } from '../form-definition.js';
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
  const reading = readValue(raw, field, { country });
  return reading && 'error' in reading ? { error: reading.error(visitorTexts('pt').errors) } : reading;
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

  it.each<[FieldType, unknown, unknown]>([
    ['telefone', '\u200e11987654321', '+5511987654321'],
    ['telefone', '\u202a+55 11 98765-4321\u202c', '+5511987654321'],
    ['telefone', 'tel:+5511987654321', '+5511987654321'],
    ['telefone', 'tel:+55-11-98765-4321;ext=12', '+5511987654321'],
    ['telefone', 'Tel. 11 98765-4321', '+5511987654321'],
    ['telefone', 'WhatsApp: (11) 98765‑4321', '+5511987654321'],
    ['telefone', '11 98765-4321 ramal 2', '+5511987654321'],
    ['telefone', '(11) 3322–1100, ext. 204', '+551133221100'],
    ['telefone', '１１９８７６５４３２１', '+5511987654321'],
    ['telefone', '٠١١ ٩٨٧٦٥٤٣٢١', '+5511987654321'],
    ['email', 'ana@example.com\u200b', 'ana@example.com'],
    ['email', '\u202aana@example.com\u202c', 'ana@example.com'],
    ['email', 'ana@ação.com.br', 'ana@xn--ao-siap.com.br'],
    ['email', 'ana@AÇÃO.com.br', 'ana@xn--ao-siap.com.br'],
    ['email', 'mailto:ana@example.com', 'ana@example.com'],
    ['email', 'Ana Prado <ana@example.com>', 'ana@example.com'],
    ['email', 'ana@example.com,', 'ana@example.com'],
    ['email', 'ana @example.com', 'ana@example.com'],
    ['cpf', '\u200e529.982.247-25', '52998224725'],
    ['cpf', '529.982.247\u201325', '52998224725'],
    ['cpf', 'CPF: 529.982.247−25', '52998224725'],
    ['cnpj', 'CNPJ 11.222.333/0001‑81', '11222333000181'],
    ['cep', '01310\u2011100', '01310100'],
    ['data', '2028\u201102\u201129', '2028-02-29'],
    ['numero', '\u200e10', 10],
    ['numero', '\u22125', -5],
    ['numero', 'R$\u00a01.500,00', 1500],
    ['nota', '\u200b9', 9],
    ['url', 'example.com', 'https://example.com/'],
    ['url', '\u200ewww.example.com/caminho', 'https://www.example.com/caminho'],
    ['url', 'ação.com.br', 'https://xn--ao-siap.com.br/'],
    ['url', 'example.com:8080/a', 'https://example.com:8080/a'],
    ['url', '<https://example.com/a–b>', 'https://example.com/a%E2%80%93b'],
    ['texto', '\u202eAna\u202c\u200b', 'Ana'],
    ['texto', 'Ana – a primeira', 'Ana – a primeira'],
    ['texto', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['opcao', 'sp\u200e', 'sp'],
    ['multipla_escolha', ['\u200erj'], ['rj']],
    ['booleano', 'yes', true],
    ['pais', 'Germany', 'DE'],
    ['pais', 'Alemania', 'DE'],
    ['pais', 'BRASIL\u200b', 'BR'],
  ])('of type %s, pasted as %j, is kept as %j', (type, raw, kept) => {
    expect(read(type, raw)).toEqual({ value: kept });
  });

  it.each<[string, string, unknown]>([
    ['BR', '1.234', 1234],
    ['BR', '1.500', 1500],
    ['BR', '1.234.567,89', 1234567.89],
    ['BR', '1,234', 1.234],
    ['BR', '1,234.56', 1234.56],
    ['BR', '12.5', 12.5],
    ['BR', '0.250', 0.25],
    ['BR', '1 234,5', 1234.5],
    ['US', '1,234', 1234],
    ['US', '1.234', 1.234],
    ['US', '1,234,567.89', 1234567.89],
    ['US', '$1,500', 1500],
    ['PT', '1.234,5', 1234.5],
    ['CH', '1’234.5', 1234.5],
    ['MX', '1,500', 1500],
  ])('of type numero in %s, %j, is read as %j', (country, raw, kept) => {
    expect(read('numero', raw, { country })).toEqual({ value: kept });
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
    ['telefone', '9'.repeat(100)],
    ['numero', '1e9'],
    ['numero', '1.23.456'],
    ['numero', '1.234,5.6'],
    ['numero', '12 34'],
    ['numero', ','],
    ['numero', '192.168.0.1'],
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
    ['booleano', 0],
    ['booleano', '0'],
    ['texto', '\u200b\u2060'],
    ['texto', '\u3164'],
    ['texto_longo', '\u200e \u202c\n'],
    ['email', '\ufeff'],
    ['telefone', '\u200d'],
    ['booleano', 'off'],
    ['booleano', ''],
    ['multipla_escolha', []],
    ['multipla_escolha', ''],
  ])('of type %s is %j', (type, raw) => {
    expect(read(type, raw)).toBeUndefined();
  });
});
