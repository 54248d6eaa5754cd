import { Redis, type Command } from 'ioredis';
import { describe, expect, it, vi } from 'vitest';
import { identityStack, PASSWORD } from '../../../../test/support/identity-stack.js';
import { requestStatements } from '../../../../test/support/statements.js';
import { useStack } from '../../../../test/support/use-stack.js';

const identity = useStack(identityStack);

const login = async (email: string) => {
  const { status, body } = await identity.service.post('/internal/sessions', { email, password: PASSWORD });
  expect(status).toBe(200);
  return body.sessionId as string;
};

/** Commands about guesses and the credential view that this process sends to Redis during the work. */
async function redisCommandsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sendCommand = vi.spyOn(Redis.prototype, 'sendCommand');
  try {
    await work();
    return sendCommand.mock.calls
      .map(([command]) => command as Command)
      .filter(({ args }) => /identity:guesses|\{credentials\}/.test(args.join(' ')))
      .map(({ name }) => name);
  } finally {
    sendCommand.mockRestore();
  }
}

describe('a login takes', () => {
  it('two statements: one finds the user, one opens the session and writes the audit log', async () => {
    const { email } = await identity.createUser();
    await login(email);
    const statements = await requestStatements('/internal/sessions', () => login(email), /./);
    expect(statements).toHaveLength(2);
    expect(statements[0]).toContain('where a.email = $1');
    for (const table of ['user_account', 'session', 'view_change', 'audit_entry']) {
      expect(statements[1]).toContain(table);
    }
  });

  it('three calls of Redis: counting the guess, uncounting it, and the new session in the view', async () => {
    const { email } = await identity.createUser();
    await login(email);
    let id = '';
    const commands = await redisCommandsOf(async () => {
      id = await login(email);
    });
    expect(commands.sort()).toEqual(['eval', 'evalsha', 'evalsha']);
    expect((await identity.view.read([['session', id]]))[0]).toMatchObject({ sessionId: id });
  });
});

it('writes one entry of the audit log in the statement that opens the session', async () => {
  const { id, email } = await identity.createUser();
  const sessionId = await login(email);
  expect(await identity.sql(`select * from audit_entry where object_id = $1`, [sessionId])).toMatchObject([
    { action: 'session.opened', object_type: 'session', actor_kind: 'user', actor_id: id, session_id: sessionId },
  ]);
});
