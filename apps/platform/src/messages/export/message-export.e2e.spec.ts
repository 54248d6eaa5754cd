import { get, type IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { firstIdAt, idAt, newId, positionOf } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import type { Answer, HttpClient } from '../../../../../test/support/http-client.js';
import { platformStack, type TestTenant } from '../../../../../test/support/platform-stack.js';
import { statementsOf } from '../../../../../test/support/statements.js';
import { MessageExportService } from './message-export.service.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));
let tenant: TestTenant;
let key: HttpClient;
let session: HttpClient;

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

async function sendText(): Promise<string> {
  return (await key.post('/v1/sms/send', { To: ['+351912345678'], Body: 'Hello' })).body.MessageId;
}

/** Many messages of an hour ago, a millisecond apart. */
async function fill(count: number, of = tenant): Promise<void> {
  const first = positionOf(firstIdAt('msg', new Date(Date.now() - 3_600_000)));
  await insert(
    Array.from({ length: count }, (_, n) => idAt('msg', first + n * 4_096)),
    of,
  );
}

/** A message whose id was made so many seconds ago, committed now. */
async function commitLate(seconds: number): Promise<string> {
  const id = idAt('msg', positionOf(firstIdAt('msg', new Date(Date.now() - seconds * 1_000))));
  await insert([id]);
  return id;
}

async function insert(ids: string[], of = tenant): Promise<void> {
  await stack.sql(
    `insert into message (tenant_id, id, channel, status, environment, sender, recipient, subject, content_id)
     select $1, id, 'email', 'sent', 'test', 'a@x.test', 'b@x.test', repeat('x', 1000), id from unnest($2::text[]) as id`,
    [of.id, ids],
  );
}

/** An export and its cursor. */
async function wholeExport(query = '', client = session, path = '/api/messages/export') {
  const url = new URL(`${path}${query}`, stack.url);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: client.fixedHeaders, agent: false }, resolve).on('error', reject);
  });
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk as string;
  return { ids: idsOf({ text } as Answer), cursor: answer.trailers['x-export-cursor'] ?? '' };
}

