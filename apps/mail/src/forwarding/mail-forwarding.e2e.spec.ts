import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { v7 } from 'uuid';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DKIM_KEY_PURPOSE } from '#libs/messaging/domains';
import { dkimRecord, dkimRecordName, generateDkimKeyPair } from '#libs/mail/email';
import { Database } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { ClamdDouble, DnsSink, EICAR, GTUBE, RspamdDouble, waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { createDomain, createMailbox } from '../../../../test/support/mail-mailboxes.js';
import { mailStack, type MailTenant } from '../../../../test/support/mail-stack.js';
import { DkimSigningKey } from '../domains/signing-keys/dkim-signing-key.entity.js';
import type { MailDomain } from '../domains/mail-domain.entity.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { submit } from '../receiving/receiving.fixture.js';
import { rawTo, sentTo, settled, stranger } from './forwarding.fixture.js';
import { ReturnPaths } from '../receiving/return-paths.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const { authenticate } = createRequire(import.meta.url)('mailauth') as {
  authenticate(raw: Buffer, options: object): Promise<{ arc: { status: { result: string }; i: number } }>;
};

let owner: HttpClient;
let domain: MailDomain;
let userId: Awaited<ReturnType<MailTenant['member']>>['userId'];
let arcRecord: { name: string; value: string };

const dns = useStack(() => DnsSink.start());
const clamd = useStack(() => ClamdDouble.start());
const rspamd = useStack(() => RspamdDouble.start());
const stack = useStack(() => {
  const servers = { DNS_SERVER: dns.server, CLAMD_URL: clamd.url, RSPAMD_URL: rspamd.url };
  return mailStack({ INBOUND_PORT: '0', ...servers });
});
const tenant = usePrepared(() => stack.createTenant());

beforeAll(async () => {
  ({ client: owner, userId } = await tenant.member('member'));
  ({ domain } = await createDomain(stack.app, tenant.id));
  arcRecord = await addRsaKey(domain);
});
beforeEach(() => stack.mail.acceptAll());

async function addRsaKey({ tenantId, id: domainId, name }: MailDomain): Promise<{ name: string; value: string }> {
  const { privateKeyPem, publicKeyBase64: publicKey } = await generateDkimKeyPair('rsa-2048');
  const privateKey = stack.app.get(SecretBox, { strict: false }).seal(tenantId, DKIM_KEY_PURPOSE, privateKeyPem);
  const key = { tenantId, domainId, id: v7(), selector: 'rsa', algorithm: 'rsa-2048' as const, privateKey, publicKey };
  const insert = stack.app
    .get(Database, { strict: false })
    .tenant(tenantId, (tx) => tx.insert(DkimSigningKey, { ...key, active: true }));
  await insert;
  return { name: dkimRecordName(name, 'rsa'), value: dkimRecord({ type: 'rsa-2048', publicKeyBase64: publicKey }) };
}

/** A mailbox that forwards to addresses, which are confirmed. */
async function forwarding(destinations: string[], { keepsCopy = true } = {}): Promise<Mailbox> {
  const box = await createMailbox(stack.app, domain, undefined, [{ userId, role: 'owner' }]);
  const body = { enabled: true, destinations, keep_copy: keepsCopy };
  expect((await owner.put(`/mailboxes/${box.id}/forwarding`, body)).status).toBe(200);
  await stack.sql('update forwarding_address set confirmed_at = now(), link_id = null where mailbox_id = $1', [box.id]);
  await settled(stack, tenant.id);
  return box;
}

/** Messages forwarded to an address, without the mail that asks for its consent. */
const forwardedNow = (address: string) =>
  stack.mail.messages.filter(({ to, source }) => to.includes(address) && /^Delivered-To: /m.test(source));

async function forwardedTo(address: string, count = 1) {
  const what = `${count} messages forwarded to ${address}`;
  await waitUntil(() => forwardedNow(address).length >= count, { timeoutMs: 15_000, what });
  return forwardedNow(address);
}

