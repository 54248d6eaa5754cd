import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SenderCase } from './sender-thread.js';
import { SenderThreads, SenderTooHeavy } from './sender-threads.js';

let threads: SenderThreads;
beforeEach(() => (threads = new SenderThreads()));
afterEach(() => threads.onApplicationShutdown());

const QUESTION = { ip: '192.0.2.1', helo: 'mx.sender.test', mta: 'mx.shop.test', sender: 'ana@sender.test' };
const PUBLISHED: Record<string, unknown> = {
  'TXT sender.test': [['v=spf1 ip4:192.0.2.1 -all']],
  'TXT _dmarc.sender.test': [['v=DMARC1; p=reject']],
};

function lookUp(name: string, type: string): Promise<unknown> {
  const records = PUBLISHED[`${type} ${name}`];
  return records ? Promise.resolve(records) : Promise.reject(Object.assign(new Error('None'), { code: 'ENOTFOUND' }));
}

const HONEST = 'From: Ana <ana@sender.test>\r\nSubject: Hello\r\n\r\nHello\r\n';
/** Costs mailauth the nearly third power of its lines. */
const BOMB = `From: ana@sender.test\r\nX-A: a\r\n${' b\r\n'.repeat(100_000)}\r\nhello\r\n`;
const LIMITS = { togetherMs: 250, aloneMs: 1_000 };

const caseOf = (content: string, more: Partial<SenderCase> = {}) =>
  (async () => ({ question: QUESTION, lookUp, content: Buffer.from(content), ...more })) as () => Promise<SenderCase>;
const PASSED = { verdicts: { spf: 'pass', dmarc: 'pass' }, judged: ['sender.test'], isForged: false };

describe('senders that are checked in a thread', () => {
  it('are told apart', async () => {
    const forger = caseOf(HONEST, { question: { ...QUESTION, ip: '192.0.2.2' } });
    const [honest, forged] = await Promise.all([threads.check(caseOf(HONEST)), threads.check(forger)]);
    expect(honest).toMatchObject(PASSED);
    expect(honest.results).toMatch(/^mx\.shop\.test;\s[^]*spf=pass/);
    expect(forged).toMatchObject({ verdicts: { spf: 'fail', dmarc: 'fail' }, isForged: true });
  });

  it('are read from a message that comes in chunks', async () => {
    const content = () => Readable.from([Buffer.from(HONEST.slice(0, 40)), Buffer.from(HONEST.slice(40))]);
    const read = async () => ({ question: QUESTION, lookUp, content: content() });
    expect(await threads.check(read)).toMatchObject(PASSED);
  });

  it('are not checked when their message cannot be read', async () => {
    const broken = () => {
      const content: Readable = new Readable({ read: () => content.destroy(new Error('The disk is away')) });
      return Promise.resolve({ question: QUESTION, lookUp, content });
    };
    await expect(threads.check(broken)).rejects.toThrow('The disk is away');
  });

  it('without an answer of DNS are not known now', async () => {
    const silent = () => Promise.reject(Object.assign(new Error('Silent'), { code: 'ETIMEOUT' }));
    expect(await threads.check(caseOf(HONEST, { lookUp: silent }))).toMatchObject({ verdicts: { spf: 'temperror' } });
  });

  it('are asked of DNS once for mails that follow each other, and again after a question that failed', async () => {
    let questions = 0;
    const counted: SenderCase['lookUp'] = (name, type) => {
      questions += 1;
      return lookUp(name, type);
    };
    const silent = () => Promise.reject(Object.assign(new Error('Silent'), { code: 'ETIMEOUT' }));
    await threads.check(caseOf(HONEST, { lookUp: silent }));
    expect(await threads.check(caseOf(HONEST, { lookUp: counted }))).toMatchObject(PASSED);
    const first = questions;
    expect(first).toBeGreaterThan(1);
    expect(await threads.check(caseOf(HONEST, { lookUp: counted }))).toMatchObject(PASSED);
    expect(questions).toBe(first);
  });

  it('hold up nobody when a message is made to stop its reader, and fail alone', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 10);
    const results = await Promise.allSettled([
      threads.check(caseOf(HONEST), LIMITS),
      threads.check(caseOf(BOMB), LIMITS),
      threads.check(caseOf(HONEST), LIMITS),
    ]);
    clearInterval(timer);
    expect(results).toMatchObject([
      { status: 'fulfilled', value: PASSED },
      { status: 'rejected', reason: expect.any(SenderTooHeavy) },
      { status: 'fulfilled', value: PASSED },
    ]);
    expect(turns).toBeGreaterThan(20);
    expect(await threads.check(caseOf(HONEST))).toMatchObject(PASSED);
  });
});
