import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId, type TenantId } from '#libs/core/persistence';
import { schemaDifferences, waitUntil } from '#libs/test/testing';
import { DataSource } from 'typeorm';
import { startNotesApp } from '../test-support/notes-app.js';
import { IdempotencyCleanup } from './idempotency-cleanup.js';

let stack: Awaited<ReturnType<typeof startNotesApp>>;

beforeAll(async () => {
  stack = await startNotesApp();
});
afterEach(() => {
  stack.notes.gate = Promise.resolve();
  stack.notes.failures = 0;
});
afterAll(() => stack?.close());

interface Answer {
  id?: number;
  text?: string;
  idempotent_replay?: boolean;
  RequestId: string;
  Error: { Code: string; Details: { Field: string }[] };
}

interface Document {
  paths: Record<string, { post: { parameters: { name: string; description?: string }[] } }>;
}

interface Call {
  tenantId: TenantId;
  key?: string;
  body?: object;
  path?: string;
}

async function post({ tenantId, key, body = { text: 'hello' }, path = '/notes' }: Call) {
  const answer = await fetch(`${stack.url}${path}`, {
    method: 'POST',
    headers: {
      'x-tenant': tenantId,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

async function notesOf(tenantId: TenantId): Promise<string[]> {
  const { rows } = await stack.admin.query<{ text: string }>('select text from note where tenant_id = $1 order by id', [
    tenantId,
  ]);
  return rows.map(({ text }) => text);
}

const age = (tenantId: TenantId, time: string) =>
  stack.admin.query(`update idempotency_key set expires_at = expires_at - $2::interval where tenant_id = $1`, [
    tenantId,
    time,
  ]);

const isCallWaiting = async () => {
  const { rowCount } = await stack.admin.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount! > 0;
};

describe('a call with an idempotency key', () => {
  it('is carried out once: its repetition gets the same answer', async () => {
    const tenantId = newId('acc');
    const first = await post({ tenantId, key: 'a' });
    expect([first.status, first.body.idempotent_replay]).toEqual([202, false]);
    const { RequestId: _, ...answer } = first.body;
    for (const body of [{ text: 'hello' }, { text: 'hello' }]) {
      const again = await post({ tenantId, key: 'a', body });
      expect(again.status).toBe(200);
      expect(again.body).toMatchObject({ ...answer, idempotent_replay: true });
    }
    expect(await notesOf(tenantId)).toEqual(['hello']);
  });

  it('is rejected when an earlier call with the key had another body', async () => {
    const tenantId = newId('acc');
    await post({ tenantId, key: 'a' });
    const other = await post({ tenantId, key: 'a', body: { text: 'other' } });
    expect([other.status, other.body.Error.Code]).toEqual([409, 'IdempotencyConflict']);
    expect(await notesOf(tenantId)).toEqual(['hello']);
  });

  it('is rejected with the code and status that the app has for it', async () => {
    const tenantId = newId('acc');
    const path = '/forms/f1/notes';
    expect((await post({ tenantId, key: 'a/b', path })).status).toBe(201);
    expect((await post({ tenantId, key: 'a/b', path })).status).toBe(201);
    const other = await post({ tenantId, key: 'a/b', path, body: { text: 'other' } });
    expect([other.status, other.body.Error.Code]).toEqual([422, 'KeyReused']);
    // Another object in the path is another request, too.
    expect((await post({ tenantId, key: 'a/b', path: '/forms/f2/notes' })).status).toBe(422);
    expect(await notesOf(tenantId)).toEqual(['f1 hello']);
  });

  it('is another call than one of another route or tenant with the same key', async () => {
    const [one, other] = [newId('acc'), newId('acc')];
    await post({ tenantId: one, key: 'a' });
    expect((await post({ tenantId: one, key: 'a', path: '/forms/f1/notes' })).status).toBe(201);
    expect((await post({ tenantId: other, key: 'a', body: { text: 'mine' } })).status).toBe(202);
    expect([await notesOf(one), await notesOf(other)]).toEqual([['hello', 'f1 hello'], ['mine']]);
  });

  it.each([2, 5])('and its repetitions at the same instant are carried out once, %i together', async (times) => {
    const tenantId = newId('acc');
    const before = stack.notes.written;
    let open = () => {};
    stack.notes.gate = new Promise<void>((resolve) => (open = resolve));
    const calls = Array.from({ length: times }, () => post({ tenantId, key: 'a' }));
    await waitUntil(isCallWaiting);
    expect(stack.notes.written).toBe(before + 1);
    open();
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: times - 1 }, () => 200), 202]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await notesOf(tenantId)).toEqual(['hello']);
  });

  it('that fails is not remembered: the next one is carried out', async () => {
    const tenantId = newId('acc');
    stack.notes.failures = 1;
    expect((await post({ tenantId, key: 'a' })).status).toBe(502);
    expect(await notesOf(tenantId)).toEqual([]);
    expect((await post({ tenantId, key: 'a', body: { text: 'other' } })).status).toBe(202);
    expect(await notesOf(tenantId)).toEqual(['other']);
  });

  it('that fails while a repetition waits lets the repetition run', async () => {
    const tenantId = newId('acc');
    stack.notes.failures = 1;
    let open = () => {};
    stack.notes.gate = new Promise<void>((resolve) => (open = resolve));
    const calls = [post({ tenantId, key: 'a' }), post({ tenantId, key: 'a' })];
    await waitUntil(isCallWaiting);
    open();
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 502]);
    expect(await notesOf(tenantId)).toEqual(['hello']);
  });

  it('is remembered for 24 hours, and carried out again after them', async () => {
    const tenantId = newId('acc');
    await post({ tenantId, key: 'a' });
    await age(tenantId, '23 hours 59 minutes');
    expect((await post({ tenantId, key: 'a' })).status).toBe(200);
    await age(tenantId, '1 minute');
    expect((await post({ tenantId, key: 'a', body: { text: 'next day' } })).status).toBe(202);
    expect((await post({ tenantId, key: 'a', body: { text: 'next day' } })).status).toBe(200);
    expect(await notesOf(tenantId)).toEqual(['hello', 'next day']);
  });

  it.each(['', 'a b', 'é', 'x'.repeat(129)])('is rejected with the malformed key %j, and nothing runs', async (key) => {
    const tenantId = newId('acc');
    const { status, body } = await post({ tenantId, key: Buffer.from(key).toString('latin1') });
    expect([status, body.Error.Code, body.Error.Details[0]?.Field]).toEqual([
      422,
      'InvalidParameter',
      'Idempotency-Key',
    ]);
    expect(await notesOf(tenantId)).toEqual([]);
  });

  it('may be without a key, and runs each time then', async () => {
    const tenantId = newId('acc');
    for (const expected of [202, 202]) expect((await post({ tenantId })).status).toBe(expected);
    expect(await notesOf(tenantId)).toEqual(['hello', 'hello']);
  });
});

