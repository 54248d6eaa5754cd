import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Id } from '#libs/core/persistence';
import { identityStack, PASSWORD } from '../../../../test/support/identity-stack.js';
import { Housekeeping } from '../housekeeping/housekeeping.js';
import { SessionsService } from './sessions.service.js';
import { useStack } from '../../../../test/support/use-stack.js';

// One place for hashing: what is measured is the work, not who waits for whom.
const identity = useStack(() => identityStack({ environment: { PASSWORD_CONCURRENCY: '1', PASSWORD_MEMORY_KIB: '' } }));

const login = (email: string, password = PASSWORD) =>
  identity.service.post('/internal/sessions', { email, password, ip: '192.0.2.7', userAgent: 'Spec' });

/** The header of an app that asks because the person asked it, in a session. */
function onBehalfOf(id: string, { sessionId }: { sessionId: string }): Record<string, string> {
  const origin = { actor: { kind: 'user', id, sessionId }, ip: '192.0.2.7', userAgent: 'Spec' };
  return { 'x-on-behalf-of': Buffer.from(JSON.stringify(origin)).toString('base64url') };
}

/** Entries of the audit log about sessions that a user has ended. */
const endsOf = (id: string) =>
  identity.sql(
    `select actor_kind, actor_id, session_id, object_type, object_id, before, after from audit_entry
      where action = 'session.ended' and (actor_id = $1 or object_id in (select id from session where user_id = $1))
      order by id`,
    [id],
  );

