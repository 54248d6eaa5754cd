import { randomBytes } from 'node:crypto';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { firstIdAt, monthlyPartitionSql } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { Maintenance } from '../maintenance/maintenance.service.js';
import { MONTHLY_SERIES } from '../maintenance/monthly-series.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { KEEP_MESSAGES_DAYS: '90' } }));
let acme: TestTenant;
let client: HttpClient;
let blobDir: string;

beforeAll(async () => {
  blobDir = stack.config.blobDir ?? '';
  acme = await stack.createTenant();
  client = await acme.key();
});
const attach = (content: Buffer) => ({
  Attachments: [{ FileName: 'a.bin', ContentType: 'application/octet-stream', Data: content.toString('base64') }],
});
/** Beginning of the content as it stands in the source of an e-mail. */
const encoded = (content: Buffer) => content.toString('base64').slice(0, 60);
/** More than lies in a row of the database. */
const IN_FILE = 20_000;
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

async function send(content: Buffer, changes: object = {}): Promise<string> {
  const { status, body } = await client.post('/v1/emails/send', acme.email({ ...attach(content), ...changes }));
  expect(status, JSON.stringify(body)).toBe(202);
  return body.MessageId;
}

const makeDue = (id: string) =>
  stack.sql(`update outbox set available_at = now() where payload->'messageIds' ? $1`, [id]);
const whenDelivered = (id: string) => stack.mail.waitFor(({ source }) => source.includes(`<${id}@`), 15_000);

interface BlobRow {
  hash: string;
  bytes: number;
}

const blobsOf = (tenant: TestTenant) =>
  stack.sql<BlobRow>(`select hash, bytes::int from blob where tenant_id = $1 order by created_at`, [tenant.id]);
const referencesOf = (tenant: TestTenant) =>
  stack.sql<{ hash: string }>(`select hash from message_attachment where tenant_id = $1`, [tenant.id]);
