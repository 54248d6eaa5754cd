import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { DnsSink } from '#libs/test/testing';
import { TxtLookup } from './txt-lookup.js';

let dns: DnsSink;
let lookup: TxtLookup;

beforeAll(async () => {
  dns = await DnsSink.start();
  lookup = new TxtLookup(dns.server);
});

afterAll(() => dns.stop());

describe('looking TXT records up', () => {
  it('joins the strings of a record, however long it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[ -~]{1,1200}$/), async (text) => {
        dns.records = [{ name: 'long.test', type: 'TXT', value: text }];
        expect((await lookup.lookUp(['long.test'])).get('long.test')).toEqual([text]);
      }),
      { numRuns: 40 },
    );
  });

  it('returns all records of a name, and follows an alias', async () => {
    dns.records = [
      { name: 'two.test', type: 'TXT', value: 'one' },
      { name: 'two.test', type: 'TXT', value: 'two' },
      { name: 'alias.test', type: 'CNAME', value: 'two.test' },
    ];
    const answers = await lookup.lookUp(['two.test', 'alias.test', 'two.test']);
    expect(answers.get('two.test')?.toSorted()).toEqual(['one', 'two']);
    expect(answers.get('alias.test')?.toSorted()).toEqual(['one', 'two']);
  });

  it('distinguishes no record from no answer', async () => {
    dns.records = [{ name: 'address.test', type: 'A', value: '192.0.2.1' }];
    expect([...(await lookup.lookUp(['address.test', 'none.test'])).values()]).toEqual([[], []]);
    dns.failing = true;
    expect([...(await lookup.lookUp(['address.test', 'none.test'])).values()]).toEqual([undefined, undefined]);
    dns.failing = false;
  });
});
