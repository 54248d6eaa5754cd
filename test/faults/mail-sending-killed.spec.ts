import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { type AppProcess, ensureBuilt } from '../support/app-process.js';
import { HeldSteps } from '../support/held-steps.js';
import { HttpClient, type Answer } from '../support/http-client.js';
import { inLanes } from '../support/in-lanes.js';
import { createDomain, createMailbox } from '../support/mail-mailboxes.js';
import { copiesIn, finishMail, startMailProcess, wrongCounts } from '../support/mail-process.js';
import { type MailStack, mailStack } from '../support/mail-stack.js';
import { randomNumbers } from '../support/random.js';
import type { StackTenant } from '../support/stack-tenant.js';

const MESSAGES = 45;
const LANES = 6;
const KILLS = 3;
/** A kill comes at any moment of this time (milliseconds): longer than all steps of some messages take. */
const MOMENTS_MS = 250;
const SEED = 20_261_123;

let stack: MailStack;
let mail: AppProcess;
let steps: HeldSteps;
let tenant: StackTenant;
let secret: string;
let session: string;
let from: { id: string; address: string };
let neighbour: string;

beforeAll(async () => {
  [stack] = await Promise.all([mailStack({ ROLE: 'api' }), ensureBuilt()]);
  steps = await HeldSteps.start(stack);
  // What records an attempt waits while steps are held.
  await steps.at('outgoing_message', 'update');
  const sinks = { SMTP_URL: stack.mail.url, SANDBOX_SMTP_URL: stack.mail.url };
  mail = await startMailProcess(stack, { ...stack.issuer.environment, ...sinks });
});
afterAll(async () => {
  await mail?.kill();
  await steps?.stop();
  await stack?.close();
});
beforeEach(async () => {
  tenant = await stack.createTenant();
  const { domain } = await createDomain(stack.app, tenant.id);
  const user = { operator: false, memberships: [{ tenantId: tenant.id, slug: tenant.slug, role: 'member' as const }] };
  const { userId, token } = await stack.createSession(user);
  session = token;
  from = await createMailbox(stack.app, domain, 'hello', [{ userId, role: 'sender' }]);
  ({ address: neighbour } = await createMailbox(stack.app, domain, 'neighbour'));
  ({ secret } = await tenant.createKey(['email:send']));
});
afterEach(async () => {
  stack.mail.resume();
  await steps.release();
  if (!mail.isRunning) await mail.start();
});

const elsewhere = (name: string) => `${name}@${tenant.slug}.example`;
const content = (name: string) => ({ to: [elsewhere(name), neighbour], subject: name, text: 'It works.' });
const client = (credential: string, key: string) =>
  new HttpClient(mail.url, { authorization: `Bearer ${credential}`, 'Idempotency-Key': key });

type Send = (name: string) => Promise<Answer>;
const send: Send = (name) => client(secret, name).post('/v1/emails', { from: from.address, ...content(name) });
const sendAsUser: Send = (name) => client(session, name).post(`/mailboxes/${from.id}/send`, content(name));

/** Sends a new draft, which is written past the process under test. */
async function draftOf(name: string): Promise<Send> {
  const beside = new HttpClient(stack.url, { authorization: `Bearer ${session}` });
  const draftId = await waitUntil(async () => {
    const { status, body } = await beside.post(`/mailboxes/${from.id}/drafts`, content(name));
    return status === 201 ? (body.id as string) : undefined;
  });
  return (key) => client(session, key).post(`/mailboxes/${from.id}/send`, { draft_id: draftId });
}

const arrived = (name: string) => stack.mail.messages.filter((message) => message.to.includes(elsewhere(name)));
const idsOf = (name: string) => new Set(arrived(name).map(({ source }) => /^Message-ID: <(.+)>/m.exec(source)?.[1]));
const rowsOf = async (table: string) =>
  (await stack.sql(`select from ${table} where tenant_id = $1`, [tenant.id])).length;
const used = async () =>
  (await stack.sql<{ used: number }>('select used from sending_usage where tenant_id = $1', [tenant.id])).map(
    (row) => row.used,
  );
const copiesOf = async (name: string) => {
  const [sent, received] = await Promise.all([from.address, neighbour].map((address) => copiesIn(stack, address)));
  return [sent!.get(name) ?? 0, received!.get(name) ?? 0];
};

