import { describe, expect, it } from 'vitest';
import { authorOf, parseAddresses } from './addresses.js';

const from = (...values: string[]) => values.map((value) => ({ name: 'From', value }));

describe('the author of a message', () => {
  it.each([
    ['ceo@bank.test', 'ceo@bank.test'],
    ['CEO <ceo@bank.test>', 'ceo@bank.test'],
    ['"Lima, Ana" <ana@x.test>', 'ana@x.test'],
    ['Lima, Ana <ana@x.test>', 'ana@x.test'],
    ['=?utf-8?Q?Jos=C3=A9_=3Cboss=40bank.test=3E?= <jose@x.test>', 'jose@x.test'],
    ['ana@exämple.test', 'ana@exämple.test'],
    ['"ana..lima"@docomo.test', 'ana..lima@docomo.test'],
    ['ana@x.test (boss@bank.test)', 'ana@x.test'],
  ])('of From: %s is one', (value, address) => {
    expect(authorOf(from(value))).toEqual({ kind: 'one', address });
  });

  it.each([
    ['two fields', from('ceo@bank.test', 'x@evil.test')],
    ['the same field twice', from('ceo@bank.test', 'ceo@bank.test')],
    ['a field in another spelling', [...from('x@evil.test'), { name: 'FROM', value: 'ceo@bank.test' }]],
    ['two addresses', from('CEO <ceo@bank.test>, x@evil.test')],
    ['a group', from('Bank: ceo@bank.test;')],
    ['an address in an encoded word alone', from('=?utf-8?Q?CEO_=3Cceo=40bank.test=3E?=')],
    ['a character in its domain that is not seen', from('CEO <ceo@bank.test\u200b>')],
    ['a source route', from('<@a.test,@b.test:ceo@bank.test>')],
    ['a name that looks like an address', from('ceo\uff20bank.test')],
  ])('with %s is unclear', (_what, fields) => {
    expect(authorOf(fields)).toEqual({ kind: 'unclear' });
  });

  it.each([
    ['without From', [{ name: 'Sender', value: 'ceo@bank.test' }]],
    ['with the name of a program alone', from('root (Cron Daemon)')],
    ['with an address without a domain', from('Mail Delivery Subsystem <MAILER-DAEMON>')],
    ['with nothing', from('')],
  ])('is none %s', (_what, fields) => {
    expect(authorOf(fields)).toEqual({ kind: 'none' });
  });
});

describe('the addresses of a field', () => {
  it('are never read out of an encoded word', () => {
    expect(parseAddresses('=?utf-8?Q?CEO_=3Cceo=40bank.test=3E?=')).toEqual([
      { name: 'CEO <ceo@bank.test>', address: '' },
    ]);
    expect(parseAddresses('=?utf-8?Q?Lima=2C?= =?utf-8?Q?_Ana?= <ana@x.test>')).toEqual([
      { name: 'Lima, Ana', address: 'ana@x.test' },
    ]);
  });

  it('are those of groups, too', () => {
    expect(parseAddresses('Team: ana@x.test, Bia <bia@x.test>;')).toEqual([
      { name: '', address: 'ana@x.test' },
      { name: 'Bia', address: 'bia@x.test' },
    ]);
  });
});
