import { gzipSync } from 'node:zlib';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { DnsSink } from '#libs/test/testing';
import { createDomain, createMailbox } from '../../../../test/support/mail-mailboxes.js';
import { mailStack } from '../../../../test/support/mail-stack.js';
import type { MailDomain } from '../domains/mail-domain.entity.js';
import { submit } from '../receiving/receiving.fixture.js';
import { daysAgo, dmarcFile, dmarcXml, reportMail, tlsFile } from './report.fixture.js';
import { ReportRetention } from './report-retention.js';
import { REPORTS_OF_DAY, TrustReports } from './trust-reports.service.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const dns = useStack(() => DnsSink.start());
const stack = useStack(() => mailStack({ INBOUND_PORT: '0', DNS_SERVER: dns.server }));
const acme = usePrepared(() => stack.createTenant());
const owner = usePrepared(() => acme.session());

const newDomain = async () => (await createDomain(stack.app, acme.id)).domain;
const take = (domain: MailDomain, content: Buffer, name = 'report.xml.gz', type = 'application/gzip') =>
  stack.app.get(TrustReports, { strict: false }).accept(domain.tenantId, domain, type, name, content);
const takeTls = (domain: MailDomain, content: Buffer) => take(domain, content, 'report.json.gz');
const reports = ({ id }: MailDomain, query = '', client = owner) => client.get(`/domains/${id}/reports${query}`);
const day = (days: number) => new Date(daysAgo(days) * 1000).toISOString().slice(0, 10);

describe('the reports of a domain', () => {
  it('are empty at first', async () => {
    const { status, body } = await reports(await newDomain());
    expect(status).toBe(200);
    expect(body).toEqual({
      de: day(29),
      ate: day(0),
      dmarc: { reports: 0, messages: 0, passed: 0, failed: 0, sources_total: 0, sources: [] },
      tls: { reports: 0, successful: 0, failed: 0, reporters_total: 0, reporters: [] },
    });
  });

  it('say for each source what passed and what became of it', async () => {
    const domain = await newDomain();
    const rows = [
      { count: 10 },
      { count: 3, dkim: 'fail' },
      { count: 2, spf: 'fail', dkim: 'fail', disposition: 'reject' },
      { ip: '2001:DB8:0::1', count: 40, spf: 'fail' },
    ];
    expect(await take(domain, dmarcFile(domain.name, { rows }))).toBe('stored');
    const later = [{ count: 1, spf: 'fail', dkim: 'fail', disposition: 'quarantine' }];
    expect(await take(domain, dmarcFile(domain.name, { id: 'r2', reporter: 'Other', rows: later }))).toBe('stored');
    expect((await reports(domain)).body.dmarc).toEqual({
      reports: 2,
      messages: 56,
      passed: 53,
      failed: 3,
      sources_total: 2,
      sources: [
        {
          ip: '2001:db8::1',
          messages: 40,
          dmarc: { passed: 40, failed: 0 },
          spf: { passed: 0, failed: 40 },
          dkim: { passed: 40, failed: 0 },
          disposition: { none: 40, quarantine: 0, reject: 0 },
        },
        {
          ip: '192.0.2.1',
          messages: 16,
          dmarc: { passed: 13, failed: 3 },
          spf: { passed: 13, failed: 3 },
          dkim: { passed: 10, failed: 6 },
          disposition: { none: 13, quarantine: 1, reject: 2 },
        },
      ],
    });
  });

  it('say for each reporter how its sessions went', async () => {
    const domain = await newDomain();
    const failures: [string, number][] = [
      ['certificate-expired', 2],
      ['starttls-not-supported', 5],
    ];
    const policies = [{ successful: 100, failures }];
    expect(await takeTls(domain, tlsFile(domain.name, { policies }))).toBe('stored');
    expect(await takeTls(domain, tlsFile(domain.name, { id: 't2', policies }))).toBe('stored');
    expect(await takeTls(domain, tlsFile(domain.name, { reporter: 'Small Mail' }))).toBe('stored');
    expect((await reports(domain)).body.tls).toEqual({
      reports: 3,
      successful: 201,
      failed: 14,
      reporters_total: 2,
      reporters: [
        {
          reporter: 'Big Mail',
          reports: 2,
          successful: 200,
          failed: 14,
          failures: [
            { type: 'starttls-not-supported', sessions: 10 },
            { type: 'certificate-expired', sessions: 4 },
          ],
        },
        { reporter: 'Small Mail', reports: 1, successful: 1, failed: 0, failures: [] },
      ],
    });
  });

  it('count on the day on which their period begins', async () => {
    const domain = await newDomain();
    for (const days of [5, 40]) await take(domain, dmarcFile(domain.name, { id: `r${days}`, begin: daysAgo(days) }));
    const count = async (query: string) => (await reports(domain, query)).body.dmarc.reports;
    expect(await count('')).toBe(1);
    expect(await count(`?de=${day(40)}`)).toBe(2);
    expect(await count(`?de=${day(40)}&ate=${day(40)}`)).toBe(1);
    expect(await count(`?ate=${day(6)}`)).toBe(0);
    expect(await count(`?de=${day(399)}`)).toBe(2);
  });

  it.each(['?de=2026-02-30', '?ate=yesterday', '?de=2026-02-02&ate=2026-02-01', '?de=2024-01-01&ate=2026-01-01'])(
    'are not listed for %s',
    async (query) => {
      const { status, body } = await reports(await newDomain(), query);
      expect([status, body.error]).toEqual([400, 'ValidationError']);
    },
  );

  it('are for members and keys with the scope, and not found by another tenant', async () => {
    const domain = await newDomain();
    const rival = await stack.createTenant();
    expect((await reports(domain, '', await rival.session())).status).toBe(404);
    expect((await reports({ ...domain, id: v7() })).status).toBe(404);
    expect((await owner.get('/domains/x/reports')).status).toBe(404);
    for (const [scope, status] of [['mail:admin', 200] as const, ['email:read', 403] as const]) {
      expect((await reports(domain, '', await acme.key(scope))).status).toBe(status);
    }
    expect((await reports(domain, '', await acme.session('member'))).status).toBe(200);
  });
});

