import { createHash, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { describe, expect, it, vi } from 'vitest';
import {
  arcSeal,
  DkimKey,
  dkimRecord,
  dkimRecordName,
  dkimSign,
  generateDkimKeyPair,
  readBeginning,
} from '#libs/mail/email';
import { holdQueues, QueueHolds, releaseQueues } from '#libs/core/jobs';
import { metrics } from '#libs/core/observability';
import { Database, DatabaseUnavailable } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { ClamdDouble, DnsSink, EICAR, GTUBE, RspamdDouble } from '#libs/test/testing';
import { createMailbox, createVerifiedDomain } from '../../../../test/support/mail-fixtures.js';
import { mailStack } from '../../../../test/support/mail-stack.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { DomainDirectory } from '../domains/domain-directory.js';
import { RecentMailboxes } from '../mailboxes/recent-mailboxes.js';
import { Examination } from './examination.js';
import { MailboxDelivery } from './delivery/mailbox-delivery.js';
import { RAW, submit } from './receiving.fixture.js';
import { SendersBusy, SenderThreads, SenderTooHeavy } from '#libs/mail/sender-checks';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const dns = useStack(() => DnsSink.start());
const clamd = useStack(() => ClamdDouble.start());
const rspamd = useStack(() => RspamdDouble.start());
const stack = useStack(() =>
  mailStack({
    INBOUND_PORT: '0',
    DNS_SERVER: dns.server,
    CLAMD_URL: clamd.url,
    RSPAMD_URL: rspamd.url,
    TRUSTED_ARC_SEALERS: 'sealer.test, other.test',
  }),
);
const tenant = usePrepared(() => stack.createTenant());
const domain = usePrepared(() => createVerifiedDomain(stack, tenant.id, 'shop.test'));
const mailbox = usePrepared(() => createMailbox(stack, domain, 'hello'));

interface Row {
  kind: string;
  subject: string;
  blob_hash: string;
  envelope_to: string;
  envelope_from: string;
  authentication: Record<string, string>;
  authentication_results: string;
  quarantine_reason: string | null;
  has_attachments: boolean;
  snippet: string;
}

const messagesOf = ({ id }: Pick<Mailbox, 'id'>) =>
  stack.sql<Row>(
    `select f.kind, m.* from mail_message m join folder f on f.tenant_id = m.tenant_id and f.id = m.folder_id
      where m.mailbox_id = $1 order by m.id`,
    [id],
  );

async function delivered(box: Pick<Mailbox, 'id'>, count = 1): Promise<Row[]> {
  await expect.poll(async () => (await messagesOf(box)).length).toBe(count);
  return messagesOf(box);
}

const box = (name: string = v7(), quota?: number) => createMailbox(stack, domain, name, quota);
const raw = (fields: string[], body = 'Hello') =>
  ['From: ana@sender.test', 'To: hello@shop.test', `Message-ID: <${v7()}@x>`, ...fields, '', body, ''].join('\r\n');

describe('a received message', () => {
  it('is in the inbox, byte for byte', async () => {
    expect(await submit(stack, { to: 'Hello@SHOP.test' })).toMatch(/^250/);
    const [message] = await delivered(mailbox);
    expect(message).toMatchObject({
      kind: 'inbox',
      subject: 'Hello',
      snippet: 'How are you?',
      envelope_to: 'Hello@shop.test',
      envelope_from: 'ana@sender.test',
      blob_hash: createHash('sha256').update(RAW).digest('hex'),
    });
    const blobs = stack.app.get(Blobs, { strict: false });
    const stored = await readBeginning(await blobs.read(tenant.id, message!.blob_hash), 1_000_000);
    expect(stored.toString()).toBe(RAW);
    expect(await stack.sql('select from inbound_message')).toEqual([]);
  });

  it('says in its raw form by which way it came last', async () => {
    const to = await box();
    expect(await submit(stack, { to: to.address, from: 'bounce+1@lists.sender.test' })).toMatch(/^250/);
    await delivered(to);
    const reader = await tenant.key('email:read');
    const { body } = await reader.get(`/mailboxes/${to.id}/messages`);
    const { text } = await reader.get(`/mailboxes/${to.id}/messages/${body.messages[0].id}/raw`);
    expect(text).toMatch(/^Return-Path: <bounce\+1@lists\.sender\.test>\r\n/);
    const received = `Received: from mx.sender.test ([127.0.0.1])\r\n by mx.demo.test with ESMTP\r\n for <${to.address}>;`;
    expect(text).toContain(`\r\n${received}\r\n`);
    expect(text.indexOf('Authentication-Results:')).toBeLessThan(text.indexOf(received));
    expect(text.endsWith(RAW)).toBe(true);
  });

  it('may be large, and its files are blobs', async () => {
    const to = await box();
    const file = randomBytes(3_000_000);
    const parts = [
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Ol=C3=A1',
      '--b',
      'Content-Type: application/pdf; name="a.pdf"',
      "Content-Disposition: attachment; filename*=utf-8''or%C3%A7amento.pdf",
      'Content-Transfer-Encoding: base64',
      '',
      file.toString('base64').replace(/.{76}/g, '$&\r\n'),
      '--b--',
    ];
    const message = raw(['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'], parts.join('\r\n'));
    expect(await submit(stack, { to: to.address, raw: message })).toMatch(/^250/);
    const [row] = await delivered(to);
    expect(row).toMatchObject({ has_attachments: true, snippet: 'Olá' });
    const [attachment] = await stack.sql<{ file_name: string; bytes: number; blob_hash: string }>(
      'select a.* from message_attachment a join mail_message m on m.id = a.message_id where m.mailbox_id = $1',
      [to.id],
    );
    const hash = createHash('sha256').update(file).digest('hex');
    expect(attachment).toMatchObject({ file_name: 'orçamento.pdf', bytes: 3_000_000, blob_hash: hash });
  });

  it('that is no mail at all is delivered as it is', async () => {
    const to = await box();
    const bytes = Buffer.concat([Buffer.from([0, 255, 254, 13, 10]), randomBytes(2_000)]);
    const clean = Buffer.from(bytes.filter((byte) => byte !== 13 && byte !== 10));
    expect(await submit(stack, { to: to.address, raw: clean })).toMatch(/^250/);
    const [message] = await delivered(to);
    const hash = createHash('sha256')
      .update(Buffer.concat([clean, Buffer.from('\r\n')]))
      .digest('hex');
    expect(message!.blob_hash).toBe(hash);
  });

  it('is one for each mailbox, and for each tenant', async () => {
    const rival = await stack.createTenant();
    const theirs = await createMailbox(stack, await createVerifiedDomain(stack, rival.id, 'rival.test'), 'x');
    const [one, two] = [await box(), await box()];
    const to = [one.address, two.address, `${one.localPart}+tag@shop.test`, theirs.address];
    expect(await submit(stack, { to })).toMatch(/^250/);
    await delivered(two);
    await delivered(theirs);
    expect(await delivered(one)).toHaveLength(1);
  });
});

describe('a message to one tenant', () => {
  const waiting = () => stack.sql('select from inbound_message');

  it('is in its mailboxes when its sender has the answer', async () => {
    const [one, other] = [await box(), await box()];
    const count = async () =>
      /inbound_delivery_seconds_count\{outcome="delivered"\} (\d+)/.exec(await metrics.text())?.[1];
    const before = Number(await count());
    expect(await submit(stack, { to: [one.address, other.address] })).toMatch(/^250/);
    expect([await messagesOf(one), await messagesOf(other)]).toMatchObject([[{ kind: 'inbox' }], [{ kind: 'inbox' }]]);
    expect(await waiting()).toEqual([]);
    expect(Number(await count())).toBe(before + 1);
  });

  it.each([
    [
      'its delivery fails',
      () => vi.spyOn(MailboxDelivery.prototype, 'deliver').mockRejectedValueOnce(new Error('Not now')),
    ],
    [
      'its examination takes long',
      () => vi.spyOn(Examination.prototype, 'examine').mockReturnValueOnce(new Promise(() => {})),
    ],
  ])('is delivered by the queue, once, if %s', async (_, failOnce) => {
    const to = await box();
    const tried = failOnce();
    expect(await submit(stack, { to: to.address })).toMatch(/^250/);
    expect(await delivered(to)).toMatchObject([{ kind: 'inbox' }]);
    expect(tried).toHaveBeenCalledTimes(2);
    tried.mockRestore();
  });

  it('is refused, and not there, if the database is away', async () => {
    const to = await box();
    const deliver = vi
      .spyOn(MailboxDelivery.prototype, 'deliver')
      .mockRejectedValueOnce(new DatabaseUnavailable(new Error('Away')));
    expect(await submit(stack, { to: to.address })).toMatch(/^451/);
    deliver.mockRestore();
    expect([await messagesOf(to), await waiting()]).toEqual([[], []]);
  });

  it('is one of those that wait for the queue if many come at the same time', async () => {
    const to = await box();
    const examined = Examination.prototype.examine;
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const examine = vi.spyOn(Examination.prototype, 'examine');
    examine.mockImplementation(async function (this: Examination, inbound) {
      await released;
      return examined.call(this, inbound);
    });
    const answers = Array.from({ length: 40 }, () => submit(stack, { to: to.address }));
    await expect.poll(waiting).toHaveLength(8);
    release();
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^250/);
    expect(await delivered(to, 40)).toHaveLength(40);
    examine.mockRestore();
  });

  it('waits while the queues are on hold', async () => {
    const to = await box();
    await stack.app.get(Database, { strict: false }).system((tx) => holdQueues(tx, 'A restore', null));
    await stack.app.get(QueueHolds, { strict: false }).read();
    expect(await submit(stack, { to: to.address })).toMatch(/^250/);
    expect([await messagesOf(to), await waiting()]).toEqual([[], [{}]]);
    await stack.app.get(Database, { strict: false }).system((tx) => releaseQueues(tx, 'send'));
    expect(await delivered(to)).toMatchObject([{ kind: 'inbox' }]);
  });
});

