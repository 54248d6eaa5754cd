import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { logger } from '#libs/core/observability';
import { DatabaseUnavailable } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { waitUntil } from '#libs/test/testing';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack());
const acme = usePrepared(() => stack.createTenant());
const client = usePrepared(() => acme.key());

const BYTES = 3_000;
const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');
/** Beginning of the content as it stands in the source of an e-mail. */
const encoded = (content: Buffer) => content.toString('base64').slice(0, 60);

/** Sends e-mails with an attachment each, for later: made due in one statement, they leave as one group. */
async function sendGroup(contents: readonly Buffer[]): Promise<string[]> {
  const SendAt = new Date(Date.now() + 3_600_000).toISOString();
  const Messages = contents.map((content) => ({
    ...acme.email({ SendAt }),
    Attachments: [{ FileName: 'a.bin', ContentType: 'application/octet-stream', Data: content.toString('base64') }],
  }));
  const { body } = await client.post('/v1/emails/batch', { Messages });
  const ids: string[] = body.Results.map(({ MessageId }: { MessageId: string }) => MessageId);
  const jobs = await stack.sql<{ ids: string[] }>(
    `select payload->'messageIds' as ids from outbox where payload->'messageIds' ?| $1::text[]`,
    [ids],
  );
  expect(jobs.flatMap((job) => job.ids).toSorted()).toEqual(ids.toSorted());
  return ids;
}

/** Puts another content, which no process has in memory, in the place of that of an e-mail. */
async function replace(id: string, content: Buffer, inRow: Buffer | null): Promise<void> {
  const hash = hashOf(content);
  await stack.sql('insert into blob (tenant_id, hash, bytes, content) values ($1, $2, $3, $4)', [
    acme.id,
    hash,
    content.length,
    inRow,
  ]);
  await stack.sql(`update message_attachment set hash = $2 where tenant_id = $1 and content_id = $3`, [
    acme.id,
    hash,
    id,
  ]);
  await stack.sql(`update message_content set attachments = jsonb_set(attachments, '{0,hash}', $2) where id = $1`, [
    id,
    JSON.stringify(hash),
  ]);
}

/** Writes content as it lay before rows had content: a file, two folders deep. */
async function writeFileOf(content: Buffer): Promise<void> {
  const hash = hashOf(content);
  const folder = join(stack.config.blobDir!, acme.id, hash.slice(0, 2), hash.slice(2, 4));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, hash), content);
}

const makeDue = (ids: readonly string[]) =>
  stack.sql(`update outbox set available_at = now() where payload->'messageIds' ?| $1::text[]`, [ids]);
const whenDelivered = (id: string) => stack.mail.waitFor(({ source }) => source.includes(`<${id}@`), 15_000);
const isDelivered = (id: string) => stack.mail.messages.some(({ source }) => source.includes(`<${id}@`));
const threeContents = () => [1, 2, 3].map(() => randomBytes(BYTES)) as [Buffer, Buffer, Buffer];

/** Waits until an e-mail is tried again later. */
const whenDeferred = (id: string) =>
  waitUntil(
    async () => {
      const { body } = await client.get(`/v1/emails/${id}`);
      return body.Events.some(({ Type }: { Type: string }) => Type === 'deferred');
    },
    { what: 'the e-mail without its attachment to be deferred', timeoutMs: 15_000 },
  );

describe('e-mails of one group with small attachments', () => {
  it.each([
    ['is damaged', (content: Buffer) => Buffer.from(content.toReversed())],
    ['is gone', () => null],
  ])('are delivered but for one whose content %s; that one, once it is there', async (_case, inRow) => {
    const ids = await sendGroup(threeContents());
    const contents = threeContents();
    const lost = contents[1];
    for (const [index, content] of contents.entries())
      await replace(ids[index]!, content, content === lost ? inRow(content) : content);
    await makeDue(ids);
    for (const index of [0, 2]) expect((await whenDelivered(ids[index]!)).source).toContain(encoded(contents[index]!));
    await whenDeferred(ids[1]!);
    expect(isDelivered(ids[1]!)).toBe(false);
    await stack.sql('update blob set content = $2 where hash = $1', [hashOf(lost), lost]);
    await makeDue(ids);
    expect((await whenDelivered(ids[1]!)).source).toContain(encoded(lost));
  });

  it('are delivered all the same if they cannot be read together', async () => {
    const ids = await sendGroup(threeContents());
    const contents = threeContents();
    for (const [index, content] of contents.entries()) await replace(ids[index]!, content, content);
    const warnings = vi.spyOn(logger, 'warn');
    const preload = vi.spyOn(stack.app.get(Blobs, { strict: false }), 'preload');
    preload.mockRejectedValueOnce(new DatabaseUnavailable(new Error('The connection is lost')));
    await makeDue(ids);
    for (const [index, content] of contents.entries())
      expect((await whenDelivered(ids[index]!)).source).toContain(encoded(content));
    expect(preload.mock.calls[0]![1].toSorted()).toEqual(contents.map(hashOf).sort());
    expect(warnings).toHaveBeenCalledWith(expect.stringContaining('were not read together'), expect.anything());
  });

  it('are delivered with content of before, in files, beside content in rows', async () => {
    const ids = await sendGroup(threeContents());
    const contents = threeContents();
    const [old] = contents;
    await writeFileOf(old);
    for (const [index, content] of contents.entries())
      await replace(ids[index]!, content, content === old ? null : content);
    const files = (await readdir(stack.config.blobDir!, { recursive: true })).map((path) => path.split('/').at(-1));
    expect(contents.map((content) => files.includes(hashOf(content)))).toEqual([true, false, false]);
    await makeDue(ids);
    for (const [index, content] of contents.entries())
      expect((await whenDelivered(ids[index]!)).source).toContain(encoded(content));
  });
});
