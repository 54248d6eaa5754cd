import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { DnsSink, GTUBE, RspamdDouble, waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { createDomain, createMailbox } from '../../../../../test/support/mail-mailboxes.js';
import { mailStack, type MailTenant } from '../../../../../test/support/mail-stack.js';
import type { MailDomain } from '../../domains/mail-domain.entity.js';
import { linkTo, rawTo, settled, stranger } from '../../forwarding/forwarding.fixture.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { submit } from '../../receiving/receiving.fixture.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

let owner: HttpClient;
let domain: MailDomain;
let userId: Awaited<ReturnType<MailTenant['member']>>['userId'];

const dns = useStack(() => DnsSink.start());
const rspamd = useStack(() => RspamdDouble.start());
const stack = useStack(() => mailStack({ INBOUND_PORT: '0', DNS_SERVER: dns.server, RSPAMD_URL: rspamd.url }));
const tenant = usePrepared(() => stack.createTenant());

beforeAll(async () => {
  ({ client: owner, userId } = await tenant.member('member'));
  ({ domain } = await createDomain(stack.app, tenant.id));
});

const fresh = () => createMailbox(stack.app, domain, undefined, [{ userId, role: 'owner' }]);
const pathOf = ({ id }: { id: string }) => `/mailboxes/${id}/filters`;
const STAR = { name: 'Star', q: 'assunto:lunch', actions: { star: true } };

async function made(box: Mailbox, values: object = {}) {
  const { status, body } = await owner.post(pathOf(box), { ...STAR, ...values });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body;
}

async function folderOf(box: Mailbox, kind: string): Promise<string> {
  const rows = await stack.sql<{ id: string }>('select id from folder where mailbox_id = $1 and kind = $2', [
    box.id,
    kind,
  ]);
  return rows[0]!.id;
}

interface Row {
  kind: string;
  is_read: boolean;
  is_starred: boolean;
}

/** Has someone write to the mailbox, and returns what is in it. */
async function received(box: Mailbox, fields: string[] = [], body?: string, count = 1): Promise<Row[]> {
  const raw = rawTo(box.address, fields, body);
  expect(await submit(stack, { to: box.address, from: stranger(), raw })).toMatch(/^250/);
  await waitUntil(async () => (await heldBy(box)).length >= count, { timeoutMs: 15_000, what: 'its delivery' });
  await settled(stack, tenant.id);
  return heldBy(box);
}

const heldBy = ({ id }: Mailbox): Promise<Row[]> =>
  stack.sql<Row>(
    `select f.kind, m.is_read, m.is_starred from mail_message m
       join folder f on f.tenant_id = m.tenant_id and f.id = m.folder_id where m.mailbox_id = $1 order by m.id`,
    [id],
  );

describe('a filter', () => {
  it('is made, found at its Location, listed, changed and deleted', async () => {
    const box = await fresh();
    const { status, body, headers } = await owner.post(pathOf(box), STAR);
    expect(status).toBe(201);
    const actions = { folder_id: null, label_ids: [], mark_read: false, star: true, trash: false, forward_to: [] };
    expect(body).toMatchObject({ name: 'Star', q: 'assunto:lunch', position: 0, enabled: true, stop: false, actions });
    expect((await owner.get(String(headers['location']))).body).toEqual(body);
    expect((await owner.get(pathOf(box))).body).toEqual({ filters: [body] });
    const path = `${pathOf(box)}/${body.id}`;
    const changed = (await owner.patch(path, { enabled: false, actions: { trash: true } })).body;
    expect(changed).toMatchObject({ name: 'Star', enabled: false, actions: { star: false, trash: true } });
    expect((await owner.delete(path)).status).toBe(204);
    expect((await owner.get(path)).status).toBe(404);
  });

  it.each([
    {},
    { ...STAR, name: '' },
    { ...STAR, q: '' },
    { ...STAR, q: '  ' },
    { ...STAR, actions: {} },
    { ...STAR, actions: { star: false } },
    { ...STAR, actions: { star: 'yes' } },
    { ...STAR, actions: { explode: true } },
    { ...STAR, actions: { folder_id: v7() } },
    { ...STAR, actions: { label_ids: [v7()] } },
    { ...STAR, actions: { label_ids: ['x'] } },
    { ...STAR, actions: { forward_to: ['nobody'] } },
    { ...STAR, enabled: 1 },
  ])('of %j is invalid', async (body) => {
    expect((await owner.post(pathOf(await fresh()), body)).status).toBe(400);
  });

  it('has a search that is valid, and one place to go', async () => {
    const box = await fresh();
    const bad = await owner.post(pathOf(box), { ...STAR, q: 'assunto:(a OR' });
    expect([bad.status, bad.body.error]).toEqual([400, 'BuscaInvalida']);
    expect(bad.body.message).toContain('at character');
    const filter = await made(box);
    expect((await owner.patch(`${pathOf(box)}/${filter.id}`, { q: 'xyz:1' })).body.error).toBe('BuscaInvalida');
    expect((await owner.patch(`${pathOf(box)}/${filter.id}`, {})).status).toBe(400);
    const [archive, trash, quarantine] = await Promise.all(
      ['archive', 'trash', 'quarantine'].map((kind) => folderOf(box, kind)),
    );
    const put = (actions: object) => owner.patch(`${pathOf(box)}/${filter.id}`, { actions });
    expect((await put({ folder_id: archive, trash: true })).status).toBe(400);
    expect((await put({ folder_id: quarantine })).status).toBe(400);
    expect((await put({ folder_id: trash })).status).toBe(400);
    expect((await put({ folder_id: await folderOf(await fresh(), 'archive') })).status).toBe(400);
    expect((await put({ folder_id: archive })).status).toBe(200);
  });

  it('is for those who manage the mailbox; forwarding for those who may read it, too', async () => {
    const box = await fresh();
    const [sender, admin, rival] = [
      await tenant.member('member'),
      await tenant.session('admin'),
      await (await stack.createTenant()).session(),
    ];
    await owner.put(`/mailboxes/${box.id}/grants/${sender.userId}`, { role: 'sender' });
    const filter = await made(box);
    expect((await sender.client.get(pathOf(box))).status).toBe(200);
    expect((await sender.client.post(pathOf(box), STAR)).status).toBe(403);
    expect((await admin.post(pathOf(box), STAR)).status).toBe(201);
    expect((await admin.post(pathOf(box), { ...STAR, actions: { forward_to: [stranger()] } })).status).toBe(403);
    expect((await rival.get(`${pathOf(box)}/${filter.id}`)).status).toBe(404);
    expect((await (await tenant.key()).get(pathOf(box))).status).toBe(403);
    const other = await fresh();
    expect((await owner.get(`${pathOf(other)}/${filter.id}`)).status).toBe(404);
    expect((await owner.delete(`${pathOf(other)}/${filter.id}`)).status).toBe(404);
    const actions = await stack.sql('select action from audit_entry where object_id = $1', [filter.id]);
    expect(actions).toEqual([{ action: 'mail-filter.created' }]);
  });

  it('is one of a hundred, which are put in order as a whole', async () => {
    const box = await fresh();
    const [a, b, c] = [await made(box, { name: 'a' }), await made(box, { name: 'b' }), await made(box, { name: 'c' })];
    const order = (filter_ids: string[]) => owner.put(pathOf(box), { filter_ids });
    const { body } = await order([c.id, a.id, b.id]);
    expect(body.filters.map(({ name, position }: { name: string; position: number }) => [name, position])).toEqual([
      ['c', 0],
      ['a', 1],
      ['b', 2],
    ]);
    for (const ids of [[], [a.id, b.id], [a.id, a.id, b.id], [a.id, b.id, v7()]])
      expect((await order(ids)).status).toBe(400);
    await stack.sql(
      `insert into mail_filter select tenant_id, gen_random_uuid(), mailbox_id, name, n, enabled, query, stops, folder_id, label_ids,
              marks_read, stars, trashes, forward_to, created_at, updated_at
         from mail_filter, generate_series(3, 99) n where id = $1`,
      [a.id],
    );
    expect((await owner.post(pathOf(box), STAR)).status).toBe(409);
  });
});

describe('mail that arrives', () => {
  it('is marked, starred and moved by the filters that find it, in their order', async () => {
    const box = await fresh();
    const archive = await folderOf(box, 'archive');
    await made(box, { q: 'de:ana@sender.test assunto:lunch', actions: { folder_id: archive } });
    await made(box, { q: 'nothing', actions: { trash: true } });
    await made(box, { actions: { mark_read: true }, stop: true });
    await made(box, { actions: { star: true } });
    await made(box, { actions: { trash: true }, enabled: false });
    expect(await received(box)).toEqual([{ kind: 'archive', is_read: true, is_starred: false }]);
  });

  it('gets labels, of which those that are deleted count no more', async () => {
    const box = await fresh();
    const label = async (name: string) => (await owner.post(`/mailboxes/${box.id}/labels`, { name })).body.id as string;
    const [one, two] = [await label('Um'), await label('Dois')];
    await made(box, { actions: { label_ids: [one, two] } });
    const filter = await made(box, { actions: { label_ids: [two] } });
    await owner.delete(`/mailboxes/${box.id}/labels/${two}`);
    expect((await owner.patch(`${pathOf(box)}/${filter.id}`, { name: 'Again' })).status).toBe(200);
    await received(box);
    const rows = await stack.sql(
      `select l.name, l.total, l.unread from message_label m join label l on l.id = m.label_id
                                   where m.mailbox_id = $1`,
      [box.id],
    );
    expect(rows).toEqual([{ name: 'Um', total: 1, unread: 1 }]);
  });

  it('is found by what it is: sender, text, list, size and files', async () => {
    const searches = ['cafés', 'dominio:sender.test', 'lista:news.x.test', 'menor:1MB', '-tem:anexo', `para:"Box"`];
    for (const q of searches) {
      const box = await fresh();
      await made(box, { q });
      const [row] = await received(box, ['List-Id: <news.x.test>', `Cc: Box <${box.address}>`], 'Um café, por favor');
      expect([q, row!.is_starred]).toEqual([q, q !== `para:"Box"`]);
    }
  });

  it('goes to the inbox if the folder is gone', async () => {
    const box = await fresh();
    const filter = await made(box);
    await stack.sql('update mail_filter set folder_id = gen_random_uuid() where id = $1', [filter.id]);
    expect(await received(box)).toMatchObject([{ kind: 'inbox', is_starred: true }]);
  });

  it('is left alone if it is spam', async () => {
    const box = await fresh();
    await made(box, { q: 'maior:1', actions: { mark_read: true, folder_id: await folderOf(box, 'archive') } });
    expect(await received(box, [], GTUBE)).toMatchObject([{ kind: 'spam', is_read: false }]);
  });
});

describe('mail that a filter forwards', () => {
  const forwardedTo = (address: string) =>
    stack.mail.messages.filter(({ to, source }) => to.includes(address) && /^Delivered-To: /m.test(source));

  it('leaves once the address has consented, also if it goes to the trash', async () => {
    const [box, to] = [await fresh(), stranger()];
    const filter = await made(box, { actions: { forward_to: [to], trash: true } });
    expect([filter.unconfirmed, filter.actions.forward_to]).toEqual([[to], [to]]);
    expect(await received(box)).toMatchObject([{ kind: 'trash' }]);
    expect(forwardedTo(to)).toEqual([]);
    const { token } = await linkTo(stack, to);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ token }).toString();
    expect((await stack.anonymous.send('POST', '/forwarding/confirm', body, form)).status).toBe(200);
    expect((await owner.get(`${pathOf(box)}/${filter.id}`)).body.unconfirmed).toEqual([]);
    await received(box, [], 'x', 2);
    expect(forwardedTo(to)).toHaveLength(1);
    expect((await owner.get(`/mailboxes/${box.id}/forwarding`)).body.destinations).toEqual([]);
  });

  it('goes to each address once, whatever forwards it there', async () => {
    const [box, target] = [await fresh(), await fresh()];
    const to = target.address;
    await owner.put(`/mailboxes/${box.id}/forwarding`, { enabled: true, destinations: [to] });
    await made(box, { actions: { forward_to: [to] } });
    await made(box, { actions: { forward_to: [to.replace(/^.*@/, (local) => local.toUpperCase())] } });
    await received(box);
    await waitUntil(async () => (await heldBy(target)).length > 0, { timeoutMs: 15_000, what: 'the forwarded mail' });
    await settled(stack, tenant.id);
    expect(await heldBy(target)).toHaveLength(1);
  });

  it('is forgotten with the filter, and then asked for anew', async () => {
    const [box, to] = [await fresh(), stranger()];
    const filter = await made(box, { actions: { forward_to: [to] } });
    const known = () => stack.sql('select address from forwarding_address where mailbox_id = $1', [box.id]);
    await owner.put(`/mailboxes/${box.id}/forwarding`, { enabled: false, destinations: [] });
    expect(await known()).toEqual([{ address: to }]);
    await owner.delete(`${pathOf(box)}/${filter.id}`);
    expect(await known()).toEqual([]);
  });
});