describe('a report', () => {
  it('counts once, however often and however many at a time it comes', async () => {
    const domain = await newDomain();
    const file = dmarcFile(domain.name);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => take(domain, file)));
    expect(outcomes.toSorted()).toEqual(['repeated', 'repeated', 'repeated', 'repeated', 'stored']);
    expect(await takeTls(domain, tlsFile(domain.name))).toBe('stored');
    expect(await takeTls(domain, tlsFile(domain.name))).toBe('repeated');
    const { dmarc, tls } = (await reports(domain)).body;
    expect([dmarc.messages, tls.successful]).toEqual([1, 1]);
  });

  it('may come to another domain with the same id', async () => {
    const [one, two] = [await newDomain(), await newDomain()];
    expect([await take(one, dmarcFile(one.name)), await take(two, dmarcFile(two.name))]).toEqual(['stored', 'stored']);
  });

  it('that is hostile, or about another domain, leaves nothing', async () => {
    const domain = await newDomain();
    const rows = Array.from({ length: 50_001 }, () => ({}));
    const entities = dmarcXml(domain.name).replace('?>', '?><!DOCTYPE a [<!ENTITY b "cc">]>').replace('r1', '&b;');
    const files = [
      gzipSync(Buffer.alloc(21 * 1024 * 1024, ' ')),
      gzipSync(entities),
      dmarcFile(domain.name, { rows }),
      dmarcFile('rival.test'),
      Buffer.from('PK\x03\x04'),
    ];
    for (const file of files) expect(await take(domain, file)).toBe('refused');
    expect(await take(domain, Buffer.from('x'), 'logo.png', 'image/png')).toBe('ignored');
    expect((await reports(domain)).body.dmarc.reports).toBe(0);
  });

  it('is not stored beyond what a domain may have in a day', async () => {
    const domain = await newDomain();
    const fill = (table: string, columns: string, values: string) =>
      stack.sql(
        `insert into ${table} (tenant_id, id, domain_id, reporter, report_id, begins_at, ends_at, received_at, ${columns})
         select $1, gen_random_uuid(), $2, 'x', n::text, now(), now(), now(), ${values}
           from generate_series(1, ${REPORTS_OF_DAY}) n`,
        [acme.id, domain.id],
      );
    await fill('dmarc_report', 'record_count', '0');
    await fill('tls_report', 'successful, failed, failures', `0, 0, '[]'`);
    expect(await take(domain, dmarcFile(domain.name))).toBe('limited');
    expect(await takeTls(domain, tlsFile(domain.name))).toBe('limited');
    await stack.sql(`update dmarc_report set received_at = now() - interval '25 hours' where domain_id = $1`, [
      domain.id,
    ]);
    expect(await take(domain, dmarcFile(domain.name))).toBe('stored');
  });

  it('is deleted after 400 days, with its records', async () => {
    const domain = await newDomain();
    for (const id of ['old', 'young']) await take(domain, dmarcFile(domain.name, { id }));
    await takeTls(domain, tlsFile(domain.name));
    const age = (table: string, days: number, id: string) =>
      stack.sql(
        `update ${table} set begins_at = now() - $1 * interval '1 day' where domain_id = $2 and report_id = $3`,
        [days, domain.id, id],
      );
    await age('dmarc_report', 401, 'old');
    await age('dmarc_report', 399, 'young');
    await age('tls_report', 401, 't1');
    await stack.app.get(ReportRetention, { strict: false }).run();
    const left = await stack.sql<{ report_id: string; records: string }>(
      `select p.report_id, (select count(*) from dmarc_report_record r where r.tenant_id = p.tenant_id
         and r.dmarc_report_id = p.id) as records from dmarc_report p where p.domain_id = $1`,
      [domain.id],
    );
    expect(left).toEqual([{ report_id: 'young', records: '1' }]);
    expect(await stack.sql('select from tls_report where domain_id = $1', [domain.id])).toEqual([]);
    const orphans = `select from dmarc_report_record r where not exists
      (select from dmarc_report p where p.tenant_id = r.tenant_id and p.id = r.dmarc_report_id)`;
    expect(await stack.sql(orphans)).toEqual([]);
  });
});

