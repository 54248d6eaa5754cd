import { describe, expect, it } from 'vitest';
import { FormBrowser } from '../../../test/support/form-browser.js';
import { waitUntil } from '#libs/test/testing';
import { identityStack } from '../../../test/support/identity-stack.js';
import { makeOperator, operatorMessage } from './make-operator.js';
import { useStack } from '../../../test/support/use-stack.js';

const identity = useStack(() => identityStack({ environment: { DASHBOARD_URL: '' } }));

const NEXT = 'a-password-of-the-operator';

/** The page on which a new operator chooses a password. */
async function choosePassword(path: string, password = NEXT): Promise<number> {
  const browser = new FormBrowser(identity.url);
  const page = await browser.get(path);
  const answer = await browser.submit(page, '/reset-password', { password, repeated: password });
  return answer.status;
}

const login = (email: string, password: string) => identity.service.post('/internal/sessions', { email, password });

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

  it('needs an address that is verified, if a user has it', async () => {
    const user = await identity.createUser();
    await expect(makeOperator(identity.database.systemUrl, user.email)).rejects.toThrow('verified');
    await expect(makeOperator(identity.database.systemUrl, 'nobody')).rejects.toThrow('no e-mail address');
    expect(await identity.sql('select from user_account where id = $1 and is_operator', [user.id])).toEqual([]);
  });
});

describe('an address that no user has', () => {
  it('gets an account, and a link to choose its password, without a mail', async () => {
    const email = 'first@operator.test';
    const { passwordPath } = await makeOperator(identity.database.systemUrl, ' First@Operator.test');
    expect((await login(email, '')).status).not.toBe(200);
    expect((await login(email, NEXT)).status).toBe(401);
    expect(await choosePassword(passwordPath!)).toBe(200);
    expect((await login(email, NEXT)).status).toBe(200);
    const [user] = await identity.sql<{ id: string }>('select user_id as id from email_address where email = $1', [
      email,
    ]);
    await waitUntil(() => isOperator(user!.id), { what: 'the entry of the operator' });
  });

  it('gets another link while it has no password, and none afterwards', async () => {
    const email = 'late@operator.test';
    const lost = await makeOperator(identity.database.systemUrl, email);
    const { passwordPath } = await makeOperator(identity.database.systemUrl, email);
    expect(passwordPath).not.toBe(lost.passwordPath);
    expect(await choosePassword(passwordPath!)).toBe(200);
    expect(await choosePassword(lost.passwordPath!).catch(() => 410)).toBe(410);
    expect(await makeOperator(identity.database.systemUrl, email)).toEqual({ passwordPath: null });
  });

  it('takes an address that somebody only added', async () => {
    const user = await identity.createUser();
    await identity.service.post(`/internal/users/${user.id}/addresses`, { email: 'claimed@operator.test' });
    const { passwordPath } = await makeOperator(identity.database.systemUrl, 'claimed@operator.test');
    expect(await choosePassword(passwordPath!)).toBe(200);
  });

  it('is told where to go', () => {
    const message = operatorMessage('a@b.test', { passwordPath: '/reset-password?token=x' }, 'https://id.test/');
    expect(message).toContain('https://id.test/reset-password?token=x');
  });
});
