import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { logger } from '#libs/core/observability';
import { newId } from '#libs/core/persistence';
import { HttpSink, patient } from '#libs/test/testing';
import { SubjectDataClient } from '../index.js';

const MIB = 1024 * 1024;
const SUBJECT = { emails: ['ana@example.test'], phones: [], leadIds: [] };
const DATA = { items: [{ kind: 'lead', at: null, fields: {} }], cut: false };

let sink: HttpSink;
let client: SubjectDataClient;

beforeAll(async () => {
  logger.configure({ service: 'spec', level: 'silent' });
  sink = await HttpSink.start();
  client = clientOf();
});
afterEach(() => sink.answer({}));
afterAll(async () => {
  await sink?.stop();
  await client?.onApplicationShutdown();
});

const clientOf = (timeoutMs?: number) =>
  new SubjectDataClient({ apps: { pages: sink.url }, serviceSecret: 'x'.repeat(32), timeoutMs });
const ask = (of = client) => of.ask('pages', newId('acc'), SUBJECT, 10);

describe('an app that is asked for the data of a person', () => {
  it('is believed what it answers', async () => {
    sink.answer({ body: JSON.stringify(DATA) });
    expect(await ask()).toEqual(DATA);
  });

  it.each([
    ['never answers', { hang: true }],
    ['answers without end', { dripEveryMs: 20 }],
  ])('is absent if it %s', async (_name, answer) => {
    sink.answer(answer);
    const impatient = clientOf(150);
    const before = Date.now();
    expect(await ask(impatient)).toBeUndefined();
    expect(Date.now() - before).toBeLessThan(patient(4_000));
  });

  it('may answer with up to 64 MiB, and is absent above that', async () => {
    const padding = (bytes: number) => JSON.stringify({ ...DATA, padding: '' }).replace('""', `"${'x'.repeat(bytes)}"`);
    sink.answer({ body: padding(63 * MIB) });
    expect((await ask())?.items).toEqual(DATA.items);
    sink.answer({ hugeBytes: 65 * MIB });
    expect(await ask()).toBeUndefined();
  });

  it.each([
    ['an error', { status: 500 }],
    ['no JSON', { body: 'x' }],
    ['a closed connection', { drop: true }],
  ])('is absent if it answers with %s', async (_name, answer) => {
    sink.answer(answer);
    expect(await ask()).toBeUndefined();
  });
});