/** One message of a key, and a draft of a user. */
const NAMES = ['message', 'draft'];
const bothCalls = async (): Promise<() => Promise<(Answer | undefined)[]>> => {
  const calls = [send, await draftOf('draft')];
  return () => Promise.all(NAMES.map((name, index) => calls[index]!(name).catch(() => undefined)));
};
const outcomesOf = (answers: (Answer | undefined)[]) => answers.map((answer) => answer?.status ?? 'none');
const state = async () => ({
  arrived: NAMES.map((name) => arrived(name).length),
  copies: await Promise.all(NAMES.map(copiesOf)),
  drafts: await rowsOf('draft'),
  used: await used(),
});
const copies = [
  [1, 1],
  [1, 1],
];
const ALL_SENT = { arrived: [1, 1], copies, drafts: 0, used: [4, 4] };
const lockWaiters = async () =>
  (await stack.sql(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
    .length;

describe('a process that is killed', () => {
  it('before it has accepted messages leaves nothing of them, and repetitions send them', async () => {
    const call = await bothCalls();
    const holder = new pg.Client({ connectionString: stack.database.adminUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from mailbox where address = $1 for update', [from.address]);
    const answers = call();
    await waitUntil(async () => (await lockWaiters()) >= 2, { what: 'both commits to be held' });
    await mail.kill();
    await holder.end();
    expect(outcomesOf(await answers)).toEqual(['none', 'none']);
    await mail.start();
    const tables = ['outgoing_message', 'outbox', 'idempotency_key', 'sending_usage'];
    expect(await Promise.all(tables.map(rowsOf))).toEqual(tables.map(() => 0));
    const nothing = [
      [0, 0],
      [0, 0],
    ];
    expect(await state()).toEqual({ arrived: [0, 0], copies: nothing, drafts: 1, used: [] });
    expect(outcomesOf(await call())).toEqual([202, 202]);
    await finishMail(stack);
    expect(await state()).toEqual(ALL_SENT);
  });

  it('after that, and before the mail server has the messages, sends each once', async () => {
    const call = await bothCalls();
    stack.mail.pause();
    const answers = call();
    await waitUntil(async () => stack.mail.waiting > 0 && (await rowsOf('outgoing_message')) === 2);
    await mail.kill();
    expect(outcomesOf(await answers)).toEqual(['none', 'none']);
    stack.mail.resume();
    await mail.start();
    await finishMail(stack);
    expect(outcomesOf(await call())).toEqual([200, 200]);
    expect(await state()).toEqual(ALL_SENT);
  });

  it('before it has recorded what the mail server took sends nothing else, and a mailbox here has it once', async () => {
    const call = await bothCalls();
    await steps.hold();
    const answers = call();
    const areTaken = () => NAMES.every((name) => arrived(name).length === 1);
    await waitUntil(async () => areTaken() && (await steps.waiting()) > 0, { what: 'an attempt to be held' });
    await mail.kill();
    expect(outcomesOf(await answers)).toEqual(['none', 'none']);
    await steps.release();
    await mail.start();
    await finishMail(stack);
    const repeated = await call();
    expect(outcomesOf(repeated)).toEqual([200, 200]);
    // The server may have them twice, under one Message-ID each: nobody can ask it whether it has taken a message.
    expect(NAMES.map((name) => [...idsOf(name)])).toEqual(repeated.map((answer) => [answer?.body.message_id]));
    expect(await state()).toMatchObject({ copies, drafts: 0, used: [4, 4] });
  });
});

describe('a process that is killed again and again while it sends', () => {
  it('has each message once, wherever it was, and all of it or nothing if nobody asks again', async () => {
    const random = randomNumbers(SEED);
    const names = Array.from({ length: MESSAGES }, (_, n) => `m${n}`);
    const calls = new Map<string, Send>();
    for (const [n, name] of names.entries()) calls.set(name, [send, sendAsUser][n % 3] ?? (await draftOf(name)));
    const answers = new Map<string, Answer>();
    const interrupted = new Set<string>();
    const sending = inLanes(LANES, names, async (name) => {
      for (;;) {
        const answer = await calls.get(name)!(name).catch(() => undefined);
        // 503: it has just started, and does not know yet who calls.
        if (answer && answer.status !== 503) return void answers.set(name, answer);
        interrupted.add(name);
        await waitUntil(() => mail.isRunning);
        // The clients of some do not come back.
        if (Number(name.slice(1)) % 4 === 0) return;
      }
    });
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = answers.size;
      await waitUntil(() => answers.size > before || answers.size + interrupted.size >= MESSAGES, {
        timeoutMs: 60_000,
      });
      await delay(random() * MOMENTS_MS);
      await mail.kill();
      await mail.start();
    }
    await sending;
    await finishMail(stack);
    const wrong: unknown[] = [];
    let sent = 0;
    for (const name of names) {
      const answer = answers.get(name);
      const [found, ids] = [await copiesOf(name), [...idsOf(name)]];
      const isThere =
        found.join() === '1,1' && ids.length === 1 && [ids[0], undefined].includes(answer?.body.message_id);
      const isNot = found.join() === '0,0' && ids.length === 0;
      const isRight = answer ? [200, 202].includes(answer.status) && isThere : isThere || isNot;
      // Only of a call that was cut off may the server's answer be lost, and the message come to it again.
      const isOnce = arrived(name).length <= 1 || interrupted.has(name);
      if (!isRight || !isOnce) wrong.push({ name, answer: answer?.body, found, ids });
      if (isThere) sent += 1;
    }
    expect(wrong, `seed ${SEED}`).toEqual([]);
    expect(await used()).toEqual([2 * sent, 2 * sent]);
    expect(await wrongCounts(stack)).toEqual([]);
  });
});
