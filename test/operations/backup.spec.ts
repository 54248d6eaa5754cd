import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SmtpSink, waitUntil } from '#libs/test/testing';
import { type Manifest, writeManifest } from '../../scripts/backup/manifest.js';
import type { HttpClient } from '../support/http-client.js';
import { DATABASE_NAMES, Installation, newCredential } from '../support/installation.js';

const IN_AN_HOUR = () => new Date(Date.now() + 3_600_000).toISOString();

const credential = newCredential();
const home = mkdtempSync(join(tmpdir(), 'backup-'));
const backup = join(home, 'backup');

/** Attachment that is too long for a row of the database. */
const IN_FILE = Buffer.alloc(20_000, 'An attachment. ');

let mail: SmtpSink;
let source: Installation;
let target: Installation;
let sentId: string;
let pendingId: string;
let laterId: string;

const to = (address: string) => mail.messages.filter((message) => message.to.includes(address)).length;
const arrived = (address: string) =>
  waitUntil(() => to(address) > 0, { what: `a mail to ${address}`, timeoutMs: 15_000 });
const manifest = () => JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as Manifest;

async function send(client: HttpClient, name: string, more: object = {}): Promise<string> {
  const { status, body } = await client.post('/v1/emails/send', {
    Source: 'shop@example.test',
    Destination: { ToAddresses: [`${name}@example.test`] },
    Message: { Subject: { Data: name }, Body: { Text: { Data: 'Hello' } } },
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(202);
  return body.MessageId;
}

async function statusOf(installation: Installation, id: string): Promise<string | undefined> {
  const [row] = await installation.sql<{ status: string }>('platform', 'select status from message where id = $1', [
    id,
  ]);
  return row?.status;
}

/** Restores into the target and starts Platform there. */
async function restored(args: string[] = []): Promise<HttpClient> {
  await target.stopPlatform();
  await target.disconnect();
  const { ok, output } = await target.run('restore', ['--from', backup, ...args]);
  expect(ok, output).toBe(true);
  await target.startPlatform('all');
  return target.admit(credential);
}

beforeAll(async () => {
  mail = await SmtpSink.start();
  const options = { smtpUrl: mail.url };
  [source, target] = await Promise.all([
    Installation.start({ ...options, home: join(home, 'source'), databases: DATABASE_NAMES }),
    Installation.start({ ...options, home: join(home, 'target'), databases: [] }),
  ]);
  await source.startPlatform('all');
  const client = await source.admit(credential);
  sentId = await send(client, 'before', {
    Attachments: [{ FileName: 'a.txt', ContentType: 'text/plain', Data: IN_FILE.toString('base64') }],
  });
  await arrived('before@example.test');
  await waitUntil(async () => (await statusOf(source, sentId)) === 'sent');
  await source.stopPlatform();
  // Accepted, and not sent when the backup is made.
  await source.startPlatform('api');
  const again = await source.admit(credential);
  pendingId = await send(again, 'pending');
  laterId = await send(again, 'later', { SendAt: IN_AN_HOUR() });
  const { ok, output } = await source.run('backup', ['--to', backup]);
  if (!ok) throw new Error(output);
  await send(again, 'lost');
  // The installation goes on and sends what the backup has as pending.
  await source.stopPlatform();
  await source.startPlatform('worker');
  await Promise.all([arrived('pending@example.test'), arrived('lost@example.test')]);
  await source.stopPlatform();
});

afterAll(async () => {
  await Promise.all([source?.close(), target?.close(), mail?.stop()]);
  rmSync(home, { recursive: true, force: true });
});

describe('a backup', () => {
  it('names every table with its rows, and the keys by fingerprint alone', async () => {
    const { databases } = manifest();
    expect(Object.keys(databases).toSorted()).toEqual(DATABASE_NAMES.toSorted());
    for (const name of DATABASE_NAMES) expect(databases[name]?.migrations.at(-1)).toMatch(/\d{13}$/);
    const rows = new Map(databases['platform']?.tables.map((table) => [table.name, table.rows]));
    expect([rows.get('outbox'), rows.get('queue_hold')]).toEqual([2, 0]);
    expect(databases['platform']?.keys).toEqual({ k1: expect.stringMatching(/^[0-9a-f]{16}$/) });
    expect(readFileSync(join(backup, 'manifest.json'), 'utf8')).not.toContain(Buffer.alloc(32, 7).toString('base64'));
    expect(databases['platform']?.blobs).toMatchObject({ blobs: 1, blobBytes: IN_FILE.length });
    const moments = Object.values(databases).map(({ at }) => Date.parse(at));
    expect(Math.max(...moments) - Math.min(...moments)).toBeLessThan(1_000);
  });

  it('is not written over another', async () => {
    const { ok, output } = await source.run('backup', ['--to', backup]);
    expect([ok, output]).toEqual([false, expect.stringContaining('not empty')]);
  });
});

describe('a restore', () => {
  it('into an empty place gives the rows of the manifest, and sends nothing', async () => {
    const before = mail.messages.length;
    const client = await restored();
    const { databases } = manifest();
    for (const name of DATABASE_NAMES) {
      for (const { name: table, rows } of databases[name]!.tables) {
        if (table === 'queue_hold' || table.startsWith('retention')) continue;
        const [row] = await target.sql<{ count: number }>(name, `select count(*)::int from ${table}`);
        expect([name, table, row?.count]).toEqual([name, table, rows]);
      }
    }
    expect(
      readdirSync(target.blobDir('platform'), { recursive: true }).some((path) => /[0-9a-f]{64}$/.test(`${path}`)),
    ).toBe(true);
    // Accepted and waiting, behind the hold.
    const fresh = await send(client, 'fresh');
    await waitUntil(async () => {
      const { text } = await target
        .platform!.client.get('/metrics')
        .then((answer) => ({ text: JSON.stringify(answer) }));
      return text.includes('queue_hold 1');
    });
    expect(await statusOf(target, fresh)).toBe('queued');
    expect(mail.messages.length).toBe(before);
    const { output } = await target.run('release-hold', ['--status']);
    expect(output.match(/on hold since/g)).toHaveLength(DATABASE_NAMES.length);
    await target.sql(
      'identity',
      `insert into tenant_deletion (tenant_id, id, requested_by, due_at) values ('acc_back', 'del_1', 'usr_1', now())`,
    );
    const status = await target.run('release-hold', ['--status', '--database', 'identity']);
    expect(status.output).toContain('deletes at the release: tenant acc_back');
  });

  it('that is released sends what came later, and records what had waited as cancelled', async () => {
    const twice = to('pending@example.test');
    expect((await target.run('release-hold', ['--database', 'platform'])).ok).toBe(true);
    await arrived('fresh@example.test');
    expect([to('pending@example.test'), await statusOf(target, pendingId)]).toEqual([twice, 'failed']);
    expect([await statusOf(target, sentId), await statusOf(target, laterId)]).toEqual(['sent', 'queued']);
    const [audited] = await target.sql('platform', `select action, after from audit_entry order by id desc limit 1`);
    expect(audited).toEqual({ action: 'queue_hold.released', after: { pending: 'cancel' } });
    const { output } = await target.run('release-hold', ['--status', '--database', 'platform']);
    expect(output).toContain('not on hold');
  });

  it('that fails leaves no database that an app could start on', async () => {
    const broken = join(home, 'broken');
    cpSync(backup, broken, { recursive: true });
    const changed = manifest();
    const crm = changed.databases['crm']!;
    crm.tables = crm.tables.map((table) => (table.name === 'outbox' ? { ...table, rows: table.rows + 1 } : table));
    writeManifest(broken, changed);
    await target.stopPlatform();
    await target.disconnect();
    const { ok, output } = await target.run('restore', ['--from', broken, '--replace']);
    expect([ok, output]).toEqual([false, expect.stringContaining('crm.outbox')]);
    const left = await target.sql<{ name: string }>(
      'postgres',
      `select datname as name from pg_database where datname like 'crm%'`,
    );
    expect(left).toEqual([{ name: 'crm_restoring' }]);
    await target.disconnect();
  });

  it('over data needs a word, and released with --send-pending sends what had waited once more', async () => {
    await target.stopPlatform();
    await target.disconnect();
    const refused = await target.run('restore', ['--from', backup]);
    expect([refused.ok, refused.output]).toEqual([false, expect.stringContaining('has data already')]);
    const earlier = to('pending@example.test');
    await restored(['--replace']);
    expect((await target.run('release-hold', ['--send-pending'])).ok).toBe(true);
    await waitUntil(() => to('pending@example.test') === earlier + 1, { timeoutMs: 15_000 });
    expect(to('before@example.test')).toBe(1);
    expect(await statusOf(target, laterId)).toBe('queued');
  });

  it('is refused while an app is connected', async () => {
    const { ok, output } = await target.run('restore', ['--from', backup, '--replace']);
    expect([ok, output]).toEqual([false, expect.stringContaining('stop all apps')]);
  });

  it('is refused with other keys, and of a damaged backup, before anything is written', async () => {
    const other = `k1:${Buffer.alloc(32, 8).toString('base64')}`;
    const wrong = await target.run('restore', ['--from', backup, '--check'], { MAIL_ENCRYPTION_KEYS: other });
    expect([wrong.ok, wrong.output]).toEqual([false, expect.stringContaining('mail: another key is called k1')]);
    const more = await target.run('restore', ['--from', backup, '--check'], {
      MAIL_ENCRYPTION_KEYS: `k2:${other.slice(3)}`,
    });
    expect(more.output).toContain('mail: missing is the key k1');
    expect((await target.run('restore', ['--from', backup, '--check'])).ok).toBe(true);
    const file = join(backup, 'platform/outbox.copy.gz');
    expect(existsSync(file)).toBe(true);
    appendFileSync(file, 'x');
    const damaged = await target.run('restore', ['--from', backup, '--check']);
    expect([damaged.ok, damaged.output]).toEqual([false, expect.stringContaining('platform/outbox.copy.gz')]);
    rmSync(join(backup, 'manifest.json'));
    expect((await target.run('restore', ['--from', backup, '--check'])).output).toContain('was not finished');
  });
});
