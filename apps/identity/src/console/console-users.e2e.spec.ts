import { expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { identityStack } from '../../../../test/support/identity-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const identity = useStack(identityStack);

const list = async (email: string) =>
  (await identity.service.get(`/internal/console/users?email=${encodeURIComponent(email)}`)).body.users;

it('finds a user by any of their addresses', async () => {
  const { id, email, tenantId } = await identity.createOwner();
  const more = `more-${email}`;
  await identity.service.post(`/internal/users/${id}/addresses`, { email: more });
  for (const address of [email, more, email.toUpperCase()]) {
    expect(await list(address)).toMatchObject([{ id, emails: [email, more], status: 'active', tenantIds: [tenantId] }]);
  }
  expect(await list('nobody@example.test')).toEqual([]);
});

it('finds users by a part of an address, those that begin with it first, and twenty at most', async () => {
  const users = [];
  for (const local of ['find.me%x', 'a-find.me%x', 'findxme']) {
    const { id } = await identity.createOwner();
    await identity.service.post(`/internal/users/${id}/addresses`, { email: `${local}@part.test` });
    users.push(id);
  }
  const search = async (q: string) =>
    (await identity.service.get(`/internal/console/users?q=${encodeURIComponent(q)}`)).body.users;
  expect((await search('Find.Me%X')).map(({ id }: { id: string }) => id)).toEqual([users[0], users[1]]);
  expect(await search('part.test')).toHaveLength(3);
  expect(await search('nobody has this')).toEqual([]);
  for (let n = 0; n < 20; n += 1) await identity.createOwner();
  expect(await search('@example.test')).toHaveLength(20);
});

it('needs an address, or three characters of one', async () => {
  const status = async (query: string) => (await identity.service.get(`/internal/console/users?${query}`)).status;
  expect(await status('')).toBe(422);
  expect(await status('q=ab')).toBe(422);
});

it('reads a user, with the status that they have', async () => {
  const { id } = await identity.createOwner();
  await identity.service.patch(`/internal/users/${id}`, { status: 'disabled', reason: 'Spam' });
  const read = await identity.service.get(`/internal/console/users/${id}`);
  expect(read.body).toMatchObject({ id, status: 'disabled', operator: false });
  expect((await identity.service.get(`/internal/console/users/${newId('usr')}`)).status).toBe(404);
});

it('lists the addresses of operators who may sign in, once they are confirmed', async () => {
  const emails = async () => (await identity.service.get('/internal/console/operators')).body.emails;
  const [owner, other] = [await identity.createOwner(), await identity.createOwner()];
  expect(await emails()).not.toContain(owner.email);
  await identity.sql('update user_account set is_operator = true where id = any ($1)', [[owner.id, other.id]]);
  await identity.sql('update email_address set verified_at = now() where user_id = $1', [owner.id]);
  await identity.sql('update email_address set verified_at = null where user_id = $1', [other.id]);
  expect(await emails()).toContain(owner.email);
  expect(await emails()).not.toContain(other.email);
  await identity.service.patch(`/internal/users/${owner.id}`, { status: 'disabled', reason: 'Left' });
  expect(await emails()).not.toContain(owner.email);
});

it('is for the other apps alone', async () => {
  expect((await identity.anonymous.get('/internal/console/users?email=a@example.test')).status).toBe(401);
});
