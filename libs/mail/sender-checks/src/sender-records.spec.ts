import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DnsSink } from '#libs/test/testing';
import { SenderRecords } from './sender-records.js';

let records: SenderRecords;

let dns: DnsSink;
beforeAll(async () => {
  dns = await DnsSink.start();
});
afterAll(() => dns.stop());
beforeEach(() => {
  dns.failing = false;
  dns.records = [{ name: 'sender.test', type: 'TXT', value: 'v=spf1 -all' }];
  records = new SenderRecords({ serverName: 'mx.test', dnsServer: dns.server });
});

describe('the records of a sender', () => {
  it('are kept for the next message', async () => {
    expect(await records.forMessage()('sender.test', 'TXT')).toEqual([['v=spf1 -all']]);
    dns.records = [];
    expect(await records.forMessage()('sender.test', 'TXT')).toEqual([['v=spf1 -all']]);
  });

  it('that are not there are kept as such', async () => {
    await expect(records.forMessage()('none.test', 'TXT')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    dns.records = [{ name: 'none.test', type: 'TXT', value: 'late' }];
    await expect(records.forMessage()('none.test', 'TXT')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('are looked up anew after a failure of the server', async () => {
    dns.failing = true;
    await expect(records.forMessage()('sender.test', 'TXT')).rejects.toMatchObject({ code: 'ESERVFAIL' });
    dns.failing = false;
    expect(await records.forMessage()('sender.test', 'TXT')).toEqual([['v=spf1 -all']]);
  });

  it('of one type are not those of another', async () => {
    await records.forMessage()('sender.test', 'TXT');
    await expect(records.forMessage()('sender.test', 'MX')).rejects.toMatchObject({ code: 'ENODATA' });
  });

  it('are asked for no more after two queries without an answer', async () => {
    const closed = new SenderRecords({ serverName: 'mx.test', dnsServer: '127.0.0.1:1' });
    const look = closed.forMessage();
    for (const name of ['a.test', 'b.test'])
      await expect(look(name, 'TXT')).rejects.toMatchObject({ code: expect.stringMatching(/ETIMEOUT|ECONNREFUSED/) });
    await expect(look('c.test', 'TXT')).rejects.toThrow('does not answer');
  });
});
