import { beforeEach, describe, expect, it } from 'vitest';
import { ClamdDouble } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { createDomain, createMailbox } from '../../../../test/support/mail-mailboxes.js';
import { mailStack } from '../../../../test/support/mail-stack.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

let client: HttpClient;
let box: Mailbox;

const clamd = useStack(() => ClamdDouble.start());
const stack = useStack(() => mailStack({ CLAMD_URL: clamd.url }));
const tenant = usePrepared(() => stack.createTenant());
const domain = usePrepared(() => createDomain(stack.app, tenant.id));
beforeEach(async () => {
  stack.mail.acceptAll();
  const member = await tenant.member('admin');
  ({ client } = member);
  box = await createMailbox(stack.app, domain.domain, undefined, [{ userId: member.userId, role: 'sender' }]);
});

let next = 0;
const someone = () => `draftee${++next}@example.test`;
const receivedBy = (address: string) => stack.mail.messages.filter(({ to }) => to.includes(address));
const drafts = () => `/mailboxes/${box.id}/drafts`;
const begun = async (body: object) => (await client.post(drafts(), body)).body;
const send = (body: object, headers: Record<string, string> = {}) =>
  client.post(`/mailboxes/${box.id}/send`, body, headers);

async function attach(id: string, content: string) {
  const body = `--x\r\nContent-Disposition: form-data; name="arquivo"; filename="a.txt"\r\n\r\n${content}\r\n--x--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  return client.send('POST', `${drafts()}/${id}/attachments`, Buffer.from(body), headers);
}

describe('a draft that is sent', () => {
  it('reaches its recipients with its files, is among the sent messages, and a draft no longer', async () => {
    const [to, bcc] = [someone(), someone()];
    const { id } = await begun({ to: [`Ana <${to}>`], bcc: [bcc], subject: 'Olá', html: '<p>Hi</p>', text: 'Hi' });
    await attach(id, 'the content');
    const { status, body } = await send({ draft_id: id });
    expect([status, body.status]).toEqual([202, 'sent']);
    expect([receivedBy(to).length, receivedBy(bcc).length]).toEqual([1, 1]);
    const raw = receivedBy(to)[0]!.raw.toString();
    expect(raw).toContain(Buffer.from('the content').toString('base64'));
    expect(raw).not.toContain(bcc);
    expect((await client.get(`${drafts()}/${id}`)).status).toBe(404);
    expect((await client.get(`/mailboxes/${box.id}/messages?folder=drafts`)).body.messages).toEqual([]);
    const sent = (await client.get(`/mailboxes/${box.id}/messages?folder=sent`)).body.messages;
    expect(sent).toMatchObject([{ subject: 'Olá', message_id: body.message_id, has_attachments: true }]);
    expect((await send({ draft_id: id })).status).toBe(404);
  });

  it('has a text beside its HTML', async () => {
    const to = someone();
    const { id } = await begun({ to: [to], html: '<p>Only <b>HTML</b></p>' });
    await send({ draft_id: id });
    expect(receivedBy(to)[0]!.raw.toString()).toMatch(/text\/plain.*Only HTML.*text\/html/s);
  });

  it('is sent once, also when it is sent several times at once', async () => {
    const to = someone();
    const { id } = await begun({ to: [to], text: 'x' });
    const answers = await Promise.all([1, 2, 3, 4].map(() => send({ draft_id: id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 404, 404, 404]);
    expect(receivedBy(to)).toHaveLength(1);
    expect((await client.get(`/mailboxes/${box.id}/messages?folder=sent`)).body.messages).toHaveLength(1);
  });

  it('answers a repetition with its idempotency key as before', async () => {
    const to = someone();
    const { id } = await begun({ to: [to], text: 'x' });
    const key = { 'idempotency-key': `draft-${id}` };
    const answers = await Promise.all([1, 2, 3].map(() => send({ draft_id: id }, key)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 202]);
    const later = await send({ draft_id: id }, key);
    expect([later.status, later.body.idempotent_replay]).toEqual([200, true]);
    expect(receivedBy(to)).toHaveLength(1);
  });

  it('answers the message that it refers to', async () => {
    const [first] = (await client.get(`/mailboxes/${box.id}/messages?folder=sent`)).body.messages;
    expect(first).toBeUndefined();
    const message = (await send({ to: [someone()], subject: 'Hi', text: 'x' })).body;
    const [answered] = (await client.get(`/mailboxes/${box.id}/messages?folder=sent`)).body.messages;
    const to = someone();
    const { id } = await begun({ to: [to], subject: 'Re: Hi', text: 'y', in_reply_to: answered.id });
    await send({ draft_id: id });
    const raw = receivedBy(to)[0]!.raw.toString();
    expect(raw).toContain(`In-Reply-To: <${message.message_id}>`);
    const [last] = (await client.get(`/mailboxes/${box.id}/messages?folder=sent`)).body.messages;
    expect(last.thread_id).toBe(answered.thread_id);
  });
});

describe('a draft that is not sent', () => {
  it('is kept, with its id and files, when no mail server takes it', async () => {
    const to = someone();
    const { id } = await begun({ to: [to], subject: 'Keep', text: 'x' });
    await attach(id, 'the content');
    const before = (await client.get(`${drafts()}/${id}`)).body;
    stack.mail.refuse(to, { code: 550, message: 'no' });
    const { status, body } = await send({ draft_id: id });
    expect([status, body.error]).toEqual([502, 'SendFailed']);
    expect((await client.get(`${drafts()}/${id}`)).body).toEqual(before);
    expect((await client.get(`/mailboxes/${box.id}/messages?folder=sent`)).body.messages).toEqual([]);
    const [folder] = await stack.sql(`select total from folder where mailbox_id = $1 and kind = 'drafts'`, [box.id]);
    expect(folder).toEqual({ total: 1 });
    stack.mail.acceptAll();
    expect((await send({ draft_id: id })).status).toBe(202);
    expect(receivedBy(to)).toHaveLength(1);
  });

  it('is kept while the virus scanner is away', async () => {
    const { id } = await begun({ to: [someone()], text: 'x' });
    await attach(id, 'the content');
    await clamd.stop();
    try {
      const { status, body } = await send({ draft_id: id });
      expect([status, body.error]).toEqual([503, 'AntivirusIndisponivel']);
    } finally {
      await clamd.restart();
    }
    expect((await client.get(`${drafts()}/${id}`)).body.attachments).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['no recipients', { text: 'x' }],
    ['an invalid recipient', { to: ['ana@'], text: 'x' }],
    ['nothing to say', { to: ['a@example.test'] }],
  ])('is kept when it has %s', async (_, content) => {
    const { id } = await begun(content);
    expect((await send({ draft_id: id })).status).toBe(400);
    expect((await client.get(`${drafts()}/${id}`)).status).toBe(200);
  });

  it('is none of another mailbox, or beside a message', async () => {
    const { id } = await begun({ to: [someone()], text: 'x' });
    expect((await send({ draft_id: id, text: 'y' })).status).toBe(400);
    expect((await send({ draft_id: 'x' })).status).toBe(400);
    expect((await send({ text: 'y' })).status).toBe(400);
    const member = await tenant.member('member');
    const other = await createMailbox(stack.app, domain.domain, undefined, [{ userId: member.userId, role: 'sender' }]);
    expect((await member.client.post(`/mailboxes/${other.id}/send`, { draft_id: id })).status).toBe(404);
  });
});

describe('a message of an identity', () => {
  const identities = () => `/mailboxes/${box.id}/identities`;

  it('is from its address and signed for its domain; the mailbox gets its bounces', async () => {
    const other = await createDomain(stack.app, tenant.id);
    const address = `sales@${other.domain.name}`;
    const values = { address, display_name: 'Shop', reply_to: 'help@example.test' };
    expect((await client.post(identities(), values)).status).toBe(201);
    const to = someone();
    const { status } = await send({ from: address, to: [to], subject: 'x', text: 'x' });
    expect(status).toBe(202);
    const [mail] = receivedBy(to);
    const raw = mail!.raw.toString();
    expect(mail!.from).toBe(box.address);
    expect(raw).toContain(`From: Shop <${address}>`);
    expect(raw).toContain('Reply-To: help@example.test');
    expect(raw).toMatch(new RegExp(`DKIM-Signature: [^:]*d=${other.domain.name.replaceAll('.', '\\.')};`));
  });

  it('that is the default is from it without being asked', async () => {
    await client.post(identities(), { address: box.address, display_name: 'The Shop', is_default: true });
    const to = someone();
    await send({ to: [to], text: 'x' });
    expect(receivedBy(to)[0]!.raw.toString()).toContain(`From: The Shop <${box.address}>`);
  });

  it('that it does not have is not sent', async () => {
    const { status, body } = await send({ from: 'other@example.test', to: [someone()], text: 'x' });
    expect([status, body.error]).toEqual([422, 'CaixaRemetenteInexistente']);
    expect((await send({ from: 'x', to: [someone()], text: 'x' })).status).toBe(400);
  });

  it('of another mailbox is not sent once the user may not send from that one', async () => {
    const member = await tenant.member('member');
    const grants = [{ userId: member.userId, role: 'sender' as const }];
    const [mine, theirs] = [
      await createMailbox(stack.app, domain.domain, undefined, grants),
      await createMailbox(stack.app, domain.domain, undefined, grants),
    ];
    await member.client.post(`/mailboxes/${mine.id}/identities`, { address: theirs.address });
    const body = { from: theirs.address, to: [someone()], text: 'x' };
    expect((await member.client.post(`/mailboxes/${mine.id}/send`, body)).status).toBe(202);
    await client.delete(`/mailboxes/${theirs.id}/grants/${member.userId}`);
    const { status } = await member.client.post(`/mailboxes/${mine.id}/send`, body);
    expect(status).toBe(422);
  });
});
