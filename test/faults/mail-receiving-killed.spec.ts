import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ClamdDouble, freePort, waitUntil } from '#libs/test/testing';
import { readBeginning } from '#libs/mail/email';
import type { TenantId } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { RAW, submitTo } from '../../apps/mail/src/receiving/receiving.fixture.js';
import type { Mailbox } from '../../apps/mail/src/mailboxes/mailbox.entity.js';
import { type AppProcess, ensureBuilt } from '../support/app-process.js';
import { HeldSteps } from '../support/held-steps.js';
import { inLanes } from '../support/in-lanes.js';
import { createMailbox, createVerifiedDomain } from '../support/mail-fixtures.js';
import { copiesIn, finishMail, startMailProcess, wrongCounts } from '../support/mail-process.js';
import { type MailStack, mailStack } from '../support/mail-stack.js';
import { randomNumbers } from '../support/random.js';
import { RedisServer } from '../support/redis-server.js';

const MESSAGES = 80;
const LANES = 8;
const KILLS = 3;
/** A kill comes at any moment of this time (milliseconds): longer than all steps of some messages take. */
const MOMENTS_MS = 250;
const SEED = 20_261_123;

let home: string;
let stack: MailStack;
let redis: RedisServer;
let clamd: ClamdDouble;
let steps: HeldSteps;
let mail: AppProcess;
let inbound: number;
let mailboxes: Mailbox[];
let single: Mailbox;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'receiving-'));
  [stack, redis, clamd, inbound] = await Promise.all([
    mailStack({ ROLE: 'api' }),
    RedisServer.start(join(home, 'redis')),
    ClamdDouble.start(),
    freePort(),
    ensureBuilt(),
  ]);
  steps = await HeldSteps.start(stack);
  await steps.at('inbound_message', 'insert', `new.envelope_from = 'stored@sender.test'`);
  await steps.at('mail_message', 'insert', `new.subject in ('delivering', 'at-once')`);
  const domain = await createVerifiedDomain(stack, (await stack.createTenant()).id, 'shop.test');
  const rival = await createVerifiedDomain(stack, (await stack.createTenant()).id, 'rival.test');
  mailboxes = [await createMailbox(stack, domain, 'one'), await createMailbox(stack, domain, 'two')];
  mailboxes.push(await createMailbox(stack, rival, 'three'));
  single = await createMailbox(stack, domain, 'four');
  mail = await startMailProcess(stack, { REDIS_URL: redis.url, INBOUND_PORT: String(inbound), CLAMD_URL: clamd.url });
});
afterAll(async () => {
  await mail?.kill();
  await steps?.stop();
  await Promise.all([stack?.close(), redis?.kill(), clamd?.stop()]);
  rmSync(home, { recursive: true, force: true });
});
afterEach(async () => {
  clamd.hangs = false;
  await steps.release();
  if (!mail.isRunning) await mail.start();
});

const to = () => mailboxes.map(({ address }) => address);
const named = (name: string) =>
  RAW.replace('Subject: Hello', `Subject: ${name}`).replace('one@sender.test', `${name}@sender.test`);
const FILE = 'MIME-Version: 1.0\r\nContent-Type: application/octet-stream; name=a.bin\r\n';
const withFile = (name: string) => named(name).replace('Date:', `${FILE}Date:`);
/** To mailboxes of two tenants, which goes through the queue, or to one mailbox, which has it before it is accepted. */
const submit = (name: string, raw = named(name), recipients = to()) =>
  submitTo(inbound, { to: recipients, from: `${name}@sender.test`, raw });
const submitAtOnce = (name: string) => submit(name, named(name), [single.address]);

/** Begins a message, goes on as `text` says, and looks at no answer any more. */
async function submitBlindly(name: string, text: string): Promise<void> {
  const socket = connect(inbound, '127.0.0.1').on('error', () => undefined);
  const answers = createInterface(socket)[Symbol.asyncIterator]();
  const answer = async () => {
    for (;;) {
      const { value, done } = await answers.next();
      if (done || /^\d{3} /.test(value)) return;
    }
  };
  await answer();
  const recipients = to().map((address) => `RCPT TO:<${address}>`);
  for (const command of ['EHLO sender.test', `MAIL FROM:<${name}@sender.test>`, ...recipients, 'DATA']) {
    socket.write(`${command}\r\n`);
    await answer();
  }
  socket.write(text);
}

/** The content of all copies of messages, by subject. */
async function contents(): Promise<Map<string, Set<string>>> {
  const rows = await stack.sql<{ subject: string; tenant: TenantId; hash: string }>(
    'select distinct subject, tenant_id as tenant, blob_hash as hash from mail_message',
  );
  const bySubject = new Map<string, Set<string>>();
  for (const { subject, tenant, hash } of rows) {
    const content = await readBeginning(await stack.app.get(Blobs, { strict: false }).read(tenant, hash), 1_000_000);
    bySubject.set(subject, (bySubject.get(subject) ?? new Set()).add(content.toString('latin1')));
  }
  return bySubject;
}