/** The answer to an export of which nothing is read. */
function open(query = '', client = key): Promise<IncomingMessage> {
  const url = new URL(`${PATH}${query}`, stack.url);
  return new Promise((resolve, reject) => {
    get(url, { headers: client.fixedHeaders, agent: false }, resolve).on('error', reject);
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
      trailer: 'X-Export-Cursor',
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
    const lines = linesOf(await key.get(PATH));
    expect(lines).toEqual(listed);
    expect(lines.map(({ CreatedAt }) => CreatedAt)).toEqual([
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
    const mails = await tenant.key('emails:read');
    for (const query of ['format=xml', 'tag=x', 'after=x', 'limit=1', `after=${newId('sms')}`])
      expect((await mails.get(`${PATH}?${query}`)).status, query).toBe(422);
  });

  it('goes on behind the last message of a file that broke off', async () => {
    const ids = await send(5);
    expect(idsOf(await key.get(`${PATH}?after=${ids[1]}`))).toEqual(ids.slice(2));
    expect(idsOf(await key.get(`${PATH}?after=${ids[4]}`))).toEqual([]);
  });

  it('of a session has every channel, one after the other, and goes on in any', async () => {
    const text = await sendText();
    const [mail] = await send(1);
    expect(idsOf(await session.get('/api/messages/export'))).toEqual([mail, text]);
    expect(idsOf(await session.get(`/api/messages/export?after=${mail}`))).toEqual([text]);
    expect(idsOf(await session.get('/api/messages/export?channel=sms'))).toEqual([text]);
    expect(idsOf(await session.get(`/api/messages/export?after=${text}`))).toEqual([]);
  });

  it('by key has every channel with messages:read, and e-mails alone with emails:read', async () => {
    const text = await sendText();
    const [mail] = await send(1);
    const [all, mails] = await Promise.all([tenant.key('messages:read'), tenant.key('emails:read')]);
    expect(idsOf(await all.get(PATH))).toEqual([mail, text]);
    expect(idsOf(await all.get(`${PATH}?channel=sms`))).toEqual([text]);
    expect(idsOf(await mails.get(PATH))).toEqual([mail]);
    expect(idsOf(await mails.get(`${PATH}?channel=email`))).toEqual([mail]);
    const { status, body } = await mails.get(`${PATH}?channel=sms`);
    expect([status, body.Error.Message]).toEqual([403, expect.stringContaining('messages:read')]);
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
    const statements = await statementsOf(
      () => key.get(`${PATH}?channel=email&q=secret@example.test`),
      /audit_entry|row_to_json/,
    );
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

describe('an export since the last one', () => {
  it('has new messages of every channel, whichever the last one ended with', async () => {
    await fill(3);
    await sendText();
    const { cursor } = await wholeExport();
    const [[mail], text] = [await send(1), await sendText()];
    const { ids } = await wholeExport(`?after=${cursor}`);
    expect(ids).toEqual(expect.arrayContaining([mail, text]));
    expect(ids.filter((id) => id.startsWith('msg_'))).toEqual([mail]);
  });

  it('has what was committed after a message with a later id was exported', async () => {
    await send(1);
    const first = await wholeExport();
    const late = await commitLate(30);
    expect(first.ids).not.toContain(late);
    expect((await wholeExport(`?after=${first.cursor}`)).ids).toContain(late);
  });

  it('has no message again that was more than a minute old', async () => {
    const old = await commitLate(70);
    const first = await wholeExport();
    expect(first.ids).toEqual([old]);
    expect((await wholeExport(`?after=${first.cursor}`)).ids).toEqual([]);
  });

  it('of one channel leaves the position of the others as it was', async () => {
    await fill(2);
    const text = await sendText();
    const mails = await wholeExport('?channel=email');
    expect(mails.ids).toHaveLength(2);
    expect((await wholeExport(`?after=${mails.cursor}`)).ids).toEqual([text]);
  });

  it('after the rest of a broken file has what came in the channels that were whole', async () => {
    const text = await sendText();
    const rest = await wholeExport(`?after=${text}`);
    const [mail] = await send(1);
    expect((await wholeExport(`?after=${rest.cursor}`)).ids).toContain(mail);
  });

  it('takes no cursor of another tenant, nor an altered one', async () => {
    const { cursor } = await wholeExport();
    const other = await (await stack.createTenant()).session('member');
    for (const [client, after] of [
      [other, cursor],
      [session, `${cursor.slice(0, -4)}AAAA`],
      [session, 'msg_0'],
    ] as const) {
      const { status, body } = await client.get(`/api/messages/export?after=${after}`);
      expect([status, body.Error.Code, body.Error.Details[0].Field]).toEqual([422, 'InvalidParameter', 'after']);
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
    expect(answer!.trailers['x-export-cursor']).toMatch(/^[\w-]{40,500}$/);
  });

  it('ends when the client goes, and leaves its place to another', async () => {
    await fill(40_000);
    const { slots } = stack.app.get(MessageExportService, { strict: false });
    const answers = [await open(), await open()];
    const { status, body, headers } = await key.get(PATH);
    expect([status, body.Error.Code, body.Error.Message]).toEqual([
      429,
      'Throttling',
      expect.stringContaining('of your account'),
    ]);
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

  it('runs while other accounts read theirs slowly, or not at all', async () => {
    await send(1);
    const slow: IncomingMessage[] = [];
    for (let n = 0; n < 5; n += 1) {
      const other = await stack.createTenant();
      await fill(10_000, other);
      const client = await other.key();
      slow.push(await open('', client), await open('', client));
    }
    const { status, text } = await key.get(PATH);
    for (const answer of slow) answer.destroy();
    expect([status, text.split('\n').length]).toEqual([200, 2]);
  });
});