const foldersOf = ({ id }: Mailbox) =>
  stack.sql<{ kind: string; subject: string; snippet: string }>(
    `select f.kind, m.subject, m.snippet from mail_message m join folder f on f.tenant_id = m.tenant_id and f.id = m.folder_id
      where m.mailbox_id = $1 order by m.id`,
    [id],
  );

async function delivered(box: Mailbox, count = 1) {
  await waitUntil(async () => (await foldersOf(box)).length >= count, { timeoutMs: 15_000, what: 'its delivery' });
  await settled(stack, tenant.id);
  return foldersOf(box);
}

describe('a forwarded message', () => {
  it('is as it came, with the way that it took, a return path of ours and a seal that verifies', async () => {
    const [to, other] = [stranger(), stranger()];
    const box = await forwarding([to, other]);
    const raw = rawTo(box.address);
    expect(await submit(stack, { to: box.address, raw })).toMatch(/^250/);
    const [mail] = await forwardedTo(to);
    await forwardedTo(other);
    expect(mail!.source.endsWith(raw)).toBe(true);
    expect(mail!.source).toContain(`\r\nDelivered-To: ${box.address}\r\nReceived: from mx.sender.test ([127.0.0.1])`);
    expect(mail!.from).toMatch(new RegExp(`^SRS0=[a-z2-7]{8}=..=sender\\.test=ana@${domain.name}$`));
    const resolver = async (name: string) => (name === arcRecord.name ? [[arcRecord.value]] : []);
    const { arc } = await authenticate(mail!.raw, { ip: '127.0.0.1', helo: 'x', sender: mail!.from, resolver });
    expect([arc.status.result, arc.i]).toEqual(['pass', 1]);
    expect((await delivered(box)).map(({ kind }) => kind)).toEqual(['inbox']);
  });

  it('stays in the inbox, or goes to the trash', async () => {
    const box = await forwarding([stranger()], { keepsCopy: false });
    await submit(stack, { to: box.address, raw: rawTo(box.address) });
    expect((await delivered(box)).map(({ kind }) => kind)).toEqual(['trash']);
  });

  it('that nobody is confirmed for stays in the inbox', async () => {
    const to = stranger();
    const box = await forwarding([to], { keepsCopy: false });
    await stack.sql('update forwarding_address set confirmed_at = null where mailbox_id = $1', [box.id]);
    await submit(stack, { to: box.address, raw: rawTo(box.address) });
    expect((await delivered(box)).map(({ kind }) => kind)).toEqual(['inbox']);
    expect(forwardedNow(to)).toEqual([]);
  });

  it('leaves once, though its process may be killed or repeat the job', async () => {
    const to = stranger();
    const box = await forwarding([to]);
    await Promise.all(Array.from({ length: 8 }, () => submit(stack, { to: box.address, raw: rawTo(box.address) })));
    await delivered(box, 8);
    await forwardedTo(to, 8);
    await settled(stack, tenant.id);
    expect(await forwardedTo(to)).toHaveLength(8);
    const rows = await stack.sql('select from outgoing_message where mailbox_id = $1 and kind = $2', [
      box.id,
      'forward',
    ]);
    expect(rows).toHaveLength(8);
  });

  it('is none if it is spam, infected, or without an end to its way', async () => {
    const to = stranger();
    const box = await forwarding([to], { keepsCopy: false });
    const hops = Array.from({ length: 51 }, (_, n) => `Received: from a by b${n}; Mon, 23 Nov 2026 10:00:00 +0000`);
    await submit(stack, { to: box.address, raw: rawTo(box.address, hops) });
    await submit(stack, { to: box.address, raw: rawTo(box.address, [`Delivered-To: ${box.address.toUpperCase()}`]) });
    await submit(stack, { to: box.address, raw: rawTo(box.address, [`Delivered-To: <${to}>`]) });
    const file = [
      'MIME-Version: 1.0',
      'Content-Type: application/octet-stream; name=x',
      'Content-Disposition: attachment',
    ];
    await submit(stack, { to: box.address, raw: rawTo(box.address, file, EICAR) });
    expect((await delivered(box, 4)).map(({ kind }) => kind).toSorted()).toEqual([
      'inbox',
      'inbox',
      'inbox',
      'quarantine',
    ]);
    await submit(stack, { to: box.address, raw: rawTo(box.address, [], GTUBE) });
    expect((await delivered(box, 5)).map(({ kind }) => kind)).toContain('spam');
    expect(forwardedNow(to)).toEqual([]);
  });

  it('of a sender in the domain of the mailbox, or of none, keeps it', async () => {
    const to = stranger();
    const box = await forwarding([to]);
    const colleague = `bob@${domain.name}`;
    await submit(stack, { to: box.address, from: colleague, raw: rawTo(box.address) });
    await forwardedTo(to);
    await submit(stack, { to: box.address, from: '', raw: rawTo(box.address) });
    expect((await forwardedTo(to, 2)).map(({ from }) => from)).toEqual([colleague, '']);
  });

  it('goes from the mailbox if its sender does not fit into an address', async () => {
    const to = stranger();
    const box = await forwarding([to]);
    await submit(stack, { to: box.address, from: `${'a'.repeat(40)}@sender.test`, raw: rawTo(box.address) });
    expect((await forwardedTo(to))[0]!.from).toBe(box.address);
  });
});