/** How often each mailbox has a message. */
async function copies(): Promise<(name: string) => number[]> {
  const found = await Promise.all(to().map((address) => copiesIn(stack, address)));
  return (name) => found.map((ofMailbox) => ofMailbox.get(name) ?? 0);
}

const [NONE, ONCE] = [
  [0, 0, 0],
  [1, 1, 1],
];

describe('a process that is killed while it receives', () => {
  it('has each message once that it accepted, at whatever step it was, and no other', async () => {
    await steps.hold();
    expect(await submit('delivered')).toMatch(/^250/);
    await waitUntil(async () => (await copies())('delivered').join() === ONCE.join(), { what: 'the first delivery' });
    expect(await submit('delivering')).toMatch(/^250/);
    await waitUntil(async () => (await steps.waiting()) > 0, { what: 'a delivery to be held' });
    clamd.hangs = true;
    expect(await submit('scanned', withFile('scanned'))).toMatch(/^250/);
    await waitUntil(() => clamd.scanned.length > 0, { what: 'the scanner to be asked' });
    const isTaken = `select from inbound_message where envelope_from = 'unanswered@sender.test'`;
    await submitBlindly('unanswered', `${withFile('unanswered')}.\r\n`);
    await waitUntil(async () => (await stack.sql(isTaken)).length === 2, { what: 'a message to be taken' });
    const held = await steps.waiting();
    const refused = submit('stored');
    await waitUntil(async () => (await steps.waiting()) > held, { what: 'a commit to be held' });
    const delivering = await steps.waiting();
    const undelivered = submitAtOnce('at-once');
    await waitUntil(async () => (await steps.waiting()) > delivering, { what: 'a delivery at once to be held' });
    await submitBlindly('coming', named('coming').slice(0, -10));
    await mail.kill();
    for (const answer of [await refused, await undelivered]) expect(answer).not.toMatch(/^250/);
    await steps.abort();
    await steps.release();
    clamd.hangs = false;
    await mail.start();
    await finishMail(stack);
    const found = await copies();
    const accepted = ['delivered', 'delivering', 'scanned', 'unanswered'];
    expect(accepted.map(found)).toEqual(accepted.map(() => ONCE));
    expect(['stored', 'coming'].map(found)).toEqual([NONE, NONE]);
    expect(await copiesIn(stack, single.address)).toEqual(new Map());
    expect([await submit('stored'), await submit('coming')]).toEqual([
      expect.stringMatching(/^250/),
      expect.stringMatching(/^250/),
    ]);
    expect(await submitAtOnce('at-once')).toMatch(/^250/);
    expect(await copiesIn(stack, single.address)).toEqual(new Map([['at-once', 1]]));
    await finishMail(stack);
    const later = await copies();
    expect(['stored', 'coming', ...accepted].map(later)).toEqual([ONCE, ONCE, ...accepted.map(() => ONCE)]);
    const stored = await contents();
    expect(stored.get('scanned')).toEqual(new Set([withFile('scanned')]));
    expect(stored.get('delivering')).toEqual(new Set([named('delivering')]));
    expect(await wrongCounts(stack)).toEqual([]);
  });

  it('again and again, at any moment, has each message as often as it was accepted', async () => {
    const random = randomNumbers(SEED);
    const answers = new Map<string, string>();
    let accepted = 0;
    const names = Array.from({ length: MESSAGES }, (_, n) => `m${n}`);
    const isAtOnce = (name: string) => /[02468]\./.test(name);
    const sending = inLanes(LANES, names, async (name) => {
      for (let attempt = 1; ; attempt += 1) {
        const tried = `${name}.${attempt}`;
        const answer = await (isAtOnce(tried) ? submitAtOnce(tried) : submit(tried));
        answers.set(tried, answer);
        if (answer.startsWith('250')) return void (accepted += 1);
        await waitUntil(() => mail.isRunning);
      }
    });
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = accepted;
      await waitUntil(() => accepted > before || accepted === MESSAGES, { timeoutMs: 60_000 });
      await delay(random() * MOMENTS_MS);
      await mail.kill();
      if (kill === 2) await redis.flush();
      await mail.start();
    }
    await sending;
    await finishMail(stack);
    const found = await copies();
    const alone = await copiesIn(stack, single.address);
    const stored = await contents();
    const wrong = [...answers].filter(([name, answer]) => {
      const times = [alone.get(name) ?? 0, ...found(name)].join();
      if (times === [0, ...NONE].join()) return answer.startsWith('250');
      // Without an answer it may be there; the sender cannot know.
      const mayBe = !/^[45]\d\d/.test(answer);
      const once = isAtOnce(name) ? [1, ...NONE] : [0, ...ONCE];
      return times !== once.join() || !mayBe || [...stored.get(name)!].join() !== named(name);
    });
    expect(wrong, `seed ${SEED}`).toEqual([]);
    expect(await wrongCounts(stack)).toEqual([]);
  });
});
