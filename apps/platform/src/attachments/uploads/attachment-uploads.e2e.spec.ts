import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import type { Answer, HttpClient } from '../../../../../test/support/http-client.js';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';
import { Maintenance } from '../../maintenance/maintenance.service.js';
import { ATTACHMENTS_MAX_BYTES } from '../attachment-limits.js';

const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());
const client = usePrepared(() => acme.key('emails:send', 'emails:read'));

const ANY = 'application/octet-stream';

const upload = (content: Buffer, name = 'a.pdf', contentType = ANY, by: HttpClient = client): Promise<Answer> =>
  by.send('POST', `/v1/attachments?FileName=${encodeURIComponent(name)}`, content, { 'content-type': contentType });

const uploaded = async (content: Buffer, name?: string, by?: HttpClient): Promise<string> =>
  (await upload(content, name, ANY, by)).body.Attachment.Id;

function formOf(content: Buffer, name: string, field = 'File', contentType = 'image/png'): [Buffer, string] {
  const head =
    `--cut\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n` +
    `Content-Type: ${contentType}\r\n\r\n`;
  return [
    Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--cut--\r\n')]),
    'multipart/form-data; boundary=cut',
  ];
}

const postForm = (content: Buffer, name: string, field?: string) => {
  const [body, type] = formOf(content, name, field);
  return client.send('POST', '/v1/attachments', body, { 'content-type': type });
};

const send = (attachments: object[], changes: { to?: string[] } = {}, by: HttpClient = client, tenant = acme) =>
  by.post('/v1/emails/send', { ...tenant.email(changes), Attachments: attachments });

const sourceOf = async (id: string): Promise<string> =>
  (await stack.mail.waitFor(({ source }) => source.includes(`<${id}@`), 30_000)).source;

const encoded = (content: Buffer) => content.toString('base64').slice(0, 60);

describe('an upload', () => {
  it('is a file as a body, or in a form, and says what it is and how long', async () => {
    const body = await upload(randomBytes(10), 'Rechnung März.pdf');
    expect(body.status).toBe(201);
    const { CreatedAt, ExpiresAt } = body.body.Attachment;
    expect(body.body.Attachment).toEqual({
      Id: expect.stringMatching(/^att_[0-9a-f]{16}$/),
      FileName: 'Rechnung März.pdf',
      ContentType: 'application/pdf',
      Bytes: 10,
      CreatedAt,
      ExpiresAt,
    });
    expect(Date.parse(ExpiresAt) - Date.parse(CreatedAt)).toBe(86_400_000);
    const form = await postForm(randomBytes(7), 'logo.png');
    expect(form.body.Attachment).toMatchObject({ FileName: 'logo.png', ContentType: 'image/png', Bytes: 7 });
  });

  it.each([
    [
      'without a name',
      () => client.send('POST', '/v1/attachments', Buffer.from('x'), { 'content-type': ANY }),
      'FileName',
    ],
    ['that is empty', () => upload(Buffer.alloc(0)), 'File'],
    ['that is JSON and no form', () => upload(Buffer.from('{}'), 'a.json', 'application/json'), 'File'],
    ['in another field of the form', () => postForm(Buffer.from('x'), 'a.txt', 'Other'), 'File'],
    ['with a line break in its name', () => upload(Buffer.from('x'), 'a\r\nBcc: x'), 'FileName'],
  ])('is refused %s', async (_case, call, field) => {
    const { status, body } = await call();
    expect([status, body.Error.Details[0].Field]).toEqual([400, field]);
  });

  it('is refused above 25 MiB, as a body and in a form', async () => {
    const large = Buffer.alloc(ATTACHMENTS_MAX_BYTES + 1);
    expect((await upload(large)).status).toBe(413);
    expect((await postForm(large, 'large.bin')).status).toBe(413);
    expect((await upload(large.subarray(1))).status).toBe(201);
  });

  it('needs the right to send', async () => {
    const reader = await acme.key('emails:read');
    expect((await upload(Buffer.from('x'), 'a.txt', ANY, reader)).status).toBe(403);
    expect((await upload(Buffer.from('x'), 'a.txt', ANY, reader.with({ authorization: '' }))).status).toBe(401);
  });

  it('is refused when the account has as many as it may have', async () => {
    const tenant = await stack.createTenant();
    const key = await tenant.key();
    const fill = (count: number, bytes: number) =>
      stack.sql(
        `insert into attachment_upload (tenant_id, id, file_name, content_type, hash, bytes)
         select $1, 'att_' || lpad(n::text, 16, '0'), 'a', 'b/c', 'none', $3 from generate_series(1, $2::int) n`,
        [tenant.id, count, bytes],
      );
    await fill(999, 1);
    expect((await upload(Buffer.from('x'), 'a.txt', ANY, key)).status).toBe(201);
    expect((await upload(Buffer.from('x'), 'a.txt', ANY, key)).status).toBe(409);
    await stack.sql('delete from attachment_upload where tenant_id = $1', [tenant.id]);
    await fill(205, ATTACHMENTS_MAX_BYTES);
    expect((await upload(Buffer.from('x'), 'a.txt', ANY, key)).status).toBe(409);
  });
});

