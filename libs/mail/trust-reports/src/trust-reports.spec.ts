import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { InvalidReport, parseDmarcReport, parseTlsReport } from './index.js';

const RECORD = `<record><row><source_ip>192.0.2.1</source_ip><count>7</count><policy_evaluated><disposition>none</disposition>
  <dkim>pass</dkim><spf>fail</spf><reason><type>forwarded</type><comment>a &amp; b</comment></reason></policy_evaluated></row>
  <identifiers><header_from>Acme.test</header_from><envelope_from>x.test</envelope_from></identifiers>
  <auth_results><dkim><domain>acme.test</domain><selector>s1</selector><result>pass</result></dkim>
  <spf><domain>x.test</domain><scope>mfrom</scope><result>fail</result></spf></auth_results></record>`;
const POLICY = '<domain>acme.test</domain><adkim>s</adkim><p>reject</p><sp>none</sp><pct>50</pct>';

const dmarc = ({ records = RECORD, policy = POLICY, root = 'feedback', end = '1762214399' } = {}) =>
  `<?xml version="1.0"?><${root}><version>1.0</version><report_metadata><org_name>Big Mail</org_name><email>d@big.test</email>
  <report_id>r-1</report_id><date_range><begin>1762128000</begin><end>${end}</end></date_range><error>e1</error></report_metadata>
  <policy_published>${policy}</policy_published>${records}</${root.split(' ')[0]}>`;
const read = (text: string | Buffer, limits = {}) => parseDmarcReport(Buffer.from(text as string), limits);

/** A ZIP file that has a file, once unless told otherwise. */
function zip(name: string, content: Buffer, times = 1): Buffer {
  const data = deflateRawSync(content);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), data]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, Buffer.alloc(14), Buffer.from(name)]);
  const directory = Buffer.concat(Array.from({ length: times }, () => central));
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(times, 8);
  end.writeUInt16LE(times, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, directory, end]);
}

