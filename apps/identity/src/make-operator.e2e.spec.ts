import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/testing';
import { identityStack, type IdentityStack } from '../../../test/support/identity-stack.js';
import { makeOperator } from './make-operator.js';

let identity: IdentityStack;

beforeAll(async () => {
  identity = await identityStack();
});
afterAll(() => identity?.close());

const isOperator = async (id: string) => (await identity.view.read([['user', id]]))[0]?.operator;

describe('making an operator', () => {
  it('opens the console to a user, in every running process', async () => {
    const user = await identity.createUser();
    await identity.sql('update email_address set verified_at = now() where user_id = $1', [user.id]);
    await makeOperator(identity.database.systemUrl, ` ${user.email.toUpperCase()}`);
    await waitUntil(() => isOperator(user.id), { what: 'the entry of the operator' });
    const [entry] = await identity.sql<{ action: string; actor_kind: string }>(
      'select action, actor_kind from audit_entry where object_id = $1 order by id desc limit 1',
      [user.id],
    );
    expect(entry).toEqual({ action: 'operator.made', actor_kind: 'system' });
  });

  it('needs an address that is verified, and a user', async () => {
    const user = await identity.createUser();
    await expect(makeOperator(identity.database.systemUrl, user.email)).rejects.toThrow('verified');
    await expect(makeOperator(identity.database.systemUrl, 'nobody@example.test')).rejects.toThrow(
      'No user has nobody@',
    );
    expect(await identity.sql('select from user_account where id = $1 and is_operator', [user.id])).toEqual([]);
  });
});
