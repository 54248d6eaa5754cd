import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { firstIdAt, idAt, newId, positionOf } from '#libs/persistence';
import { waitUntil } from '#libs/testing';
import type { Answer, HttpClient } from '../../../../../test/support/http-client.js';
import { platformStack, type PlatformStack, type TestTenant } from '../../../../../test/support/platform-stack.js';
import { statementsOf } from '../../../../../test/support/statements.js';
import { ExportSlots } from './export-slots.js';

let stack: PlatformStack;
let tenant: TestTenant;
let key: HttpClient;
let session: HttpClient;

beforeAll(async () => {
  stack = await platformStack({ environment: { ROLE: 'api' } });
});
afterAll(() => stack?.close());

beforeEach(async () => {
  tenant = await stack.createTenant();
  [key, session] = await Promise.all([tenant.key(), tenant.session('member')]);
});

const PATH = '/v1/messages/export';
const linesOf = ({ text }: Answer) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { Id: string; CreatedAt: string });
const idsOf = (answer: Answer) => linesOf(answer).map(({ Id }) => Id);

async function send(count: number, changes: (n: number) => object = () => ({})): Promise<string[]> {
  const Messages = Array.from({ length: count }, (_, n) => ({ ...tenant.email(), ...changes(n) }));
  const { body } = await key.post('/v1/emails/batch', { Messages });
  return body.Results.map(({ MessageId }: { MessageId: string }) => MessageId);
}

/** Many messages, evenly over the last hour. */
async function fill(count: number): Promise<void> {
  const first = positionOf(firstIdAt('msg', new Date(Date.now() - 3_600_000)));
  const ids = Array.from({ length: count }, (_, n) => idAt('msg', first + n * 4_096));
  await stack.sql(
    `insert into message (tenant_id, id, channel, status, environment, sender, recipient, subject, content_id)
     select $1, id, 'email', 'sent', 'test', 'a@x.test', 'b@x.test', repeat('x', 1000), id from unnest($2::text[]) as id`,
    [tenant.id, ids],
  );
}

/** The answer to an export of which nothing is read. */
function open(query = ''): Promise<IncomingMessage> {
  const url = new URL(`${PATH}${query}`, stack.url);
  return new Promise((resolve, reject) => {
    get(url, { headers: key.fixedHeaders, agent: false }, resolve).on('error', reject);
  });
}

