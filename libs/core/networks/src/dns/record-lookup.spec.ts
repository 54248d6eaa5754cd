import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DnsSink } from '#libs/test/testing';
import { type DnsQuestion, RecordLookup } from './record-lookup.js';

let dns: DnsSink;
let lookup: RecordLookup;

beforeAll(async () => {
  dns = await DnsSink.start();
  lookup = new RecordLookup(dns.server);
});

beforeEach(() => {
  dns.failing = false;
  dns.records = [
    { name: 'here.test', type: 'TXT', value: 'a text' },
    { name: 'here.test', type: 'MX', value: '10 MX1.here.test' },
    { name: 'here.test', type: 'MX', value: '20 mx2.here.test.' },
    { name: 'alias.test', type: 'CNAME', value: 'Web.here.test' },
    { name: '_submission._tcp.here.test', type: 'SRV', value: '0 1 587 SMTP.here.test' },
    { name: '_imaps._tcp.here.test', type: 'SRV', value: '0 0 0 .' },
  ];
});

afterAll(() => dns.stop());

const ask = async (type: DnsQuestion['type'], name: string) =>
  (await lookup.lookUp([{ type, name }])).of({ type, name });

describe('looking records up', () => {
  it.each<[DnsQuestion['type'], string, string[]]>([
    ['TXT', 'here.test', ['a text']],
    ['MX', 'here.test', ['10 mx1.here.test', '20 mx2.here.test']],
    ['CNAME', 'alias.test', ['web.here.test']],
    ['SRV', '_submission._tcp.here.test', ['0 1 587 smtp.here.test']],
    ['SRV', '_imaps._tcp.here.test', ['0 0 0 .']],
    ['CNAME', 'here.test', []],
    ['MX', 'none.test', []],
    ['SRV', 'not..a-name.test', []],
  ])('%s of %s', async (type, name, values) => {
    expect((await ask(type, name))?.toSorted()).toEqual(values);
  });

  it('answers several questions about one name at once', async () => {
    const questions: DnsQuestion[] = [
      { type: 'TXT', name: 'here.test' },
      { type: 'MX', name: 'here.test' },
    ];
    const answers = await lookup.lookUp([...questions, ...questions]);
    expect(questions.map((question) => answers.of(question)?.length)).toEqual([1, 2]);
  });

  it('joins the strings of a text, however long it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[ -~]{1,1200}$/), async (text) => {
        dns.records = [{ name: 'long.test', type: 'TXT', value: text }];
        expect(await ask('TXT', 'long.test')).toEqual([text]);
      }),
      { numRuns: 40 },
    );
  });

  it('finds all texts of a name, and follows an alias', async () => {
    dns.records = [
      { name: 'two.test', type: 'TXT', value: 'one' },
      { name: 'two.test', type: 'TXT', value: 'two' },
      { name: 'alias.test', type: 'CNAME', value: 'two.test' },
    ];
    for (const name of ['two.test', 'alias.test']) expect((await ask('TXT', name))?.toSorted()).toEqual(['one', 'two']);
  });

  it('distinguishes no record from no answer', async () => {
    expect(await ask('TXT', 'none.test')).toEqual([]);
    dns.failing = true;
    expect(await ask('MX', 'here.test')).toBeUndefined();
  });
});