describe('an upload that is there', () => {
  it('is read, and deleted, after which no e-mail can name it', async () => {
    const content = randomBytes(40_000);
    const UploadId = await uploaded(content, 'b.pdf');
    const path = `/v1/attachments/${UploadId}`;
    const read = await client.get(path);
    expect([read.status, read.body.Attachment]).toEqual([
      200,
      expect.objectContaining({ Id: UploadId, FileName: 'b.pdf', ContentType: 'application/pdf', Bytes: 40_000 }),
    ]);
    const accepted = await send([{ UploadId }]);
    expect((await client.delete(path)).status).toBe(204);
    expect(await sourceOf(accepted.body.MessageId)).toContain(encoded(content));
    expect([(await client.get(path)).status, (await client.delete(path)).status]).toEqual([404, 404]);
    const { status, body } = await send([{ UploadId }]);
    expect([status, body.Error.Details[0].Field]).toEqual([422, 'Attachments[0].UploadId']);
  });

  it('makes room by its end', async () => {
    const tenant = await stack.createTenant();
    const key = await tenant.key();
    await stack.sql(
      `insert into attachment_upload (tenant_id, id, file_name, content_type, hash, bytes)
       select $1, 'att_' || lpad(n::text, 16, '0'), 'a', 'b/c', 'none', 1 from generate_series(1, 1000) n`,
      [tenant.id],
    );
    expect((await upload(Buffer.from('x'), 'a.txt', ANY, key)).status).toBe(409);
    expect((await key.delete('/v1/attachments/att_0000000000000001')).status).toBe(204);
    expect((await upload(Buffer.from('x'), 'a.txt', ANY, key)).status).toBe(201);
  });

  it('is not found by another account, without the right to send, or when its time is over', async () => {
    const UploadId = await uploaded(Buffer.from('mine'));
    const path = `/v1/attachments/${UploadId}`;
    const rival = await (await stack.createTenant()).key();
    expect([(await rival.get(path)).status, (await rival.delete(path)).status]).toEqual([404, 404]);
    const reader = await acme.key('emails:read');
    expect([(await reader.get(path)).status, (await reader.delete(path)).status]).toEqual([403, 403]);
    expect((await client.get('/v1/attachments/msg_0123456789abcdef')).status).toBe(404);
    await stack.sql(`update attachment_upload set created_at = now() - interval '24 hours 1 minute' where id = $1`, [
      UploadId,
    ]);
    expect([(await client.get(path)).status, (await client.delete(path)).status]).toEqual([404, 404]);
  });
});