describe('a recipient', () => {
  it('needs a mailbox in a verified domain', async () => {
    await createVerifiedDomain(stack, (await stack.createTenant()).id, 'claimed.test', { verifiedAt: null });
    for (const to of ['nobody@shop.test', 'hello@claimed.test', 'hello@other.test', 'hello@[127.0.0.1]'])
      expect([to, await submit(stack, { to })]).toEqual([to, expect.stringMatching(/^550 5\.1\.1/)]);
  });

  it('may have a tag', async () => {
    const to = await box('tagged');
    expect(await submit(stack, { to: 'Tagged+News@shop.test' })).toMatch(/^250/);
    expect(await delivered(to)).toMatchObject([{ envelope_to: 'Tagged+News@shop.test' }]);
  });

  it('is no removed mailbox, whatever catches the rest', async () => {
    const all = await createVerifiedDomain(stack, tenant.id, 'all.test');
    const catching = await createMailbox(stack, all, 'office');
    const gone = await createMailbox(stack, all, 'gone');
    await stack.sql('update mail_domain set catch_all_mailbox_id = $2 where id = $1', [all.id, catching.id]);
    await stack.sql('update mailbox set removed_at = now() where id = $1', [gone.id]);
    expect(await submit(stack, { to: gone.address })).toMatch(/^550 5\.1\.1/);
    expect(await submit(stack, { to: 'anyone@all.test' })).toMatch(/^250/);
    expect(await delivered(catching)).toMatchObject([{ envelope_to: 'anyone@all.test' }]);
  });

  it('is taken for postmaster and abuse of every domain, and read by the owner of the account', async () => {
    const own = await stack.createTenant();
    const owned = await createVerifiedDomain(stack, own.id, `${v7()}.test`);
    const { userId } = await own.member('owner');
    stack.issuer.answerOthers(({ path }) =>
      path === `/internal/tenants/${own.id}/owner`
        ? { body: JSON.stringify({ userId }), headers: { 'content-type': 'application/json' } }
        : undefined,
    );
    for (const name of ['Postmaster', 'abuse', 'abuse+1'])
      expect(await submit(stack, { to: `${name}@${owned.name}` }), name).toMatch(/^250/);
    const made = () =>
      stack.sql<{ address: string; n: number }>(
        `select b.address, count(m.id)::int as n from mailbox b left join mail_message m on m.mailbox_id = b.id
          where b.tenant_id = $1 and b.removed_at is null group by b.address order by b.address`,
        [own.id],
      );
    await expect.poll(made).toEqual([
      { address: `abuse@${owned.name}`, n: 2 },
      { address: `postmaster@${owned.name}`, n: 1 },
    ]);
    const granted = () =>
      stack.sql('select user_id as "userId", role from mailbox_grant where tenant_id = $1', [own.id]);
    await expect.poll(granted).toEqual([
      { userId, role: 'owner' },
      { userId, role: 'owner' },
    ]);
    await stack.sql('update mailbox set removed_at = now() where tenant_id = $1', [own.id]);
    await stack.app.get(RecentMailboxes, { strict: false }).forget(`abuse@${owned.name}`);
    expect(await submit(stack, { to: `abuse@${owned.name}` })).toMatch(/^250/);
    await expect.poll(made).toEqual([{ address: `abuse@${owned.name}`, n: 1 }]);
  });

  it('is taken for postmaster without a domain where the server is in a domain of an account', async () => {
    const own = await stack.createTenant();
    expect(await submit(stack, { to: 'postmaster' })).toMatch(/^550/);
    await createVerifiedDomain(stack, own.id, 'demo.test');
    await stack.app.get(DomainDirectory, { strict: false }).forget('demo.test');
    expect(await submit(stack, { to: 'postmaster' })).toMatch(/^250/);
  });

  it('has a new mailbox where mail makes them', async () => {
    const open = await createVerifiedDomain(stack, tenant.id, 'open.test', { createsMailboxes: true });
    expect(await submit(stack, { to: ['New.One+tag@open.test', 'new.one@open.test'] })).toMatch(/^250/);
    const made = await stack.sql<{ id: string; address: string; origin: string }>(
      'select id, address, origin from mailbox where domain_id = $1',
      [open.id],
    );
    expect(made).toMatchObject([{ address: 'new.one@open.test', origin: 'automatic' }]);
    await delivered(made[0]!);
    expect(await submit(stack, { to: 'srs0=x@open.test' })).toMatch(/^550/);
  });

  it('with a full mailbox has to wait', async () => {
    const full = await box(v7(), 10);
    expect(await submit(stack, { to: full.address })).toMatch(/^250/);
    await delivered(full);
    expect(await submit(stack, { to: full.address })).toMatch(/^452 4\.2\.2/);
  });
});