const files = async () =>
  (await readdir(blobDir, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map(({ name }) => name);

describe('an attachment', () => {
  it('is a blob, to which the row of the content refers', async () => {
    const content = randomBytes(IN_FILE);
    const id = await send(content);
    expect((await whenDelivered(id)).source).toContain(encoded(content));
    const [row] = await stack.sql<{ attachments: BlobRow[] }>(`select attachments from message_content where id = $1`, [
      id,
    ]);
    const [hash] = (await referencesOf(acme)).map((one) => one.hash);
    expect(row?.attachments).toEqual([
      { fileName: 'a.bin', contentType: 'application/octet-stream', hash, bytes: IN_FILE },
    ]);
    expect(await files()).toContain(hash);
    const { body } = await client.get(`/v1/emails/${id}`);
    expect(body.Message.Metadata.Attachments).toEqual([
      { FileName: 'a.bin', ContentType: 'application/octet-stream', Bytes: IN_FILE },
    ]);
  });

  it('that is small lies in a row of the database', async () => {
    const content = randomBytes(5_000);
    const id = await send(content, { SendAt: inAnHour() });
    const [row] = await stack.sql<{ content: Buffer; hash: string }>(
      `select content, blob.hash from blob join message_attachment a using (tenant_id, hash) where a.content_id = $1`,
      [id],
    );
    expect(row?.content.equals(content)).toBe(true);
    expect(await files()).not.toContain(row?.hash);
    await makeDue(id);
    expect((await whenDelivered(id)).source).toContain(encoded(content));
  });

  it('that many e-mails have is stored once, and reaches each of them', async () => {
    const tenant = await stack.createTenant();
    const content = randomBytes(3_000);
    const one = { ...tenant.email({ to: ['a@many.test', 'b@many.test'] }), ...attach(content) };
    const { body } = await (
      await tenant.key()
    ).post('/v1/emails/batch', { Messages: [one, one, tenant.email({ to: ['c@many.test'] })] });
    const ids: string[] = body.Results.flatMap(({ MessageIds }: { MessageIds: string[] }) => MessageIds);
    expect(ids).toHaveLength(5);
    const mails = await waitUntil(() => {
      const arrived = stack.mail.messages.filter(({ to }) => to.some((address) => address.endsWith('@many.test')));
      return arrived.length === 5 ? arrived : null;
    });
    expect(mails.filter(({ source }) => source.includes(encoded(content)))).toHaveLength(4);
    expect(await blobsOf(tenant)).toHaveLength(1);
    expect(await referencesOf(tenant)).toHaveLength(2);
  });

  it('of another tenant is another blob, though the content is the same', async () => {
    const [one, other] = [await stack.createTenant(), await stack.createTenant()];
    const content = randomBytes(IN_FILE);
    for (const tenant of [one, other]) {
      await (await tenant.key()).post('/v1/emails/send', tenant.email(attach(content)));
    }
    const [hash] = (await blobsOf(one)).map((blob) => blob.hash);
    expect((await blobsOf(other)).map((blob) => blob.hash)).toEqual([hash]);
    expect((await files()).filter((name) => name === hash)).toHaveLength(2);
  });

  it('of an e-mail that is not accepted has no reference', async () => {
    const tenant = await stack.createTenant();
    const { status, body } = await (
      await tenant.key()
    ).post('/v1/emails/send', {
      ...tenant.email(attach(randomBytes(100))),
      Source: 'me@not-verified.com',
    });
    expect([status, body.Error.Code]).toEqual([422, 'DomainNotVerified']);
    expect(await referencesOf(tenant)).toEqual([]);
  });

  it('that is in the row itself, as before blobs existed, is delivered and shown', async () => {
    const content = randomBytes(4_000);
    const id = await send(randomBytes(10), { SendAt: inAnHour() });
    const inline = [{ fileName: 'old.bin', contentType: 'application/pdf', data: content.toString('base64') }];
    await stack.sql(`update message_content set attachments = $2 where id = $1`, [id, JSON.stringify(inline)]);
    await makeDue(id);
    expect((await whenDelivered(id)).source).toContain(encoded(content));
    expect((await client.get(`/v1/emails/${id}`)).body.Message.Metadata.Attachments).toEqual([
      { FileName: 'old.bin', ContentType: 'application/pdf', Bytes: 4_000 },
    ]);
  });

  it('that cannot be read keeps its e-mail waiting, and no other', async () => {
    // A smaller one the process still has in memory.
    const content = randomBytes(100_000);
    const id = await send(content, { SendAt: inAnHour() });
    await rename(blobDir, `${blobDir}-away`);
    await makeDue(id);
    await waitUntil(async () => {
      const { body } = await client.get(`/v1/emails/${id}`);
      return body.Events.some(({ Type }: { Type: string }) => Type === 'deferred');
    });
    const { body } = await client.post('/v1/emails/send', acme.email());
    await whenDelivered(body.MessageId);
    await rename(`${blobDir}-away`, blobDir);
    await makeDue(id);
    expect((await whenDelivered(id)).source).toContain(encoded(content));
  });
});

describe('while the storage is away', () => {
  it('e-mails with large attachments are answered with 503, and nothing is written; others are accepted', async () => {
    const tenant = await stack.createTenant();
    const own = await tenant.key();
    await rename(blobDir, `${blobDir}-away`);
    await writeFile(blobDir, 'not a directory');
    try {
      const { status } = await own.post('/v1/emails/send', tenant.email(attach(randomBytes(IN_FILE))));
      const batch = await own.post('/v1/emails/batch', { Messages: [tenant.email(attach(randomBytes(IN_FILE)))] });
      expect([status, batch.status]).toEqual([503, 503]);
      expect(await stack.sql(`select from message where tenant_id = $1`, [tenant.id])).toEqual([]);
      expect((await own.post('/v1/emails/send', tenant.email())).status).toBe(202);
      expect((await own.post('/v1/emails/send', tenant.email(attach(randomBytes(10))))).status).toBe(202);
    } finally {
      await rm(blobDir);
      await rename(`${blobDir}-away`, blobDir);
    }
  });
});

describe('retention', () => {
  it('deletes blobs of months that were dropped, and keeps those of others', async () => {
    const tenant = await stack.createTenant();
    const own = await tenant.key();
    for (const content of [randomBytes(IN_FILE), randomBytes(IN_FILE)]) {
      expect((await own.post('/v1/emails/send', tenant.email(attach(content)))).status).toBe(202);
    }
    const [old, recent] = (await blobsOf(tenant)).map((blob) => blob.hash);
    await stack.sql(`update blob set touched_at = now() - interval '2 days' where tenant_id = $1`, [tenant.id]);
    // The first is of an e-mail of long ago.
    for (const series of MONTHLY_SERIES.filter(({ table }) => table === 'message_attachment')) {
      await stack.sql(monthlyPartitionSql(series, new Date('2024-01-01')));
    }
    await stack.sql(`update message_attachment set content_id = $2 where tenant_id = $1 and hash = $3`, [
      tenant.id,
      firstIdAt('msg', new Date('2024-01-10')),
      old,
    ]);
    const { dropped, blobs } = await stack.app.get(Maintenance, { strict: false }).run();
    expect(dropped).toContain('message_attachment_2024_01');
    expect(blobs).toBeGreaterThanOrEqual(1);
    expect((await blobsOf(tenant)).map((blob) => blob.hash)).toEqual([recent]);
    const left = await files();
    expect([left.includes(old ?? ''), left.includes(recent ?? '')]).toEqual([false, true]);
  });
});