describe('an e-mail with an upload', () => {
  it('has the file, under its own name or another, as often as it is named', async () => {
    const content = randomBytes(30_000);
    const UploadId = await uploaded(content);
    const { body } = await send([
      { UploadId },
      { UploadId, FileName: 'b.txt', ContentType: 'text/plain', ContentId: 'b' },
    ]);
    const source = await sourceOf(body.MessageId);
    expect(source.split(encoded(content))).toHaveLength(3);
    for (const part of ['filename=a.pdf', 'Content-Type: application/pdf', 'filename=b.txt', 'Content-ID: <b>'])
      expect(source).toContain(part);
    const again = await send([{ UploadId }]);
    expect(await sourceOf(again.body.MessageId)).toContain(encoded(content));
    const { Metadata } = (await client.get(`/v1/emails/${body.MessageId}`)).body.Message;
    expect(Metadata.Attachments[0]).toEqual({ FileName: 'a.pdf', ContentType: 'application/pdf', Bytes: 30_000 });
  });

  it('may have 25 MiB of them together, and no more', async () => {
    const half = ATTACHMENTS_MAX_BYTES / 2;
    const [one, other, more] = [randomBytes(half), randomBytes(half), randomBytes(1)];
    const ids = [await uploaded(one), await uploaded(other), await uploaded(more)];
    const [a, b, c] = ids.map((UploadId) => ({ UploadId }));
    const over = await send([a!, b!, c!]);
    expect([over.status, over.body.Error.Code, over.body.Error.Details[0].Field]).toEqual([
      413,
      'PayloadTooLarge',
      'Attachments',
    ]);
    const { body } = await send([a!, b!], { to: ['a@large.test', 'b@large.test'] });
    expect(body.MessageIds).toHaveLength(2);
    const mails = await waitUntil(() => {
      const arrived = stack.mail.messages.filter(({ to }) => to.some((address) => address.endsWith('@large.test')));
      return arrived.length === 2 ? arrived : null;
    });
    for (const { source } of mails) {
      expect(source).toContain(encoded(one));
      expect(source).toContain(encoded(other));
    }
  });

  it('is an item of a batch, and a wrong one refuses no other', async () => {
    const content = randomBytes(500);
    const UploadId = await uploaded(content);
    const missing = { UploadId: 'att_0123456789abcdef' };
    const { Results } = (
      await client.post('/v1/emails/batch', {
        Messages: [
          { ...acme.email(), Attachments: [{ UploadId }] },
          { ...acme.email(), Attachments: [missing] },
        ],
      })
    ).body;
    expect(await sourceOf(Results[0].MessageId)).toContain(encoded(content));
    expect([Results[1].Error.Code, Results[1].Error.Details[0].Field]).toEqual([
      'InvalidParameter',
      'Attachments[0].UploadId',
    ]);
  });

  it("is refused with another account's upload, as with one that does not exist", async () => {
    const UploadId = await uploaded(Buffer.from('secret'));
    const rival = await stack.createTenant();
    const theirs = await send([{ UploadId }], {}, await rival.key(), rival);
    const unknown = await send([{ UploadId: 'att_0123456789abcdef' }]);
    expect(theirs.status).toBe(422);
    expect(theirs.body.Error).toEqual(unknown.body.Error);
  });

  it('is answered again under its key, also when the upload is over', async () => {
    const UploadId = await uploaded(Buffer.from('once'));
    const key = { 'idempotency-key': 'with-upload' };
    const request = { ...acme.email(), Attachments: [{ UploadId }] };
    const first = await client.post('/v1/emails/send', request, key);
    await stack.sql(`update attachment_upload set created_at = now() - interval '24 hours 1 minute' where id = $1`, [
      UploadId,
    ]);
    expect((await client.post('/v1/emails/send', request)).status).toBe(422);
    expect((await client.post('/v1/emails/send', request, key)).body).toMatchObject({
      MessageId: first.body.MessageId,
      ReusedIdempotency: true,
    });
  });

  it.each([
    ['nothing', { FileName: 'a.txt', ContentType: 'text/plain' }, 'Attachments[0].Data'],
    ['two of them', { Data: 'YQ==', UploadId: 'att_0123456789abcdef' }, 'Attachments[0].Data'],
    ['content without a name', { Data: 'YQ==', ContentType: 'text/plain' }, 'Attachments[0].FileName'],
    ['content without a type', { Data: 'YQ==', FileName: 'a.txt' }, 'Attachments[0].ContentType'],
    ['an id of another kind', { UploadId: 'msg_0123456789abcdef' }, 'Attachments[0].UploadId'],
  ])('is refused with %s', async (_case, attachment, field) => {
    const { status, body } = await send([attachment]);
    expect([status, body.Error.Details[0].Field]).toEqual([400, field]);
  });
});

describe('an upload whose time is over', () => {
  it('is deleted, and its file with it, unless a message has it', async () => {
    const [used, unused] = [randomBytes(70_000), randomBytes(70_000)];
    const ids = [await uploaded(used), await uploaded(unused)];
    const SendAt = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await client.post('/v1/emails/send', {
      ...acme.email(),
      SendAt,
      Attachments: [{ UploadId: ids[0] }],
    });
    await stack.sql(`update attachment_upload set created_at = now() - interval '26 hours' where id = any($1)`, [ids]);
    await stack.sql(`update blob set touched_at = now() - interval '26 hours' where tenant_id = $1`, [acme.id]);
    const { blobs } = await stack.app.get(Maintenance, { strict: false }).run();
    expect(blobs).toBeGreaterThanOrEqual(1);
    expect(await stack.sql('select from attachment_upload where id = any($1)', [ids])).toEqual([]);
    await stack.sql(`update outbox set available_at = now() where payload->'messageIds' ? $1`, [body.MessageId]);
    expect(await sourceOf(body.MessageId)).toContain(encoded(used));
    expect(await stack.sql('select from blob where tenant_id = $1 and bytes = 70000', [acme.id])).toHaveLength(1);
  });
});