describe('an aggregate report of DMARC', () => {
  it('is read in the charset that it names', async () => {
    const text = dmarc()
      .replace('"1.0"', '"1.0" encoding="windows-1252"')
      .replace('Big Mail', 'Correio \x96 S\xe3o Paulo');
    expect((await read(Buffer.from(text, 'latin1'))).organisation).toBe('Correio – São Paulo');
  });

  it('is read', async () => {
    expect(await read(dmarc())).toEqual({
      organisation: 'Big Mail',
      email: 'd@big.test',
      reportId: 'r-1',
      begin: new Date(1_762_128_000_000),
      end: new Date(1_762_214_399_000),
      errors: ['e1'],
      domain: 'acme.test',
      policy: { p: 'reject', sp: 'none', np: null, adkim: 's', aspf: 'r', pct: 50, fo: null, isTesting: false },
      records: [
        {
          sourceIp: '192.0.2.1',
          count: 7,
          disposition: 'none',
          dkim: 'pass',
          spf: 'fail',
          overrides: [{ type: 'forwarded', comment: 'a & b' }],
          headerFrom: 'acme.test',
          envelopeFrom: 'x.test',
          envelopeTo: null,
          dkimResults: [{ domain: 'acme.test', selector: 's1', result: 'pass' }],
          spfResults: [{ domain: 'x.test', scope: 'mfrom', result: 'fail' }],
        },
      ],
    });
  });

  it('is read in the form of RFC 9990, with what it may be extended by', async () => {
    const policy =
      '<domain>acme.test</domain><p>reject</p><np>quarantine</np><testing>y</testing><discovery_method>treewalk</discovery_method>';
    const text = dmarc({
      policy,
      root: 'feedback xmlns="urn:ietf:params:xml:ns:dmarc-2.0"',
      records: `<extension><x:a xmlns:x="urn:x">1</x:a></extension>${RECORD}`,
    });
    expect(await read(text)).toMatchObject({
      policy: { np: 'quarantine', pct: null, isTesting: true },
      records: [{ count: 7 }],
    });
  });

  it('comes as it is, by gzip or in a ZIP file', async () => {
    const plain = await read(dmarc());
    expect(await read(gzipSync(dmarc()))).toEqual(plain);
    expect(await read(zip('big.test!acme.test!1!2.xml', Buffer.from(dmarc())))).toEqual(plain);
  });

  it('holds nothing else up while it is read', async () => {
    const text = dmarc({ records: RECORD.repeat(2_000) });
    const turns: number[] = [];
    const timer = setInterval(() => turns.push(1), 1);
    expect((await read(text)).records).toHaveLength(2_000);
    clearInterval(timer);
    expect(turns.length).toBeGreaterThan(2);
  });

  it.each<[string, string | Buffer, object?]>([
    ['a bomb by gzip', gzipSync(Buffer.alloc(5_000_000, ' ')), { bytes: 1_000_000 }],
    ['a bomb in a ZIP file', zip('a.xml', Buffer.alloc(5_000_000, ' ')), { bytes: 1_000_000 }],
    ['too long as it came', dmarc(), { packedBytes: 100 }],
    ['a bomb by the limits of every day', gzipSync(Buffer.alloc(20 * 1024 * 1024 + 1, ' '))],
    ['a ZIP file of two files', zip('a.xml', Buffer.from(dmarc()), 2)],
    ['a ZIP file without XML', zip('a.exe', Buffer.from(dmarc()))],
    ['a ZIP file that is cut off', zip('a.xml', Buffer.from(dmarc())).subarray(0, 100)],
    ['gzip that is cut off', gzipSync(dmarc()).subarray(0, 100)],
    ['entities', dmarc().replace('?>', '?><!DOCTYPE a [<!ENTITY b "cc"><!ENTITY d "&b;&b;">]>').replace('r-1', '&d;')],
    ['an outer entity', dmarc().replace('?>', '?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>')],
    ['an unknown entity', dmarc().replace('r-1', '&b;')],
    ['deep nesting', `<feedback>${'<a>'.repeat(100_000)}`],
    ['too many rows', dmarc({ records: RECORD.repeat(11) }), { rows: 10 }],
    ['XML that is cut off', dmarc().slice(0, -20)],
    ['other XML', '<html></html>'],
    ['a count that is none', dmarc().replace('<count>7', '<count>-7')],
    ['an address that is none', dmarc().replace('192.0.2.1', 'example')],
    ['an end before its begin', dmarc({ end: '1' })],
    ['nothing', ''],
  ])('is refused with %s', async (_, text, limits) => {
    await expect(read(text, limits)).rejects.toThrow(InvalidReport);
  });
});

const TLS = {
  'organization-name': 'Big Mail',
  'date-range': { 'start-datetime': '2026-11-03T00:00:00Z', 'end-datetime': '2026-11-03T23:59:59Z' },
  'contact-info': 'tls@big.test',
  'report-id': 't-1',
  policies: [
    {
      policy: {
        'policy-type': 'sts',
        'policy-string': ['version: STSv1'],
        'policy-domain': 'acme.test',
        'mx-host': 'mx.acme.test',
      },
      summary: { 'total-successful-session-count': 10, 'total-failure-session-count': 2 },
      'failure-details': [
        {
          'result-type': 'certificate-expired',
          'sending-mta-ip': '2001:DB8::1',
          'receiving-mx-hostname': 'MX.acme.test',
          'failed-session-count': 2,
        },
      ],
    },
  ],
};
const readTls = (value: unknown, limits = {}) => parseTlsReport(Buffer.from(JSON.stringify(value)), limits);

