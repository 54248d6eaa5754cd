import { describe, expect, it } from 'vitest';
import { cleanCell, emailsOf, isNoDate, phonesOf, readDate, readNumber, tagsOf } from './cell-values.js';

describe('a date', () => {
  it.each([
    ['15/03/2024', 'dmy', '2024-03-15'],
    ['5.3.2024', 'dmy', '2024-03-05'],
    ['03/04/2024', 'dmy', '2024-04-03'],
    ['03/04/2024', 'mdy', '2024-03-04'],
    ['2024-03-15 10:22', 'dmy', '2024-03-15'],
    ['2024-03-15T10:00:00Z', 'dmy', '2024-03-15'],
    ['2024-03-15T23:00:00.000-03:00', null, '2024-03-15'],
    ['15/03/2024 00:00:00', 'dmy', '2024-03-15'],
    ['3/15/2024 4:05 PM', 'mdy', '2024-03-15'],
    ['2024/3/5', null, '2024-03-05'],
    ['15/03/2024', null, '2024-03-15'],
    ['05/05/2024', null, '2024-05-05'],
  ] as const)('%s by %s is %s', (text, format, value) => {
    expect(readDate(text, format)).toEqual({ value });
  });

  it.each([
    ['03/04/2024', null, 'ambiguous'],
    ['15/03/2024', 'mdy', 'invalid'],
    ['15/03/2024', 'iso', 'invalid'],
    ['30/02/2024', 'dmy', 'invalid'],
    ['5/17/90', 'mdy', 'invalid'],
    ['15-03/2024', 'dmy', 'invalid'],
    ['--05-17', null, 'invalid'],
    ['amanhã', 'dmy', 'invalid'],
  ] as const)('%s by %s is %s', (text, format, problem) => {
    expect(readDate(text, format)).toEqual({ problem });
  });

  it.each(['0/0/00', '00/00/0000', '0000-00-00', '0000-00-00 00:00:00'])('%s is none', (text) => {
    expect(isNoDate(text)).toBe(true);
  });
});

describe('a number', () => {
  it.each([
    ['1.234,56', ',', 1234.56],
    ['1.234', ',', 1234],
    ['1.234', '.', 1.234],
    ['1,234.5', '.', 1234.5],
    ['R$ 10,00', ',', 10],
    ['R$ 1.234.567,89', null, 1234567.89],
    ['-R$ 5,00', ',', -5],
    ['R$ -5,00', ',', -5],
    ['(1.000,00)', ',', -1000],
    ['\u22123', null, -3],
    ['1 234,56', ',', 1234.56],
    ['1\u00a0234\u00a0567', null, 1234567],
    ['1.234,56', null, 1234.56],
    ['1,234,567', null, 1234567],
    ['0,125', null, 0.125],
    ['12,5', null, 12.5],
    ['1234,567', null, 1234.567],
    ['10,00 €', null, 10],
    ['42', null, 42],
  ] as const)('%s with the decimal separator %s is %d', (text, decimal, value) => {
    expect(readNumber(text, decimal)).toEqual({ value });
  });

  it.each([
    ['1.234', null, 'ambiguous'],
    ['1,234', null, 'ambiguous'],
    ['1234.5', ',', 'invalid'],
    ['1,234.5', ',', 'invalid'],
    ['1.23.4', null, 'invalid'],
    ['10%', null, 'invalid'],
    ['12 34', null, 'invalid'],
    ['5,', null, 'invalid'],
    ['dez', ',', 'invalid'],
  ] as const)('%s with the decimal separator %s is %s', (text, decimal, problem) => {
    expect(readNumber(text, decimal)).toEqual({ problem });
  });
});

describe('a cell', () => {
  it('has no invisible characters, and no guard against formulas', () => {
    expect(cleanCell('\u202a+55 11 98765-0301\u202c ')).toBe('+55 11 98765-0301');
    expect(cleanCell(`'+55 11 98765-0301`)).toBe('+55 11 98765-0301');
    expect(cleanCell(`D'Ávila`)).toBe(`D'Ávila`);
  });

  it('has the e-mail addresses that exports put into one', () => {
    expect(emailsOf('g2@x.example ::: g3@x.example')).toEqual(['g2@x.example', 'g3@x.example']);
    expect(emailsOf('h2@x.example;h3@x.example, h4@x.example')).toEqual([
      'h2@x.example',
      'h3@x.example',
      'h4@x.example',
    ]);
    expect(emailsOf('Bia Souza <bia@x.example>')).toEqual(['bia@x.example']);
    expect(emailsOf('mailto:bia@x.example')).toEqual(['bia@x.example']);
  });

  it('has the telephone numbers that exports put into one, without their extensions', () => {
    const one = (text: string, hasExtension = false) => ({ text, hasExtension });
    expect(phonesOf('+55 11 98765-0301 ::: (11) 3456-7891')).toEqual([one('+55 11 98765-0301'), one('(11) 3456-7891')]);
    expect(phonesOf('11 98765-0301 / 11 98765-0302')).toEqual([one('11 98765-0301'), one('11 98765-0302')]);
    expect(phonesOf('+55 21 3456-7890 x12')).toEqual([one('+55 21 3456-7890', true)]);
    expect(phonesOf('(11) 3456-7890, ramal 12')).toEqual([one('(11) 3456-7890', true)]);
    expect(phonesOf('p:+5511987650301')).toEqual([one('+5511987650301')]);
    expect(phonesOf('(0xx11) 3456-7890')).toEqual([one('(011) 3456-7890')]);
  });

  it('has tags, without the groups that Google makes', () => {
    expect(tagsOf('Clientes ::: * myContacts')).toEqual(['Clientes']);
    expect(tagsOf('VIP;Feira, Sul')).toEqual(['VIP', 'Feira', 'Sul']);
  });
});
