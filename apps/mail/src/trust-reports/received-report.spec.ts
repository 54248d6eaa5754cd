import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDmarcReport, parseTlsReport } from '#libs/mail/trust-reports';
import { dmarcReportFor, tlsReportFor } from './received-report.js';
import { daysAgo, dmarcFile, type Row, tlsFile } from './report.fixture.js';
import { reportKindOf } from './report-kind.js';

const dmarc = async (of: string, ...values: Parameters<typeof dmarcFile>) =>
  dmarcReportFor(of, await parseDmarcReport(dmarcFile(...values)));

describe('what is stored of a report', () => {
  it('is about the domain or one under it', async () => {
    expect(await dmarc('acme.test', 'acme.test')).toMatchObject({ reporter: 'Big Mail', reportId: 'r1' });
    expect(await dmarc('acme.test', 'news.acme.test')).not.toBeNull();
    for (const other of ['rival.test', 'notacme.test', 'test']) expect(await dmarc('acme.test', other)).toBeNull();
  });

  it('is about the time that is kept', async () => {
    expect(await dmarc('acme.test', 'acme.test', { begin: daysAgo(399) })).not.toBeNull();
    for (const days of [401, -2]) expect(await dmarc('acme.test', 'acme.test', { begin: daysAgo(days) })).toBeNull();
  });

  it('has names that fit into a key', async () => {
    const long = 'é'.repeat(900);
    const report = await dmarc('acme.test', 'acme.test', { id: long, reporter: long });
    expect([report!.reporter.length, report!.reportId.length]).toEqual([255, 255]);
  });

  it('is as many messages as the report has, whatever is merged', async () => {
    const row = fc.record({
      ip: fc.constantFrom('192.0.2.1', '2001:db8::1', 'fe80::1%eth0'),
      count: fc.nat(1_000_000_000),
      disposition: fc.constantFrom('none', 'quarantine', 'reject', 'pass', 'odd'),
      spf: fc.constantFrom('pass', 'fail', ''),
      dkim: fc.constantFrom('pass', 'fail', 'none'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 40 }), async (rows: Row[]) => {
        const { records } = (await dmarc('acme.test', 'acme.test', { rows }))!;
        const sum = (list: number[]) => list.reduce((all, one) => all + one, 0);
        expect(sum(records.map(({ messages }) => messages))).toBe(sum(rows.map(({ count }) => count!)));
        const keys = records.map((one) => JSON.stringify({ ...one, messages: 0 }));
        expect(new Set(keys).size).toBe(keys.length);
        for (const { sourceIp } of records) expect(sourceIp).not.toContain('%');
      }),
      { numRuns: 50 },
    );
  });

  it('leaves policies for other domains out, and knows the failures of the RFC', async () => {
    const policies = [
      { successful: 5, failures: [['certificate-expired', 2] as [string, number], ['<b>', 1] as [string, number]] },
      { domain: 'mx.acme.test', successful: 1, failures: [['certificate-expired', 3] as [string, number]] },
      { domain: 'rival.test', successful: 100 },
    ];
    const report = await parseTlsReport(tlsFile('acme.test', { policies }));
    expect(tlsReportFor('acme.test', report)).toMatchObject({
      successful: 6,
      failed: 6,
      failures: [
        { type: 'certificate-expired', sessions: 5 },
        { type: 'other', sessions: 1 },
      ],
    });
    expect(tlsReportFor('third.test', report)).toBeNull();
  });
});

it.each([
  ['application/zip', 'big.test!acme.test!1!2.zip', 'dmarc'],
  ['application/gzip', 'big.test!acme.test!1!2.xml.gz', 'dmarc'],
  ['application/octet-stream', 'report.XML', 'dmarc'],
  ['text/xml', '', 'dmarc'],
  ['application/tlsrpt+gzip', 'report.json.gz', 'tls'],
  ['application/tlsrpt+gzip', '', 'tls'],
  ['application/gzip', 'report.json.gz', 'tls'],
  ['image/png', 'logo.png', null],
  ['text/plain', '', null],
])('a file of type %s named "%s" is a report of kind %s', (contentType, fileName, kind) => {
  expect(reportKindOf(contentType, fileName)).toBe(kind);
});