describe('a report of TLS', () => {
  it('is read, also by gzip', async () => {
    const found = await readTls(TLS);
    expect(found).toEqual({
      organisation: 'Big Mail',
      contact: 'tls@big.test',
      reportId: 't-1',
      begin: new Date('2026-11-03T00:00:00Z'),
      end: new Date('2026-11-03T23:59:59Z'),
      policies: [
        {
          type: 'sts',
          domain: 'acme.test',
          mxHosts: ['mx.acme.test'],
          successful: 10,
          failed: 2,
          failures: [
            {
              type: 'certificate-expired',
              sendingIp: '2001:db8::1',
              receivingIp: null,
              receivingMx: 'mx.acme.test',
              sessions: 2,
              reasonCode: null,
            },
          ],
        },
      ],
    });
    expect(await parseTlsReport(gzipSync(JSON.stringify(TLS)))).toEqual(found);
  });

  it.each<[string, unknown, object?]>([
    ['another shape', []],
    ['null', null],
    ['policies that are no list', { ...TLS, policies: {} }],
    ['no times', { ...TLS, 'date-range': {} }],
    ['too many rows', { ...TLS, policies: [...TLS.policies, ...TLS.policies] }, { rows: 3 }],
  ])('is refused with %s', async (_, value, limits) => {
    await expect(readTls(value, limits)).rejects.toThrow(InvalidReport);
  });

  it('is refused as a bomb', async () => {
    const bomb = gzipSync(`{"a":"${' '.repeat(5_000_000)}"}`);
    await expect(parseTlsReport(bomb, { bytes: 1_000_000 })).rejects.toThrow(InvalidReport);
  });

  it.each([
    ['lists in lists', '['.repeat(5_000_000)],
    ['objects in objects', `${'{"a":'.repeat(1_000_000)}1${'}'.repeat(1_000_000)}`],
    ['a million policies', `{"policies":[${'{},'.repeat(1_000_000)}{}]}`],
    ['a million hosts', `{"policies":[{"policy":{"mx-host":[${'"a",'.repeat(1_000_000)}"a"]}}]}`],
    ['lists behind a text that seems to end', `{"a":"\\"","b":${'['.repeat(5_000_000)}`],
  ])('is refused with %s, before it is read', async (_, text) => {
    const parse = vi.spyOn(JSON, 'parse');
    try {
      await expect(parseTlsReport(gzipSync(text))).rejects.toThrow(/nested too deeply|too many values/);
      expect(parse).not.toHaveBeenCalled();
    } finally {
      parse.mockRestore();
    }
  });

  it('may have brackets and commas in its texts', async () => {
    const found = await readTls({ ...TLS, 'organization-name': `"${'[{,'.repeat(300_000)}` });
    expect(found.reportId).toBe('t-1');
  });

  it('may have as many failures as the limit of rows allows', async () => {
    const [policy] = TLS.policies;
    const [failure] = policy!['failure-details'];
    const failures = Array.from({ length: 49_999 }, () => ({
      ...failure,
      'receiving-ip': '192.0.2.1',
      'failure-reason-code': 'a',
    }));
    const { policies } = await readTls({ ...TLS, policies: [{ ...policy, 'failure-details': failures }] });
    expect(policies[0]!.failures).toHaveLength(49_999);
  });
});

describe('whatever the bytes are', () => {
  const starts = fc.constantFrom(
    '',
    '\x1f\x8b\x08',
    'PK\x03\x04',
    '<feedback>',
    '{"policies":',
    dmarc(),
    JSON.stringify(TLS),
  );
  it('there is a report or a refusal', async () => {
    const input = fc.tuple(starts, fc.uint8Array({ maxLength: 200 }), fc.nat(2_000));
    await fc.assert(
      fc.asyncProperty(input, async ([start, bytes, at]) => {
        const base = Buffer.from(start, 'latin1');
        const raw = Buffer.concat([base.subarray(0, at), bytes, base.subarray(at + bytes.length)]);
        for (const parse of [parseDmarcReport, parseTlsReport]) {
          await parse(raw).catch((error: unknown) => expect(error).toBeInstanceOf(InvalidReport));
        }
      }),
      { numRuns: 300 },
    );
  });
});