describe('the sender of a message', () => {
  it('is checked by SPF, DKIM and DMARC', async () => {
    const pair = await generateDkimKeyPair('ed25519');
    const key = new DkimKey({ domain: 'signed.test', selector: 's1', privateKey: pair.privateKeyPem });
    const signed = await dkimSign(Buffer.from(raw(['Subject: Signed']).replace('ana@sender.test', 'a@signed.test')), [
      key,
    ]);
    dns.records = [
      { name: dkimRecordName('signed.test', 's1'), type: 'TXT', value: dkimRecord(pair) },
      { name: 'signed.test', type: 'TXT', value: 'v=spf1 ip4:127.0.0.1 -all' },
      { name: '_dmarc.signed.test', type: 'TXT', value: 'v=DMARC1; p=reject' },
    ];
    const to = await box();
    expect(await submit(stack, { from: 'a@signed.test', to: to.address, raw: signed })).toMatch(/^250/);
    const [message] = await delivered(to);
    expect(message).toMatchObject({
      kind: 'inbox',
      authentication: { spf: 'pass', dkim: 'pass', dmarc: 'pass', arc: 'none' },
    });
    expect(message!.authentication_results).toMatch(/^mx\.demo\.test;\s+dkim=pass[\s\S]*spf=pass[\s\S]*dmarc=pass/);
  });

  describe('whose domain disowns what a list has changed', () => {
    const DISOWNED = [
      { name: 'author.test', type: 'TXT' as const, value: 'v=spf1 -all' },
      { name: '_dmarc.author.test', type: 'TXT' as const, value: 'v=DMARC1; p=reject' },
    ];
    const listed = (fields: string[]) => raw(fields).replace('ana@sender.test', 'ana@author.test');
    const kindOf = async (message: string | Buffer, to: Mailbox, count = 1) => {
      expect(await submit(stack, { to: to.address, from: 'list@lists.test', raw: message })).toMatch(/^250/);
      return (await delivered(to, count)).at(-1)!.kind;
    };

    it.each([
      ['sealer.test', 'dmarc=pass header.from=author.test', 'spam'],
      ['sealer.test', 'dmarc=fail header.from=author.test', 'quarantine'],
      ['stranger.test', 'dmarc=pass header.from=author.test', 'quarantine'],
    ])('by a seal of %s that says %s is in %s', async (sealer, said, kind) => {
      const pair = await generateDkimKeyPair('rsa-2048');
      const key = new DkimKey({ domain: sealer, selector: 's1', privateKey: pair.privateKeyPem });
      dns.records = [...DISOWNED, { name: dkimRecordName(sealer, 's1'), type: 'TXT', value: dkimRecord(pair) }];
      const message = Buffer.from(listed(['Subject: [list] Hello']));
      const seal = await arcSeal(message, key, { results: `mx.${sealer}; ${said}`, chain: 'none' });
      expect(await kindOf(Buffer.concat([seal, message]), await box())).toBe(kind);
    });

    it('is spam for a mailbox that has kept mail of the list, and in quarantine for any other', async () => {
      dns.records = DISOWNED;
      const [reader, stranger] = [await box(), await box()];
      const id = `List-Id: People <${v7()}.lists.test>`;
      expect(await submit(stack, { to: reader.address, raw: raw([id]) })).toMatch(/^250/);
      await delivered(reader);
      expect(await kindOf(listed([id]), reader, 2)).toBe('spam');
      expect(await kindOf(listed([id]), stranger)).toBe('quarantine');
      expect(await kindOf(listed([id]), stranger, 2)).toBe('quarantine');
    });
  });

  it('is looked for in ten signatures at most', async () => {
    dns.records = [];
    const to = await box();
    const signatures = Array.from(
      { length: 40 },
      (_, n) => `DKIM-Signature: v=1; a=rsa-sha256; d=many${n}.test; s=s; h=from; bh=AAAA; b=AAAA`,
    );
    expect(await submit(stack, { to: to.address, raw: raw(signatures) })).toMatch(/^250/);
    const [message] = await delivered(to);
    expect(message!.authentication_results!.match(/many\d+\.test/g)).toHaveLength(10);
  });

  it('that its domain disowns puts it in quarantine', async () => {
    dns.records = [
      { name: 'bank.test', type: 'TXT', value: 'v=spf1 -all' },
      { name: '_dmarc.bank.test', type: 'TXT', value: 'v=DMARC1; p=reject' },
    ];
    const to = await box();
    const forged = raw([]).replace('From: ana@sender.test', 'From: ceo@bank.test');
    expect(await submit(stack, { from: 'ceo@bank.test', to: to.address, raw: forged })).toMatch(/^250/);
    expect(await delivered(to)).toMatchObject([
      { kind: 'quarantine', quarantine_reason: 'signature', authentication: { spf: 'fail', dmarc: 'fail' } },
    ]);
  });

  it.each([
    ['two fields', 'From: CEO <ceo@bank.test>\r\nFrom: x@evil.test'],
    ['two fields, the other way round', 'From: x@evil.test\r\nFrom: CEO <ceo@bank.test>'],
    ['two addresses', 'From: CEO <ceo@bank.test>, x@evil.test'],
    ['a space before the colon', 'From : CEO <ceo@bank.test>\r\nFrom: x@evil.test'],
    ['a group', 'From: Bank: ceo@bank.test;'],
    ['an encoded word', 'From: =?utf-8?Q?CEO_=3Cceo=40bank.test=3E?='],
    ['a space that is not seen', 'From: CEO <ceo@bank.test\u200b>'],
    ['a source route', 'From: <@evil.test:ceo@bank.test>'],
  ])('who borrows the name of a domain by %s is put into quarantine', async (_what, from) => {
    dns.records = [
      { name: '_dmarc.bank.test', type: 'TXT', value: 'v=DMARC1; p=reject' },
      { name: 'bank.test', type: 'TXT', value: 'v=spf1 -all' },
      { name: 'evil.test', type: 'TXT', value: 'v=spf1 ip4:127.0.0.1 -all' },
    ];
    const to = await box();
    const forged = raw([]).replace('From: ana@sender.test', from);
    expect(await submit(stack, { from: 'x@evil.test', to: to.address, raw: forged })).toMatch(/^250/);
    const [message] = await delivered(to);
    expect(message).toMatchObject({ kind: 'quarantine', quarantine_reason: 'signature' });
    expect(message!.authentication).toMatchObject({ spf: 'pass', dmarc: 'fail' });
    expect(message!.authentication_results).not.toContain('dmarc=pass');
  });

  it('that cannot be checked now is no reason to wait', async () => {
    dns.failing = true;
    const to = await box();
    const unknown = raw([]).replace('From: ana@sender.test', 'From: ana@unknown.test');
    expect(await submit(stack, { from: 'ana@unknown.test', to: to.address, raw: unknown })).toMatch(/^250/);
    expect(await delivered(to)).toMatchObject([
      { kind: 'inbox', authentication: { spf: 'temperror', dmarc: 'temperror' } },
    ]);
    dns.failing = false;
  });
});

