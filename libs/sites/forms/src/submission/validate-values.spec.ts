import { describe, expect, it } from 'vitest';
import { createField } from '../../test-support/create-field.js';
import type { FormField } from '../form-definition.js';
import { unknownNames, validateValues } from './validate-values.js';

const field = (name: string, values: Partial<FormField> = {}): FormField => createField({ name, ...values });

const form = (...fields: FormField[]) => ({ fields, country: 'BR' });
const when = (asked: string, ...values: string[]) => ({ condition: { field: asked, values } });

describe('the values of a submission', () => {
  it('are read field by field, and each error has its field', () => {
    const email = field('email', { type: 'email', required: true });
    const phone = field('telefone', { type: 'telefone' });
    const result = validateValues(form(field('nome', { required: true }), email, phone), { email: 'x', telefone: '1' });
    expect(Object.keys(result.errors)).toEqual(['nome', 'email', 'telefone']);
    expect(result.values).toEqual({});
    expect(result.errors['nome']).toBe('Este campo é obrigatório.');
  });

  it('may have the names of what every object has', () => {
    const odd = form(field('constructor', { required: true }), field('toString'));
    expect(validateValues(odd, {}).errors).toEqual({ constructor: 'Este campo é obrigatório.' });
    expect({ ...validateValues(odd, { constructor: 'a', toString: 'b' }).values }).toEqual({
      constructor: 'a',
      toString: 'b',
    });
  });

  it('of a hidden field are dropped and not missed, whatever step it is in', () => {
    const asked = field('tem_empresa', { type: 'booleano' });
    const cnpj = field('cnpj', { type: 'cnpj', required: true, step: 2, ...when('tem_empresa', 'true') });
    const role = field('cargo', { required: true, step: 3, ...when('cnpj', '11222333000181') });
    const conditional = form(asked, cnpj, role);
    expect(validateValues(conditional, { cnpj: '11222333000181', cargo: 'CEO' })).toEqual({ values: {}, errors: {} });
    expect({ ...validateValues(conditional, { tem_empresa: 'on' }).errors }).toEqual({
      cnpj: 'Este campo é obrigatório.',
    });
    const all = validateValues(conditional, { tem_empresa: true, cnpj: '11.222.333/0001-81', cargo: 'CEO' });
    expect({ ...all.values }).toEqual({ tem_empresa: true, cnpj: '11222333000181', cargo: 'CEO' });
  });

  it('decide conditions by any choice, by what a box sends, and by a box that is not ticked', () => {
    const options = [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ];
    const choices = field('escolhas', { type: 'multipla_escolha', options });
    const box = field('caixa', { type: 'booleano', checkedValue: 'quero' });
    const conditional = form(
      choices,
      box,
      field('x', when('escolhas', 'b')),
      field('y', when('caixa', 'quero')),
      field('z', when('caixa', 'false')),
    );
    const sent = { x: '1', y: '1', z: '1' };
    expect(Object.keys(validateValues(conditional, { ...sent, escolhas: ['a', 'b'], caixa: 'quero' }).values)).toEqual([
      'escolhas',
      'caixa',
      'x',
      'y',
    ]);
    expect(Object.keys(validateValues(conditional, { ...sent, escolhas: ['a'] }).values)).toEqual(['escolhas', 'z']);
  });

  it('of a file are its name, and a text is no file', () => {
    const conditional = form(field('curriculo', { type: 'arquivo', required: true }));
    expect({ ...validateValues(conditional, {}, new Map([['curriculo', 'cv.pdf']])).values }).toEqual({
      curriculo: 'cv.pdf',
    });
    expect(Object.keys(validateValues(conditional, { curriculo: 'cv.pdf' }).errors)).toEqual(['curriculo']);
  });
});

it('names that the form does not have are told apart from consent', () => {
  expect(unknownNames(form(field('nome')), { nome: 'a', consentimento: 'on', extra: 1 })).toEqual(['extra']);
});