describe('a session', () => {
  it('is a token that the published keys verify, for twelve hours', async () => {
    const user = await identity.createUser();
    const { status, body } = await login(user.email);
    expect(status).toBe(200);
    const published = await identity.anonymous.get('/.well-known/jwks.json');
    expect(published.status).toBe(200);
    const { payload } = await jwtVerify(body.token, createLocalJWKSet(published.body as JSONWebKeySet), {
      issuer: identity.url,
      audience: 'service',
    });
    expect(payload).toMatchObject({ sub: user.id, sid: expect.stringMatching(/^ses_[0-9a-f]{16}$/) });
    expect(payload.exp! * 1000).toBe(Date.parse(body.expiresAt));
    expect(payload.exp! - payload.iat!).toBeGreaterThan(12 * 3600 - 5);
  });

  it('is remembered with where it was opened from', async () => {
    const { email } = await identity.createUser();
    const { body } = await login(email);
    const rows = await identity.sql('select ip, user_agent, revoked_at from session where id = $1', [body.sessionId]);
    expect(rows).toEqual([{ ip: '192.0.2.7', user_agent: 'Spec', revoked_at: null }]);
  });

  it('publishes no private part of a key, and keeps it sealed', async () => {
    const { body } = await identity.anonymous.get('/.well-known/jwks.json');
    expect(body.keys).toHaveLength(1);
    expect(body.keys[0]).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig' });
    expect(Object.keys(body.keys[0]).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    const [row] = await identity.sql<{ sealed: string }>('select sealed_private_jwk as sealed from signing_key');
    expect(row?.sealed).toMatch(/^v1\.test\./);
  });

  it('is signed with the same key by every process, and after a restart', async () => {
    const user = await identity.createUser();
    const second = await identityStack({ besides: identity });
    const tokens = await Promise.all([identity.login(user), second.login(user)]);
    const [first, other] = tokens.map((token) => decodeProtectedHeader(token).kid);
    expect(first).toBe(other);
    await second.close();
  });

  it('ends by its token, once and again, and no other with it', async () => {
    const user = await identity.createUser();
    const [token, other] = [await identity.login(user), await identity.login(user)];
    const states = async () =>
      (
        await identity.sql<{ ended: boolean }>(
          'select revoked_at is not null as ended from session where user_id = $1 order by id',
          [user.id],
        )
      ).map(({ ended }) => ended);
    for (const _ of [1, 2]) expect((await identity.endSession(token)).status).toBe(204);
    expect(await states()).toEqual([true, false]);
    await identity.endSession(other);
    expect(await states()).toEqual([true, true]);
  });

  it('that its user ends is in the audit log once, with the way and the actor', async () => {
    const { id, email } = await identity.createUser();
    const [open, ended] = [await login(email), await login(email)].map(({ body }) => body);
    const end = () =>
      identity.service.delete(`/internal/users/${id}/sessions/${ended.sessionId}`, onBehalfOf(id, open));
    const answers = await Promise.all([end(), end(), end()]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    for (const _ of [1, 2]) await identity.endSession(open.token);
    const by = { actor_kind: 'user', actor_id: id, session_id: open.sessionId, object_type: 'session' };
    expect(await endsOf(id)).toEqual([
      { ...by, object_id: ended.sessionId, before: null, after: { how: 'revoked' } },
      { ...by, object_id: open.sessionId, before: null, after: { how: 'logout' } },
    ]);
  });

  it('that had expired or never existed leaves no end in the audit log', async () => {
    const [user, other] = [await identity.createUser(), await identity.createUser()];
    const { body } = await login(user.email);
    await identity.service.delete(`/internal/users/${other.id}/sessions/${body.sessionId}`);
    await identity.sql('update session set expires_at = now() where id = $1', [body.sessionId]);
    expect((await identity.endSession(body.token)).status).toBe(204);
    expect([...(await endsOf(user.id)), ...(await endsOf(other.id))]).toEqual([]);
  });

  it('is not ended by a forged token', async () => {
    const user = await identity.createUser();
    const token = await identity.login(user);
    const [header, payload] = token.split('.');
    for (const forged of [`${header}.${payload}.AAAA`, `${header}.${payload}.`, 'x', 'a.b.c']) {
      expect((await identity.endSession(forged)).status).toBe(204);
    }
    const [row] = await identity.sql<{ open: number }>(
      'select count(*)::int as open from session where user_id = $1 and revoked_at is null',
      [user.id],
    );
    expect(row?.open).toBe(1);
  });
});

describe('the sessions of a user', () => {
  const listOf = async (id: string) => (await identity.service.get(`/internal/users/${id}/sessions`)).body.sessions;
  const idsOf = async (id: string) => (await listOf(id)).map((one: { id: string }) => one.id);
  const open = async (email: string, stack = identity) =>
    (await stack.service.post('/internal/sessions', { email, password: PASSWORD })).body.sessionId as string;
  const inView = async (id: string) => (await identity.view.read([['session', id]]))[0];

  it('are listed with their clients, without those of other users', async () => {
    const [user, other] = [await identity.createUser(), await identity.createUser()];
    const { body } = await login(user.email);
    await login(other.email);
    expect(await listOf(user.id)).toEqual([
      {
        id: body.sessionId,
        createdAt: expect.any(String),
        lastSeenAt: expect.any(String),
        expiresAt: body.expiresAt,
        ip: '192.0.2.7',
        userAgent: 'Spec',
        app: null,
      },
    ]);
  });

  it('are listed while they are open', async () => {
    const { id, email } = await identity.createUser();
    const [ended, expired, alive] = [await open(email), await open(email), await open(email)];
    await identity.service.delete(`/internal/users/${id}/sessions/${ended}`);
    await identity.sql(`update session set expires_at = now() where id = $1`, [expired]);
    expect(await idsOf(id)).toEqual([alive]);
  });

  it('can be ended one by one, at once, and by their own user only', async () => {
    const [user, other] = [await identity.createUser(), await identity.createUser()];
    const session = await open(user.email);
    const end = (userId: string, id: string) => identity.service.delete(`/internal/users/${userId}/sessions/${id}`);
    expect((await end(other.id, session)).status).toBe(404);
    expect(await inView(session)).toMatchObject({ userId: user.id });
    for (const _ of [1, 2]) expect((await end(user.id, session)).status).toBe(204);
    expect(await inView(session)).toBeNull();
    expect((await end(user.id, 'ses_0123456789abcdef')).status).toBe(404);
  });

  it('end all but one, and with them a login that waits for its second factor', async () => {
    const { id, email } = await identity.createUser();
    const [kept, ...others] = [await open(email), await open(email), await open(email)];
    await identity.sql(`insert into pending_login values ($1, now() + interval '1 minute', 5)`, [id]);
    await identity.app.get(SessionsService).endOthers(id as Id<'usr'>, kept as Id<'ses'>);
    expect(await idsOf(id)).toEqual([kept]);
    for (const other of others) expect(await inView(other)).toBeNull();
    expect(await identity.sql(`select from pending_login where user_id = $1`, [id])).toEqual([]);
    await identity.app.get(SessionsService).endOthers(id as Id<'usr'>);
    expect(await idsOf(id)).toEqual([]);
    expect(await inView(kept!)).toBeNull();
  });

  it('are so many at most: one more ends the one that was seen last longest ago', async () => {
    const limited = await identityStack({ besides: identity, environment: { SESSIONS_PER_USER: '3' } });
    const { id, email } = await identity.createUser();
    const [first, second, third] = [await open(email), await open(email), await open(email)];
    await identity.sql(`update session set last_seen_at = now() + interval '1 minute' where id = $1`, [first]);
    const fourth = await open(email, limited);
    expect((await idsOf(id)).sort()).toEqual([first, third, fourth].sort());
    expect(await inView(second)).toBeNull();
    await limited.close();
  });

  it('are seen when they are used: only ever later, and only sessions that there are', async () => {
    const { id, email } = await identity.createUser();
    const session = await open(email);
    const report = (...uses: object[]) => identity.service.post('/internal/sessions/used', { uses });
    const later = new Date(Date.now() + 60_000).toISOString();
    const past = new Date(0).toISOString();
    const unknown = { sessionId: 'ses_0123456789abcdef', at: later };
    const answer = await report({ sessionId: session, at: later }, { sessionId: session, at: past }, unknown);
    expect(answer.status).toBe(204);
    expect((await listOf(id))[0].lastSeenAt).toBe(later);
    await report({ sessionId: session, at: past });
    expect((await listOf(id))[0].lastSeenAt).toBe(later);
    expect((await report({ sessionId: 'x', at: later })).status).toBe(400);
  });

  it('are deleted a day after their end', async () => {
    const { id, email } = await identity.createUser();
    const kept = [await open(email), await open(email)];
    const [expired, ended] = [await open(email), await open(email)];
    await identity.sql(`update session set revoked_at = now() - interval '23 hours' where id = $1`, [kept[1]]);
    await identity.sql(`update session set expires_at = now() - interval '25 hours' where id = $1`, [expired]);
    await identity.sql(`update session set revoked_at = now() - interval '25 hours' where id = $1`, [ended]);
    await identity.sql(`insert into pending_login values ($1, now(), 5)`, [id]);
    await identity.app.get(Housekeeping).tidy();
    const rows = await identity.sql<{ id: string }>(`select id from session where user_id = $1 order by id`, [id]);
    expect(rows.map((row) => row.id)).toEqual(kept);
    expect(await identity.sql(`select from pending_login where user_id = $1`, [id])).toEqual([]);
  });
});

describe('guessing', () => {
  it('is stopped after ten wrong passwords, also with the correct one, for this account only', async () => {
    const [user, other] = [await identity.createUser(), await identity.createUser()];
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await login(user.email, 'wrong')).status).toBe(401);
    const refused = await login(user.email);
    expect([refused.status, refused.body.Error.Code]).toEqual([429, 'Throttling']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
    expect((await login(user.email.toUpperCase(), 'wrong')).status).toBe(429);
    expect((await login(other.email)).status).toBe(200);
  });

  it('gains nothing from trying many at once', async () => {
    const { email } = await identity.createUser();
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => login(email, `wrong ${index}`)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it('is limited equally for an unknown address', async () => {
    const email = 'nobody-has-this@example.test';
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await login(email)).status).toBe(401);
    expect((await login(email)).status).toBe(429);
  });

  it('does not include logins with the correct password', async () => {
    const { email } = await identity.createUser();
    for (let attempt = 0; attempt < 12; attempt += 1) expect((await login(email)).status).toBe(200);
  });

  it('is not what many programs do that log in with one account at the same moment', async () => {
    const wide = await identityStack({
      besides: identity,
      environment: { PASSWORD_CONCURRENCY: '24', PASSWORD_MEMORY_KIB: '' },
    });
    const { email } = await identity.createUser();
    const attempt = (password: string) => wide.service.post('/internal/sessions', { email, password });
    const right = await Promise.all(Array.from({ length: 40 }, () => attempt(PASSWORD)));
    expect(right.map(({ status }) => status)).toEqual(right.map(() => 200));
    // None of them is left in the count: there are ten wrong ones yet, and no more.
    const wrong = await Promise.all(Array.from({ length: 30 }, () => attempt('wrong')));
    expect(wrong.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(wrong.filter(({ status }) => status === 429)).toHaveLength(20);
    expect((await attempt(PASSWORD)).status).toBe(429);
    await wide.close();
  });

  it('is counted in the process when Redis is away', async () => {
    const lonely = await identityStack({ besides: identity, environment: { REDIS_URL: 'redis://127.0.0.1:9' } });
    const { email } = await lonely.createUser();
    const attempt = (password: string) => lonely.service.post('/internal/sessions', { email, password });
    for (let count = 0; count < 10; count += 1) expect((await attempt('wrong')).status).toBe(401);
    expect((await attempt(PASSWORD)).status).toBe(429);
    await lonely.close();
  });

  it('takes the same time for an unknown address and a wrong password', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => identity.createUser()));
    const timeOf = async (email: string) => {
      const began = performance.now();
      await login(email, 'wrong');
      return performance.now() - began;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 28; round += 1) {
      known.push(await timeOf(people[round % people.length]!.email));
      unknown.push(await timeOf(`unknown-${round % 4}@example.test`));
    }
    const ratio = median(unknown) / median(known);
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.4);
  });
});

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