describe('spam', () => {
  it('is not known, and passes nothing, when a message takes too much to check: it is kept in quarantine', async () => {
    const to = await box();
    const threads = stack.app.get(SenderThreads, { strict: false });
    vi.spyOn(threads, 'check').mockRejectedValueOnce(new SenderTooHeavy('Too much'));
    expect(await submit(stack, { to: to.address })).toMatch(/^250/);
    const [message] = await delivered(to);
    expect(message!.kind).toBe('quarantine');
    expect(Object.values(message!.authentication)).not.toContain('pass');
    expect(message!.authentication_results).toContain('auth=temperror');
  });

  it('waits in the queue when no thread is free to check it', async () => {
    const to = await box();
    const threads = stack.app.get(SenderThreads, { strict: false });
    vi.spyOn(threads, 'check').mockRejectedValueOnce(new SendersBusy('Too many'));
    expect(await submit(stack, { to: to.address })).toMatch(/^250/);
    expect((await delivered(to))[0]!.kind).toBe('inbox');
  });

  it('is what Rspamd says, and goes into its folder', async () => {
    rspamd.verdict = { action: 'add header', score: 8.5, symbols: { BAYES_SPAM: { name: 'BAYES_SPAM', score: 8.5 } } };
    const [to, other] = [await box(), await box()];
    const message = raw(['Subject: Lunch']);
    expect(await submit(stack, { to: [to.address, other.address], raw: message })).toMatch(/^250/);
    const spam = { judge: 'rspamd', action: 'spam', score: 8.5, required: 15, symbols: ['BAYES_SPAM'] };
    for (const each of [to, other]) expect(await delivered(each)).toMatchObject([{ kind: 'spam', spam }]);
    rspamd.verdict = undefined;
    const asked = rspamd.asked.filter(({ text }) => text === message);
    expect(asked).toHaveLength(1);
    expect(asked[0]!.headers).toMatchObject({ ip: '127.0.0.1', helo: 'mx.sender.test', from: 'ana@sender.test' });
    expect(asked[0]!.headers['rcpt']).toContain(other.address);
  });

  it('is delivered, however bad Rspamd finds it', async () => {
    const to = await box();
    expect(await submit(stack, { to: to.address, raw: raw(['Subject: Win'], GTUBE) })).toMatch(/^250/);
    expect(await delivered(to)).toMatchObject([{ kind: 'spam', spam: { judge: 'rspamd', action: 'reject' } }]);
  });

  it('is what the local rules say while Rspamd is down', async () => {
    await rspamd.stop();
    const [to, good] = [await box(), await box()];
    expect(await submit(stack, { to: to.address, raw: raw(['Subject: Win'], GTUBE) })).toMatch(/^250/);
    expect(await submit(stack, { to: good.address })).toMatch(/^250/);
    const symbols = expect.arrayContaining(['GTUBE']);
    expect(await delivered(to)).toMatchObject([{ kind: 'spam', spam: { judge: 'rules', symbols } }]);
    expect(await delivered(good)).toMatchObject([{ kind: 'inbox', spam: { judge: 'rules', action: 'none' } }]);
  });
});