describe('a destination that fails', () => {
  it('is told to the mailbox once a day, and shown until it works', async () => {
    const to = stranger();
    const box = await forwarding([to]);
    const state = async () => (await owner.get(`/mailboxes/${box.id}/forwarding`)).body.destinations[0];
    stack.mail.refuse(to, { code: 550, message: '5.1.1 gone' });
    for (let count = 0; count < 3; count += 1) await submit(stack, { to: box.address, raw: rawTo(box.address) });
    await waitUntil(async () => (await state()).failing_since !== null);
    const failed = () =>
      stack.sql(
        `select from outgoing_message where mailbox_id = $1 and finished_at is not null
                                       and kind = 'forward'`,
        [box.id],
      );
    await waitUntil(async () => (await failed()).length === 3);
    const reports = (await foldersOf(box)).filter(({ subject }) => subject === 'Undelivered message');
    expect(reports).toHaveLength(1);
    expect(reports[0]!.snippet).toBe(`A message that this mailbox forwards could not be delivered to: ${to}`);
    expect((await state()).last_failure).toContain('gone');
    stack.mail.acceptAll();
    await submit(stack, { to: box.address, raw: rawTo(box.address) });
    await waitUntil(async () => (await state()).failing_since === null);
  });
});

describe('a report to the return path of a forwarded message', () => {
  const returnPath = (sender: string, box: Mailbox) =>
    stack.app.get(ReturnPaths, { strict: false }).of(tenant.id, box.address, sender);

  it('goes back to the sender, once, and into no mailbox', async () => {
    const sender = stranger();
    const box = await createMailbox(stack.app, domain, `z${randomBytes(4).toString('hex')}`);
    const path = returnPath(sender, box);
    expect(await submit(stack, { to: path.toLowerCase(), from: '', raw: rawTo(path) })).toMatch(/^250/);
    const [mail] = await sentTo(stack, sender);
    expect([mail!.from, mail!.to]).toEqual(['', [sender]]);
    await settled(stack, tenant.id);
    expect(await sentTo(stack, sender)).toHaveLength(1);
    expect(await foldersOf(box)).toEqual([]);
  });

  it('is rejected if the address is forged or old, of another tenant, or if it is no report', async () => {
    const sender = stranger();
    const box = await createMailbox(stack.app, domain, `z${randomBytes(4).toString('hex')}`);
    const path = returnPath(sender, box);
    const rival = await createDomain(stack.app, (await stack.createTenant()).id);
    const elsewhere = path.replace(domain.name, rival.domain.name);
    for (const bad of [path.replace(/=p/, '=q'), elsewhere, `SRS0=x@${domain.name}`, `SRS1=a=b=c@${domain.name}`])
      expect(await submit(stack, { to: bad, from: '' }), bad).toMatch(/^550 5\.1\.1/);
    expect(await submit(stack, { to: path, from: 'ana@sender.test' })).toMatch(/^550 5\.7\.1/);
    await settled(stack, tenant.id);
    expect(stack.mail.messages.filter(({ to }) => to.includes(sender))).toEqual([]);
  });
});
