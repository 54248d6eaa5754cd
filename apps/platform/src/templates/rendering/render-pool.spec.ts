import { afterEach, describe, expect, it } from 'vitest';
import { REQUEST_LIMITS, type CallLimits } from './render-call.js';
import type { RenderOutcome } from './render-messages.js';
import { RendererBusy, RenderPool } from './render-pool.js';
import { RenderWorker } from './render-worker.js';

const pools: RenderPool[] = [];
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

function poolOf(...args: ConstructorParameters<typeof RenderPool>): RenderPool {
  const pool = new RenderPool(...args);
  pools.push(pool);
  return pool;
}

/** Waits as long as a busy machine needs. */
const PATIENT: CallLimits = { ...REQUEST_LIMITS, waitMs: 600_000 };
const SILENT_THREAD = new URL('data:text/javascript,setInterval(() => undefined, 1000)');
/** Takes longer than any limit, in one tag. */
const ENDLESS = '{% if (1..7000000) contains 0 %}{% endif %}'.repeat(1_000);

interface Message {
  text: string;
  data?: object;
}

function callOf(tenantId: string, messages: readonly Message[], limits = PATIENT) {
  return {
    tenantId,
    templates: messages.map(({ text }) => ({ subject: null, html: null, text, data: null })),
    items: messages.map(({ data = {} }, template) => ({ template, data: JSON.stringify(data) })),
    limits,
  };
}

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

const said = (outcome: RenderOutcome | undefined) =>
  outcome && ('parts' in outcome ? outcome.parts.text : outcome.fault.kind);

describe('a pool of threads', () => {
  it('renders the messages of a call in their order', async () => {
    const messages = Array.from({ length: 500 }, (_, n) => ({ text: '{{ n }}', data: { n } }));
    const outcomes = await poolOf(2).render(callOf('a', messages));
    expect(outcomes.map(said)).toEqual(messages.map(({ data }) => String(data.n)));
  });

  it('fails what takes too long alone, and renders what came before and after it', async () => {
    const terminated: string[] = [];
    const pool = poolOf(2, (limit, tenantId) => terminated.push(`${limit} ${tenantId}`));
    const messages = [{ text: 'a' }, { text: 'b' }, { text: ENDLESS }, { text: 'c' }];
    expect((await pool.render(callOf('a', messages))).map(said)).toEqual(['a', 'b', 'heavy', 'c']);
    expect(terminated).toEqual(['time a']);
  });

  it('leaves out what is beyond the time of a call', async () => {
    const limits = { ...PATIENT, messageMs: 100, ms: 250 };
    const outcomes = (await poolOf(2).render(callOf('a', times(100, { text: ENDLESS }), limits))).map(said);
    // On a busy machine a message may have had little of the processor when its time is over by the clock: then more are tried.
    const tried = outcomes.indexOf(undefined);
    expect(tried).toBeGreaterThanOrEqual(2);
    expect(outcomes).toEqual([...times(tried, 'heavy'), ...times(100 - tried, undefined)]);
  });

  it('leaves out what is beyond the characters of a call', async () => {
    const limits = { ...PATIENT, characters: 20 };
    const messages = times(4, { text: 'ten digits' });
    expect((await poolOf(2).render(callOf('a', messages, limits))).map(said)).toEqual([
      'ten digits',
      'ten digits',
      undefined,
      undefined,
    ]);
  });

  it('terminates a thread that takes too much memory, and nothing else', async () => {
    const limits = { ...PATIENT, messageMs: 30_000, ms: 30_000 };
    const pool = poolOf(2);
    const data = `{"list":[${'[],'.repeat(3_000_000)}[]]}`;
    const call = { ...callOf('a', [{ text: '{{ list.size }}' }], limits), items: [{ template: 0, data }] };
    expect(await pool.render(call)).toEqual([{ fault: { kind: 'heavy', limit: 'memory' } }]);
    expect((await pool.render(callOf('a', [{ text: 'a' }]))).map(said)).toEqual(['a']);
  });

  it('leaves a thread to others, however many heavy calls a tenant has', async () => {
    const pool = poolOf(2);
    let ended = 0;
    const heavy = Array.from({ length: 6 }, async () => {
      await pool.render(callOf('heavy', [{ text: ENDLESS }]));
      ended += 1;
    });
    expect((await pool.render(callOf('light', [{ text: 'a' }]))).map(said)).toEqual(['a']);
    expect(ended).toBeLessThanOrEqual(1);
    await Promise.all(heavy);
  });

  it('leaves a thread to others, however many heavy tenants there are', async () => {
    const pool = poolOf(2);
    const heavy = ['x', 'y', 'z'];
    await Promise.all(heavy.map((tenantId) => pool.render(callOf(tenantId, [{ text: ENDLESS }]))));
    let ended = 0;
    const again = heavy.map(async (tenantId) => {
      await pool.render(callOf(tenantId, [{ text: ENDLESS }]));
      ended += 1;
    });
    await pool.render(callOf('light', [{ text: 'a' }]));
    expect(ended).toBeLessThanOrEqual(1);
    await Promise.all(again);
  });

  it('rejects a call that would wait for too long', async () => {
    const pool = poolOf(2);
    const first = pool.render(callOf('a', [{ text: ENDLESS }]));
    const second = pool.render(callOf('a', [{ text: 'a' }], { ...PATIENT, waitMs: 1 }));
    await expect(second).rejects.toBeInstanceOf(RendererBusy);
    expect((await first).map(said)).toEqual(['heavy']);
  });

  it('rejects a call whose thread does not start in time', async () => {
    const pool = poolOf(2, undefined, () => new RenderWorker(SILENT_THREAD, 10));
    await expect(pool.render(callOf('a', [{ text: 'a' }]))).rejects.toBeInstanceOf(RendererBusy);
  });

  it('rejects more than may wait for a tenant, and not the call of another', async () => {
    const pool = poolOf(2);
    const long = [{ text: 'a', data: { text: 'x'.repeat(1_000_000) } }];
    const calls = Array.from({ length: 40 }, () => pool.render(callOf('a', long)));
    const other = pool.render(callOf('b', long));
    const results = await Promise.allSettled(calls);
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(reasons.length).toBeGreaterThan(20);
    expect(reasons.every((reason) => reason instanceof RendererBusy)).toBe(true);
    expect((await other).map(said)).toEqual(['a']);
  });

  it('rejects what waits when it is closed, and what comes later', async () => {
    const pool = poolOf(2);
    const calls = Array.from({ length: 3 }, () => pool.render(callOf('a', [{ text: ENDLESS }])));
    const results = Promise.allSettled(calls);
    await pool.close();
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await expect(pool.render(callOf('a', [{ text: 'a' }]))).rejects.toBeInstanceOf(RendererBusy);
  });
});
