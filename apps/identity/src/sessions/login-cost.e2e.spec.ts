import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { waitUntil } from '#libs/testing';
import { identityStack, PASSWORD, type IdentityStack } from '../../../../test/support/identity-stack.js';

let identity: IdentityStack;

beforeAll(async () => {
  identity = await identityStack();
});
afterAll(() => identity?.close());

const login = async (email: string) => {
  const { status, body } = await identity.service.post('/internal/sessions', { email, password: PASSWORD });
  expect(status).toBe(200);
  return body.sessionId as string;
};

/** What this process says to Postgres about people and sessions meanwhile; its housekeeping goes on beside. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls
      .map(([one]: unknown[]) => (typeof one === 'string' ? one : ((one as { text?: string }).text ?? '')))
      .filter((text) => /user_account|session|email_address|audit_entry|from view_change where kind/.test(text));
  } finally {
    query.mockRestore();
  }
}

/** What Redis is told of guesses and of the credential view meanwhile. */
async function redisCommandsOf(work: () => Promise<unknown>): Promise<string[]> {
  const redis = new Redis(identity.redisUrl);
  const monitor = await redis.monitor();
  const seen: string[][] = [];
  const database = new URL(identity.redisUrl).pathname.slice(1) || '0';
  monitor.on('monitor', (_time: string, args: string[], source: string, where: string) => {
    if (where === database && source !== 'lua') seen.push(args);
  });
  await work();
  await redis.get('the end');
  await waitUntil(() => seen.some((args) => args[1] === 'the end'));
  monitor.disconnect();
  redis.disconnect();
  return seen.filter((args) => /identity:guesses|\{credentials\}/.test(args.join(' '))).map(([name]) => name!);
}

describe('a login takes', () => {
  it('two statements: one that finds the person, one that opens the session and writes the audit log', async () => {
    const { email } = await identity.person();
    await login(email);
    const statements = await statementsOf(() => login(email));
    expect(statements).toHaveLength(2);
    expect(statements[0]).toContain('where a.email = $1');
    for (const table of ['user_account', 'session', 'view_change', 'audit_entry']) {
      expect(statements[1]).toContain(table);
    }
  });

  it('three calls of Redis: the guess, its being given back, and the new session in the view', async () => {
    const { email } = await identity.person();
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
  const { id, email } = await identity.person();
  const sessionId = await login(email);
  expect(await identity.sql(`select * from audit_entry where object_id = $1`, [sessionId])).toMatchObject([
    { action: 'session.opened', object_type: 'session', actor_kind: 'user', actor_id: id, session_id: sessionId },
  ]);
});