describe('an export of messages', () => {
  it('has a line for each, as the list shows it, oldest first', async () => {
    const ids = await send(3, (n) => ({ Tags: { n: String(n) }, ...tenant.email({ subject: `Olá "${n}" \\ ,` }) }));
    const { status, headers, ...answer } = await key.get(PATH);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'content-disposition': 'attachment; filename="messages.ndjson"',
      trailer: 'X-Last-Message-Id',
    });
    const listed = (await key.get('/v1/emails')).body.Messages;
    expect(linesOf({ status, headers, ...answer } as Answer)).toEqual(listed.toReversed());
    expect(listed).toHaveLength(ids.length);
  });

  it('has its times as the list does, to the millisecond', async () => {
    const ids = await send(3);
    for (const [n, time] of ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.120Z', '2026-12-31T23:59:59.999Z'].entries())
      await stack.sql('update message set created_at = $2, sent_at = $2 where id = $1', [ids[n], time]);
    const listed = (await key.get('/v1/emails')).body.Messages.toReversed();
    const exported = linesOf(await key.get(PATH));
    expect(exported).toEqual(listed);
    expect(exported.map(({ CreatedAt }) => CreatedAt)).toEqual([
      '2026-03-01T10:00:00.000Z',
      '2026-03-01T10:00:00.120Z',
      '2026-12-31T23:59:59.999Z',
    ]);
  });

  it('takes the filters of the list', async () => {
    const ids = await send(4, (n) => ({
      ...tenant.email({ subject: n < 2 ? 'One' : 'Two' }),
      Tags: { odd: String(n % 2) },
    }));
    expect(idsOf(await key.get(`${PATH}?tag=odd:1`))).toEqual([ids[1], ids[3]]);
    expect(idsOf(await key.get(`${PATH}?tag=odd:1&q=two&environment=test&status=queued`))).toEqual([ids[3]]);
    expect(idsOf(await key.get(`${PATH}?environment=live`))).toEqual([]);
    expect(idsOf(await key.get(`${PATH}?campaign=${newId('cam')}`))).toEqual([]);
    for (const query of ['format=xml', 'tag=x', 'after=x', 'limit=1', `after=${newId('sms')}`])
      expect((await key.get(`${PATH}?${query}`)).status, query).toBe(422);
  });

  it('goes on behind a message', async () => {
    const ids = await send(5);
    expect(idsOf(await key.get(`${PATH}?after=${ids[1]}`))).toEqual(ids.slice(2));
    expect(idsOf(await key.get(`${PATH}?after=${ids[4]}`))).toEqual([]);
    const [newer] = await send(1);
    expect(idsOf(await key.get(`${PATH}?after=${ids[4]}`))).toEqual([newer]);
  });

  it('of a session has every channel, one after the other, and goes on in any', async () => {
    const { body } = await key.post('/v1/sms/send', { To: ['+351912345678'], Body: 'Hello' });
    const [mail] = await send(1);
    expect(idsOf(await session.get('/api/messages/export'))).toEqual([mail, body.MessageId]);
    expect(idsOf(await session.get(`/api/messages/export?after=${mail}`))).toEqual([body.MessageId]);
    expect(idsOf(await session.get('/api/messages/export?channel=sms'))).toEqual([body.MessageId]);
    expect(idsOf(await session.get(`/api/messages/export?after=${body.MessageId}`))).toEqual([]);
  });

  it('is CSV, in which no cell is a formula', async () => {
    const [id] = await send(1, () => ({ ...tenant.email({ subject: '=1+1' }), Tags: { a: '1', b: '2' } }));
    const { headers, text } = await key.get(`${PATH}?format=csv`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [names, row, end] = text.split('\r\n');
    expect(names).toMatch(/^\uFEFF?Id,Channel,Environment,Status,From,To,Subject,TemplateId,CampaignId,Tags,/);
    expect(row).toMatch(new RegExp(`^${id},email,test,queued,.*,"'=1\\+1",,,a:1; b:2,`));
    expect(end).toBe('');
  });

  it('has nothing of another tenant, and is not for a key without the scope', async () => {
    await send(1);
    const other = await stack.createTenant();
    expect(idsOf(await (await other.key()).get(PATH))).toEqual([]);
    expect((await (await tenant.key('emails:send')).get(PATH)).status).toBe(403);
    expect((await stack.anonymous.get(PATH)).status).toBe(401);
  });

  it('is recorded before a message is read, with the names of its filters alone', async () => {
    const statements = await statementsOf(() => key.get(`${PATH}?q=secret@example.test`), /audit_entry|row_to_json/);
    expect(statements).toHaveLength(2);
    expect(statements[0]).toMatch(/audit_entry/);
    const rows = await stack.sql<{ row: string }>(
      `select audit_entry::text as row from audit_entry where tenant_id = $1 and action = 'message.exported'`,
      [tenant.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.row).toContain('ndjson');
    expect(rows[0]!.row).not.toContain('secret');
  });

  it('does not leave while the audit log takes no entry', async () => {
    await stack.sql('alter table audit_entry rename to audit_entry_away');
    try {
      expect((await key.get(PATH)).status).toBe(503);
    } finally {
      await stack.sql('alter table audit_entry_away rename to audit_entry');
    }
  });
});

describe('an export of many messages', () => {
  it('is whole, and each message is in it once', async () => {
    await fill(9_000);
    const ids = idsOf(await key.get(PATH));
    expect(new Set(ids).size).toBe(9_000);
    expect(ids).toEqual(ids.toSorted());
    expect(idsOf(await key.get(`${PATH}?q=nothing`))).toEqual([]);
  });

  it('is read as the client reads: what waits in memory does not grow with it', async () => {
    await fill(40_000);
    let answer: IncomingMessage | undefined;
    const statements = await statementsOf(async () => {
      answer = await open();
      // Another call takes its turn, so that whatever the export would read ahead is read.
      for (let n = 0; n < 20; n += 1) await key.get('/v1/emails?limit=200');
    }, /row_to_json/);
    // Of twenty. Some megabytes are in the buffers of the two sockets.
    expect(statements.length).toBeLessThan(12);
    let bytes = 0;
    for await (const chunk of answer!) bytes += (chunk as Buffer).length;
    expect(bytes).toBeGreaterThan(40_000_000);
    expect(answer!.trailers['x-last-message-id']).toMatch(/^msg_/);
  });

  it('ends when the client goes, and leaves its place to another', async () => {
    await fill(40_000);
    const slots = stack.app.get(ExportSlots, { strict: false });
    const answers = [await open(), await open()];
    const { status, body, headers } = await key.get(PATH);
    expect([status, body.Error.Code]).toEqual([429, 'Throttling']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    for (const answer of answers) answer.destroy();
    await waitUntil(
      () => {
        try {
          slots.acquire(tenant.id)();
          return true;
        } catch {
          return false;
        }
      },
      { what: 'a free place' },
    );
    expect(idsOf(await key.get(`${PATH}?environment=live`))).toEqual([]);
  });
});
