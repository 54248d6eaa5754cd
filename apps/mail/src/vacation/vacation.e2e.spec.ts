import { simpleParser } from 'mailparser';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { DkimKey, dkimRecord, dkimRecordName, dkimSign, generateDkimKeyPair } from '#libs/mail/email';
import { DnsSink, GTUBE, RspamdDouble, waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { createDomain, createMailbox } from '../../../../test/support/mail-mailboxes.js';
import { mailStack, type MailTenant } from '../../../../test/support/mail-stack.js';
import { rawTo, sentTo, settled, stranger } from '../forwarding/forwarding.fixture.js';
import type { MailDomain } from '../domains/mail-domain.entity.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { submit } from '../receiving/receiving.fixture.js';
import { VacationService } from './vacation.service.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

let owner: HttpClient;
let domain: MailDomain;
let userId: Awaited<ReturnType<MailTenant['member']>>['userId'];

const dns = useStack(async () => {
  const sink = await DnsSink.start();
  for (const name of ['elsewhere.test', 'proved.test']) sink.add(name, 'TXT', 'v=spf1 ip4:127.0.0.1 -all');
  sink.add('_dmarc.proved.test', 'TXT', 'v=DMARC1; p=none');
  return sink;
});
const rspamd = useStack(() => RspamdDouble.start());
const stack = useStack(() => mailStack({ INBOUND_PORT: '0', DNS_SERVER: dns.server, RSPAMD_URL: rspamd.url }));
const tenant = usePrepared(() => stack.createTenant());

beforeAll(async () => {
  ({ client: owner, userId } = await tenant.member('member'));
  ({ domain } = await createDomain(stack.app, tenant.id));
});

const fresh = () => createMailbox(stack.app, domain, undefined, [{ userId, role: 'owner' }]);
const pathOf = ({ id }: { id: string }) => `/mailboxes/${id}/vacation`;
const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const TEXT = { enabled: true, text: 'I am away.' };

async function away(values: object = {}): Promise<Mailbox> {
  const box = await fresh();
  expect((await owner.put(pathOf(box), { ...TEXT, ...values })).status).toBe(200);
  return box;
}

interface Written {
  from?: string;
  fields?: string[];
  to?: string;
  body?: string;
}

/** Has someone write to the mailbox; returns the address, when all that follows is done. */
async function write(box: Mailbox, { from = stranger(), fields = [], to = box.address, body }: Written = {}) {
  expect(await submit(stack, { to: box.address, from, raw: rawTo(to, fields, body) })).toMatch(/^250/);
  await settled(stack, tenant.id);
  return from;
}

const answersTo = (address: string) => stack.mail.messages.filter(({ to }) => to.includes(address));

describe('the settings', () => {
  it('are off at first, and replaced as a whole', async () => {
    const box = await fresh();
    const off = {
      enabled: false,
      starts_at: null,
      ends_at: null,
      subject: null,
      text: null,
      html: null,
      interval_days: 7,
    };
    expect((await owner.get(pathOf(box))).body).toEqual(off);
    const all = {
      enabled: true,
      starts_at: at(1),
      ends_at: at(2),
      subject: 'Away',
      text: 'x',
      html: '<p>x</p>',
      interval_days: 3,
    };
    expect((await owner.put(pathOf(box), all)).body).toEqual(all);
    expect((await owner.get(pathOf(box))).body).toEqual(all);
    expect((await owner.put(pathOf(box), { enabled: false })).body).toEqual(off);
  });

  it('are 400 for an invalid window, without a text, and where malformed', async () => {
    const box = await fresh();
    for (const body of [
      { ...TEXT, starts_at: at(2), ends_at: at(1) },
      { ...TEXT, starts_at: at(1), ends_at: at(1) },
      { ...TEXT, ends_at: at(-1) },
      { enabled: false, starts_at: at(2), ends_at: at(1) },
      { ...TEXT, starts_at: 'tomorrow' },
      { ...TEXT, ends_at: '2026-02-30T00:00:00Z' },
      { enabled: true },
      { enabled: true, text: '  ' },
      { ...TEXT, subject: 'a\r\nBcc: x@y.test' },
      { ...TEXT, interval_days: 0 },
      { ...TEXT, reply: true },
      {},
    ])
      expect((await owner.put(pathOf(box), body)).status, JSON.stringify(body)).toBe(400);
    expect((await owner.put(pathOf(box), { enabled: false, ends_at: at(-1) })).status).toBe(200);
  });

  it('are for those who manage the mailbox, and audited without their text', async () => {
    const box = await away();
    const [reader, rival] = [await tenant.member('member'), await (await stack.createTenant()).session()];
    await owner.put(`/mailboxes/${box.id}/grants/${reader.userId}`, { role: 'sender' });
    expect((await reader.client.get(pathOf(box))).status).toBe(200);
    expect((await reader.client.put(pathOf(box), TEXT)).status).toBe(403);
    expect((await rival.put(pathOf(box), TEXT)).status).toBe(404);
    expect((await (await tenant.key()).put(pathOf(box), TEXT)).status).toBe(403);
    const entries = await stack.sql<{ after: object }>(
      `select after from audit_entry where object_id = $1 and action = 'mailbox.vacation-changed'`,
      [box.id],
    );
    expect(entries).toEqual([{ after: { enabled: true } }]);
  });
});

describe('an automatic reply', () => {
  it('is signed, and says what it answers and that it is one', async () => {
    const box = await away({ html: '<p>I am <b>away</b>.</p>' });
    const from = `p${v7().slice(-12)}@proved.test`;
    const fields = ['References: <a@x> <b@x>', 'In-Reply-To: <b@x>'];
    const raw = rawTo(`Box <${box.address}>`, fields).replace('ana@sender.test', 'ana@proved.test');
    const id = /<[^>]+@sender.test>\r\nDate/.exec(raw)![0].replace('\r\nDate', '');
    await submit(stack, { to: box.address, from, raw });
    const [mail] = await sentTo(stack, from);
    const reply = await simpleParser(mail!.raw);
    expect(mail!.from).toBe('');
    expect(mail!.source).toMatch(/^DKIM-Signature: /m);
    expect(mail!.source).toMatch(/^Auto-Submitted: auto-replied\r$/m);
    expect(reply.subject).toBe('Auto: Lunch?');
    expect(reply.from?.value[0]?.address).toBe(box.address);
    expect(mail!.source).toContain(`\r\nIn-Reply-To: ${id}\r\n`);
    expect(mail!.source.replaceAll('\r\n ', ' ')).toContain(`\r\nReferences: <a@x> <b@x> ${id}\r\n`);
    expect([reply.text?.trim(), reply.html]).toEqual(['I am away.', '<p>I am <b>away</b>.</p>']);
  });

  it('repeats no words of an author who is not proved', async () => {
    const box = await away();
    const from = await write(box);
    expect((await simpleParser((await sentTo(stack, from))[0]!.raw)).subject).toBe(`Auto: ${box.address}`);
  });

  it('goes to nobody whom others have named as their sender', async () => {
    const box = await away();
    dns.add('others-send.test', 'TXT', 'v=spf1 ip4:192.0.2.1 ~all');
    dns.add('disowned.test', 'TXT', 'v=spf1 -all');
    const domains = ['nothing-published.test', 'others-send.test', 'disowned.test'];
    const named = domains.map((name) => `p${v7().slice(-12)}@${name}`);
    for (const from of named) await write(box, { from });
    await sentTo(stack, await write(box));
    expect(named.filter((address) => answersTo(address).length > 0)).toEqual([]);
  });

  it('goes to a sender whose domain has signed the message, and not for the signature of another', async () => {
    const box = await away();
    const { publicKeyBase64, privateKeyPem } = await generateDkimKeyPair('rsa-2048');
    dns.add(dkimRecordName('signs.test', 's1'), 'TXT', dkimRecord({ type: 'rsa-2048', publicKeyBase64 }));
    const key = new DkimKey({ domain: 'signs.test', selector: 's1', privateKey: privateKeyPem });
    const [signed, borrowed] = [`a${v7().slice(-8)}@signs.test`, `b${v7().slice(-8)}@victim.test`];
    for (const from of [signed, borrowed]) {
      const raw = await dkimSign(Buffer.from(rawTo(box.address).replace('ana@sender.test', 'ana@signs.test')), [key]);
      expect(await submit(stack, { to: box.address, from, raw })).toMatch(/^250/);
    }
    await settled(stack, tenant.id);
    await sentTo(stack, signed);
    expect(answersTo(borrowed)).toEqual([]);
  });

  it('has the subject that was set', async () => {
    const from = await write(await away({ subject: 'Fora até segunda' }));
    expect((await simpleParser((await sentTo(stack, from))[0]!.raw)).subject).toBe('Fora até segunda');
  });

  it('is one for each sender in the interval, also of two messages at once', async () => {
    const box = await away({ interval_days: 2 });
    const from = stranger();
    const send = (address: string) => submit(stack, { to: box.address, from: address, raw: rawTo(box.address) });
    await Promise.all([send(from), send(from.toUpperCase()), send(from)]);
    const all = () => stack.sql('select from mail_message where mailbox_id = $1', [box.id]);
    await waitUntil(async () => (await all()).length === 3, { timeoutMs: 15_000 });
    await settled(stack, tenant.id);
    expect(stack.mail.messages.filter(({ to }) => to[0]?.toLowerCase() === from)).toHaveLength(1);
    await stack.sql(`update vacation_reply set replied_at = now() - interval '47 hours' where address = $1`, [from]);
    await write(box, { from });
    const count = () => stack.mail.messages.filter(({ to }) => to[0]?.toLowerCase() === from).length;
    expect(count()).toBe(1);
    await stack.sql(`update vacation_reply set replied_at = now() - interval '49 hours' where address = $1`, [from]);
    await write(box, { from });
    await waitUntil(() => count() === 2);
  });

  it('does not come for mail of before a restore, nor soon after it, unless what had waited is sent', async () => {
    const box = await away();
    const held = (pending: string) =>
      stack.sql(
        `insert into queue_hold (reason, held_at, pending, ended_at) values ('Restored', now() + interval '1 day', $1, now())`,
        [pending],
      );
    await held('cancel');
    const from = await write(box);
    await stack.sql('delete from queue_hold');
    await write(box, { from });
    await held('send');
    const wanted = await write(box);
    await sentTo(stack, wanted);
    await stack.sql('delete from queue_hold');
    expect(answersTo(from)).toHaveLength(0);
  });

  it('comes again with another text, and not when it is saved as it was', async () => {
    const box = await away();
    const from = await write(box);
    await sentTo(stack, from);
    await owner.put(pathOf(box), TEXT);
    await write(box, { from });
    expect(answersTo(from)).toHaveLength(1);
    await owner.put(pathOf(box), { ...TEXT, text: 'Still away.' });
    await write(box, { from });
    await sentTo(stack, from, 2);
  });

  it('is sent in the window alone', async () => {
    const early = await write(await away({ starts_at: at(1) }));
    const during = await write(await away({ starts_at: at(-1), ends_at: at(1) }));
    const box = await away({ ends_at: at(1) });
    await stack.sql(`update vacation set ends_at = now() where mailbox_id = $1`, [box.id]);
    const late = await write(box);
    await sentTo(stack, during);
    expect([early, during, late].map((address) => answersTo(address).length)).toEqual([0, 1, 0]);
  });

  it('goes to people alone', async () => {
    const box = await away();
    const program = (name: string) => `${name}@p${v7().slice(-8)}.test`;
    const cases: Written[] = [
      { from: '' },
      ...[
        'mailer-daemon',
        'noreply',
        'No-Reply',
        'do-not-reply',
        'owner-x',
        'x-request',
        'bounce+1=a',
        'postmaster',
      ].map((name) => ({ from: program(name) })),
      { from: box.address },
      { from: box.address.replace('@', '+x@') },
      ...[
        'Auto-Submitted: auto-replied',
        'Auto-Submitted: auto-generated; x=y',
        'Precedence: bulk',
        'Precedence: list',
        'Precedence: auto_reply',
        'List-Id: <x.y.test>',
        'List-Unsubscribe: <mailto:x@y.test>',
        'List-Post: <mailto:x@y.test>',
        'X-Auto-Response-Suppress: DR, OOF, AutoReply',
        'Return-Path: <>',
        'Content-Type: multipart/report; boundary=x',
      ].map((field) => ({ fields: [field] })),
      { to: 'others@elsewhere.test' },
      { body: GTUBE },
    ];
    const senders: string[] = [];
    for (const one of cases) {
      const from = one.from ?? stranger();
      senders.push(from);
      await submit(stack, { to: box.address, from, raw: rawTo(one.to ?? box.address, one.fields, one.body) });
    }
    await settled(stack, tenant.id);
    const person = await write(box, { fields: ['Auto-Submitted: no'] });
    const copied = await write(box, {
      to: 'others@elsewhere.test',
      fields: [`Cc: Box <${box.address.toUpperCase()}>`],
    });
    await Promise.all([sentTo(stack, person), sentTo(stack, copied)]);
    expect(senders.filter((address) => answersTo(address).length > 0)).toEqual([]);
    const replies = await stack.sql('select from outgoing_message where mailbox_id = $1 and kind = $2', [
      box.id,
      'reply',
    ]);
    expect(replies).toHaveLength(2);
  });

  it('goes to who writes to an identity of the mailbox, and not to one', async () => {
    const [box, identity] = [await away(), `sales${v7().slice(-6)}@${domain.name}`];
    await stack.sql(
      `insert into sender_identity (tenant_id, id, mailbox_id, address, display_name, is_default)
       select tenant_id, gen_random_uuid(), id, $2, '', false from mailbox where id = $1`,
      [box.id, identity],
    );
    await sentTo(stack, await write(box, { to: identity }));
    expect(answersTo(await write(box, { from: identity }))).toEqual([]);
  });

  it('is one of a hundred a day', async () => {
    const box = await away();
    await stack.sql(
      `insert into vacation_reply (tenant_id, mailbox_id, address, replied_at)
       select tenant_id, id, 'p' || n, now() from mailbox, generate_series(1, 100) n where id = $1`,
      [box.id],
    );
    const from = await write(box);
    expect(answersTo(from)).toEqual([]);
    await stack.sql(`update vacation_reply set replied_at = now() - interval '40 days' where mailbox_id = $1`, [
      box.id,
    ]);
    await stack.app.get(VacationService, { strict: false }).forgetOldReplies(new AbortController().signal);
    expect(await stack.sql('select from vacation_reply where mailbox_id = $1', [box.id])).toEqual([]);
    await write(box, { from });
    await sentTo(stack, from);
  });

  it('is one of five hundred a day of the account', async () => {
    const [box, other] = [await away(), await fresh()];
    await stack.sql(
      `insert into vacation_reply (tenant_id, mailbox_id, address, replied_at)
       select tenant_id, id, 'p' || n, now() from mailbox, generate_series(1, 500) n where id = $1`,
      [other.id],
    );
    const from = await write(box);
    await stack.sql('delete from vacation_reply where mailbox_id = $1', [other.id]);
    await sentTo(stack, await write(box));
    expect(answersTo(from)).toEqual([]);
  });
});
