import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spellingsOf } from '#libs/privacy/data-rights';
import { formerForm, indexedForm, parseEmail, parsePhone } from './identifiers.js';

describe('an e-mail address', () => {
  it.each([
    ['Ana.Lima@Example.COM', 'ana.lima@example.com'],
    ['  ana@example.com ', 'ana@example.com'],
    ['ana', null],
    ['ana@', null],
    ['ana@example', null],
    ['ana lima@example.com', null],
    [`${'a'.repeat(65)}@example.com`, null],
  ])('%j is kept as %j', (text, expected) => {
    expect(parseEmail(text)).toBe(expected);
  });

  it('is one of Gmail whatever its dots, tag and domain', () => {
    const forms = ['ana.lima@gmail.com', 'analima+loja@gmail.com', 'a.n.a.lima@googlemail.com'];
    expect(new Set(forms.map((form) => indexedForm('email', form)))).toEqual(new Set(['analima@gmail.com']));
  });

  it('of another provider differs by dots and tag', () => {
    expect(indexedForm('email', 'ana.lima+x@example.com')).toBe('ana.lima+x@example.com');
  });

  it('has an indexed form that is its own indexed form', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.constantFrom('gmail.com', 'example.com'), (address, domain) => {
        const email = parseEmail(`${address.split('@')[0]}@${domain}`);
        fc.pre(email !== null);
        const form = indexedForm('email', email!);
        expect(indexedForm('email', form)).toBe(form);
      }),
    );
  });
});

describe('a telephone number', () => {
  it.each([
    ['(11) 98765-4321', 'BR', '+5511987654321'],
    ['+1 202-555-0123', 'BR', '+12025550123'],
    ['020 7946 0018', 'GB', '+442079460018'],
    ['123', 'BR', null],
    ['(11) 98765-4321 ramal 5', 'BR', null],
    ['9'.repeat(41), 'BR', null],
    ['', 'BR', null],
    ['+52 1 55 1234 5678', 'BR', '+525512345678'],
    ['044 55 1234', 'MX', null],
  ])('%j of %s is %j', (text, country, expected) => {
    expect(parsePhone(text, country)).toBe(expected);
  });
});

describe('a mobile number of Brazil', () => {
  const area = fc.integer({ min: 11, max: 99 }).filter((code) => code % 10 !== 0);
  const digits = (first: number, last: number) =>
    fc
      .tuple(fc.integer({ min: first, max: last }), fc.integer({ min: 0, max: 9_999_999 }))
      .map(([one, others]) => `${one}${String(others).padStart(7, '0')}`);

  it('is one with and without its ninth digit', () => {
    fc.assert(
      fc.property(area, digits(6, 9), (code, number) => {
        const [former, present] = [`+55${code}${number}`, `+55${code}9${number}`];
        for (const value of [former, present]) {
          expect(indexedForm('phone', value)).toBe(present);
          expect(formerForm('phone', value)).toBe(former);
          expect(spellingsOf(value).toSorted()).toEqual([former, present].toSorted());
        }
      }),
    );
  });

  it('is another one if a landline begins like it', () => {
    fc.assert(
      fc.property(area, digits(2, 5), (code, number) => {
        for (const value of [`+55${code}${number}`, `+55${code}9${number}`]) {
          expect(indexedForm('phone', value)).toBe(value);
          expect(formerForm('phone', value)).toBeNull();
          expect(spellingsOf(value)).toEqual([value]);
        }
      }),
    );
  });

  it('has an indexed form that is its own indexed form, as numbers of all countries have', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+[1-9]\d{6,14}$/), (value) => {
        const form = indexedForm('phone', value);
        expect(indexedForm('phone', form)).toBe(form);
        expect(formerForm('phone', form)).toBe(formerForm('phone', value));
        if (!value.startsWith('+55')) expect([form, formerForm('phone', value)]).toEqual([value, null]);
      }),
    );
  });

  it('is no e-mail address', () => {
    expect(formerForm('email', '+5511987654321@example.com')).toBeNull();
  });
});