describe('mail to the addresses for reports', () => {
  const send = (to: string, type: string, name: string, content: Buffer) =>
    submit(stack, { to, from: 'noreply@big.test', raw: reportMail(to, type, name, content) });
  const settled = async () => {
    await expect.poll(() => stack.sql('select from inbound_message')).toEqual([]);
  };

  it('is read as a report, and needs no mailbox', async () => {
    const domain = await newDomain();
    const dmarc = ['application/gzip', 'r.xml.gz', dmarcFile(domain.name)] as const;
    expect(await send(`dmarc-reports@${domain.name}`, ...dmarc)).toMatch(/^250/);
    expect(
      await send(`TLS-Reports@${domain.name}`, 'application/tlsrpt+gzip', 'r.json.gz', tlsFile(domain.name)),
    ).toMatch(/^250/);
    await settled();
    const { body } = await reports(domain);
    expect([body.dmarc.reports, body.tls.reports]).toEqual([1, 1]);
    expect(await stack.sql('select from mailbox where domain_id = $1', [domain.id])).toEqual([]);
  });

  it('goes into a mailbox of that name, too', async () => {
    const domain = await newDomain();
    const mailbox = await createMailbox(stack.app, domain, 'dmarc-reports');
    expect(await send(mailbox.address, 'application/gzip', 'r.xml.gz', dmarcFile(domain.name))).toMatch(/^250/);
    await settled();
    expect((await reports(domain)).body.dmarc.reports).toBe(1);
    expect(await stack.sql('select from mail_message where mailbox_id = $1', [mailbox.id])).toHaveLength(1);
  });

  it('makes no mailbox, and goes to none that catches the rest', async () => {
    const domain = await newDomain();
    const catching = await createMailbox(stack.app, domain, 'office');
    await stack.sql('update mail_domain set catch_all_mailbox_id = $2, creates_mailboxes = true where id = $1', [
      domain.id,
      catching.id,
    ]);
    expect(await send(`dmarc-reports@${domain.name}`, 'text/plain', 'note.txt', Buffer.from('Hi'))).toMatch(/^250/);
    await settled();
    expect(await stack.sql('select from mailbox where domain_id = $1', [domain.id])).toHaveLength(1);
    expect(await stack.sql('select from mail_message where mailbox_id = $1', [catching.id])).toEqual([]);
    expect((await reports(domain)).body.dmarc.reports).toBe(0);
  });

  it('is not read if its sender is forged', async () => {
    dns.records = [
      { name: 'strict.test', type: 'TXT', value: 'v=spf1 -all' },
      { name: '_dmarc.strict.test', type: 'TXT', value: 'v=DMARC1; p=reject' },
    ];
    const domain = await newDomain();
    const to = `dmarc-reports@${domain.name}`;
    const raw = reportMail(to, 'application/gzip', 'r.xml.gz', dmarcFile(domain.name));
    const forged = { to, from: 'noreply@strict.test', raw: raw.replace('<noreply@big.test>', '<noreply@strict.test>') };
    expect(await submit(stack, forged)).toMatch(/^250/);
    await settled();
    dns.records = [];
    expect((await reports(domain)).body.dmarc.reports).toBe(0);
  });

  it('of a domain that is not verified is rejected', async () => {
    const { domain } = await createDomain(stack.app, acme.id, { isVerified: false });
    expect(await send(`dmarc-reports@${domain.name}`, 'application/gzip', 'r.xml.gz', dmarcFile(domain.name))).toMatch(
      /^550 5\.1\.1/,
    );
  });
});
