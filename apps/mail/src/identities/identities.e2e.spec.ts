import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { createMailbox, insertDomain } from '../mailboxes/mailbox.fixture.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
const admin = usePrepared(() => tenant.session('admin'));
let domain: { id: string; name: string };
let other: { id: string; name: string };
let number = 0;

beforeAll(async () => {
  domain = await insertDomain(stack, tenant, undefined, { verified: true });
  other = await insertDomain(stack, tenant, `other-${tenant.slug}.test`, { verified: true });
});
const fresh = () => createMailbox(admin, domain.id, `box-${++number}`);
const pathOf = (id: string) => `/mailboxes/${id}/identities`;
const give = (id: string, userId: string, role: string) => admin.put(`/mailboxes/${id}/grants/${userId}`, { role });

/** A member who may send from a new mailbox. */
async function sender() {
  const mailbox = await fresh();
  const { userId, client } = await tenant.member('member');
  await give(mailbox.id, userId, 'sender');
  return { mailbox, userId, client };
}

describe('an identity', () => {
  it('is added, listed, changed and removed', async () => {
    const { id } = await fresh();
    const address = `Sales@${other.name}`;
    const values = { address, display_name: ' Shop ', reply_to: 'help@x.test', signature_html: '<b onclick=x>S</b>' };
    const { status, body, headers } = await admin.post(pathOf(id), values);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      mailbox_id: id,
      address: address.toLowerCase(),
      display_name: 'Shop',
      reply_to: 'help@x.test',
      signature_html: '<b>S</b>',
      is_default: false,
    });
    expect((await admin.get(String(headers['location']))).body).toEqual(body);
    expect((await admin.get(pathOf(id))).body).toEqual({ identities: [body] });
    const changed = await admin.patch(`${pathOf(id)}/${body.id}`, { reply_to: null, is_default: true });
    expect(changed.body).toMatchObject({ ...body, reply_to: null, is_default: true, updated_at: expect.any(String) });
    expect((await admin.patch(`${pathOf(id)}/${body.id}`, {})).status).toBe(400);
    expect((await admin.delete(`${pathOf(id)}/${body.id}`)).status).toBe(204);
    for (const unknown of [body.id, v7(), 'x'])
      expect((await admin.delete(`${pathOf(id)}/${unknown}`)).status).toBe(404);
  });

  it('is one of its address, also when two are made at once', async () => {
    const { id } = await fresh();
    const values = { address: `a@${other.name}` };
    const answers = await Promise.all([0, 1, 2].map(() => admin.post(pathOf(id), values)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const { body } = await admin.post(pathOf(id), { address: `b@${other.name}` });
    expect((await admin.patch(`${pathOf(id)}/${body.id}`, values)).status).toBe(409);
    expect((await admin.patch(`${pathOf(id)}/${body.id}`, { address: `B@${other.name}` })).status).toBe(200);
  });

  it('is the default of its mailbox in place of the one before', async () => {
    const { id, address } = await fresh();
    await admin.post(pathOf(id), { address, is_default: true });
    await admin.post(pathOf(id), { address: `c@${other.name}`, is_default: true });
    const { identities } = (await admin.get(pathOf(id))).body;
    expect(identities.map((one: { is_default: boolean }) => one.is_default)).toEqual([false, true]);
  });

  it.each([
    {},
    { address: 'x' },
    { address: 'a@b' },
    { address: 'ana@elsewhere.test' },
    { address: 'a@x.test\r\nBcc: b@x.test' },
    { address: null },
    { display_name: 'x' },
  ])('of %j is invalid', async (body) => {
    const { id } = await fresh();
    expect((await admin.post(pathOf(id), body)).status).toBe(400);
  });

  it('of an unverified domain is invalid', async () => {
    const { name } = await insertDomain(stack, tenant, `new-${tenant.slug}.test`);
    const { id } = await fresh();
    expect((await admin.post(pathOf(id), { address: `a@${name}` })).status).toBe(400);
  });

  it('of another mailbox needs the right to send from that one, and one without a mailbox an admin', async () => {
    const { mailbox, userId, client } = await sender();
    const colleague = await fresh();
    const post = (address: string) => client.post(pathOf(mailbox.id), { address });
    expect((await post(colleague.address)).status).toBe(403);
    expect((await post(`boss@${domain.name}`)).status).toBe(403);
    expect((await post(mailbox.address)).status).toBe(201);
    await give(colleague.id, userId, 'sender');
    expect((await post(colleague.address)).status).toBe(201);
  });

  it('needs the role sender, and a session', async () => {
    const { mailbox, userId, client } = await sender();
    const { body } = await client.post(pathOf(mailbox.id), { address: mailbox.address });
    await give(mailbox.id, userId, 'reader');
    expect((await client.get(pathOf(mailbox.id))).status).toBe(200);
    expect((await client.post(pathOf(mailbox.id), { address: mailbox.address })).status).toBe(403);
    expect((await client.delete(`${pathOf(mailbox.id)}/${body.id}`)).status).toBe(403);
    expect((await (await tenant.key('email:send')).get(pathOf(mailbox.id))).status).toBe(403);
    expect((await (await tenant.session('member')).get(pathOf(mailbox.id))).status).toBe(404);
    const rival = await (await stack.createTenant()).session('admin');
    expect((await rival.patch(`${pathOf(mailbox.id)}/${body.id}`, { is_default: true })).status).toBe(404);
  });
});