describe('a message with a file', () => {
  const withFile = (content: string) =>
    raw(
      ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'],
      ['--b', 'Content-Type: text/plain; name=a.txt', 'Content-Disposition: attachment', '', content, '--b--'].join(
        '\r\n',
      ),
    );

  it('that is infected goes into quarantine', async () => {
    const to = await box();
    expect(await submit(stack, { to: to.address, raw: withFile(EICAR) })).toMatch(/^250/);
    expect(await delivered(to)).toMatchObject([
      { kind: 'quarantine', quarantine_reason: 'infected', scan_verdict: 'infected' },
    ]);
  });

  it('waits for the scanner, and is then delivered', async () => {
    const to = await box();
    await clamd.stop();
    expect(await submit(stack, { to: to.address, raw: withFile('harmless') })).toMatch(/^250/);
    const waiting = () =>
      stack.sql<{ failures: number; last_error: string }>(
        `select failures, last_error from outbox where kind = 'inbound.deliver' and available_at > now()`,
      );
    await expect.poll(waiting).toMatchObject([{ failures: 0, last_error: 'The virus scanner is not available' }]);
    expect(await messagesOf(to)).toEqual([]);
    await clamd.restart();
    await stack.sql(`update outbox set available_at = now(), due = true where kind = 'inbound.deliver'`);
    expect(await delivered(to)).toMatchObject([{ kind: 'inbox', scan_verdict: 'clean' }]);
  });

  it('that is larger than the scanner takes is delivered, unscanned', async () => {
    const to = await box();
    clamd.maxBytes = 1;
    expect(await submit(stack, { to: to.address, raw: withFile('harmless') })).toMatch(/^250/);
    expect(await delivered(to)).toMatchObject([{ kind: 'inbox', scan_verdict: 'unscanned' }]);
    clamd.maxBytes = 1_000_000;
  });
});