describe('the table of idempotency keys', () => {
  it('is as its entity says', async () => {
    const differences = await schemaDifferences(stack.app.get(DataSource));
    expect(differences.filter((difference) => difference.startsWith('idempotency_key'))).toEqual([]);
  });

  it('loses what has expired, and nothing else', async () => {
    const [old, fresh] = [newId('acc'), newId('acc')];
    await post({ tenantId: old, key: 'a' });
    await post({ tenantId: fresh, key: 'a' });
    await age(old, '24 hours');
    await stack.app.get(IdempotencyCleanup, { strict: false }).deleteExpired(new AbortController().signal);
    const { rows } = await stack.admin.query(`select tenant_id from idempotency_key where tenant_id = any($1)`, [
      [old, fresh],
    ]);
    expect(rows).toEqual([{ tenant_id: fresh }]);
  });
});

it('the OpenAPI document names the header and its form', async () => {
  const document = (await (await fetch(`${stack.url}/openapi.json`)).json()) as Document;
  const headerOf = (path: string) =>
    document.paths[path]?.post.parameters.find(({ name }) => name === 'Idempotency-Key');
  expect(headerOf('/notes')).toMatchObject({
    in: 'header',
    required: false,
    description: expect.stringContaining('1 to 128'),
  });
  expect(headerOf('/forms/{form}/notes')?.description).toContain('1 to 255');
});
