import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { createMailbox, insertDomain } from '../mailboxes/mailbox.fixture.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
const admin = usePrepared(() => tenant.session('admin'));
let token: string;
let path: string;
let mailboxId: string;

beforeAll(async () => {
  token = admin.fixedHeaders['authorization']!;
  const { id: domainId } = await insertDomain(stack, tenant);
  mailboxId = (await createMailbox(admin, domainId, 'ana')).id;
  path = `/mailboxes/${mailboxId}/avatar`;
});
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 10, b: 10 } } });

const put = (content: Buffer, type = 'image/png', client = admin) =>
  client.send('PUT', path, content, { 'content-type': type });

function putForm(content: Buffer, field = 'arquivo') {
  const head = `--x\r\nContent-Disposition: form-data; name="${field}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--x--\r\n')]);
  return put(body, 'multipart/form-data; boundary=x');
}

async function shown(headers: Record<string, string> = {}) {
  const answer = await fetch(stack.url + path, { headers: { authorization: token, ...headers } });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** A PNG that says it has so many pixels, all of one colour. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const rows = Buffer.alloc((Math.ceil(side / 8) + 1) * 100);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('the picture of a mailbox', () => {
  it('is a PNG of at most 256 pixels, turned as the camera said, without metadata', async () => {
    const exif = { IFD0: { Copyright: 'Secret Place', Artist: 'Nobody' } };
    const jpeg = await photo(1200, 800).withMetadata({ orientation: 6 }).withExifMerge(exif).jpeg().toBuffer();
    expect(jpeg.includes('Secret Place')).toBe(true);
    const answer = await put(jpeg, 'image/jpeg');
    expect([answer.status, answer.body.has_avatar]).toEqual([200, true]);
    const { status, headers, bytes } = await shown();
    expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
    const { format, width, height, exif: kept, orientation } = await sharp(bytes).metadata();
    expect({ format, width, height, kept, orientation }).toEqual({
      format: 'png',
      width: 171,
      height: 256,
      kept: undefined,
      orientation: undefined,
    });
    expect(bytes.includes('Secret Place')).toBe(false);
  });

  it('comes as a form field as well, and small ones are not enlarged', async () => {
    expect((await putForm(await photo(40, 20).webp().toBuffer())).status).toBe(200);
    const { width, height } = await sharp((await shown()).bytes).metadata();
    expect([width, height]).toEqual([40, 20]);
  });

  it('is sent again only if it has changed', async () => {
    await put(await photo(10, 10).png().toBuffer());
    const { headers } = await shown();
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const tag = headers.get('etag')!;
    expect(await shown({ 'if-none-match': tag })).toMatchObject({ status: 304, bytes: Buffer.alloc(0) });
    await put(await photo(11, 11).png().toBuffer());
    expect((await shown({ 'if-none-match': tag })).status).toBe(200);
  });

  it.each([
    ['a text', () => Buffer.from('hello, this is no picture')],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')],
    ['nothing', () => Buffer.alloc(0)],
    ['a PNG that ends too early', async () => (await photo(300, 300).png().toBuffer()).subarray(0, 120)],
    ['a decompression bomb', () => bomb(60_000)],
    ['a bomb with smaller sides', () => bomb(12_000)],
  ])('is none of %s', async (_name, make) => {
    const answer = await put(await make());
    expect([answer.status, answer.body.error]).toEqual([400, 'ValidationError']);
    expect((await putForm(await make())).status).toBe(400);
  });

  it('is none of another field, nor of more than 5 MiB', async () => {
    expect((await putForm(await photo(9, 9).png().toBuffer(), 'file')).status).toBe(400);
    const large = randomBytes(5 * 1024 * 1024 + 1);
    for (const answer of [await put(large), await putForm(large)]) expect(answer.status).toBe(413);
  });

  it('is set by admins, deleted by managers, and seen by those with a grant', async () => {
    const png = await photo(9, 9).png().toBuffer();
    const { userId, client } = await tenant.member('member');
    expect((await put(png, 'image/png', client)).status).toBe(403);
    expect((await client.get(path)).status).toBe(404);
    await admin.put(`/mailboxes/${mailboxId}/grants/${userId}`, { role: 'reader' });
    await put(png);
    expect((await client.get(path)).status).toBe(200);
    expect((await client.delete(path)).status).toBe(403);
    expect((await (await tenant.key()).get(path)).status).toBe(403);
    expect((await put(png, 'image/png', await tenant.key())).status).toBe(403);
    const rival = await (await stack.createTenant()).session();
    expect((await rival.get(path)).status).toBe(404);
    expect((await put(png, 'image/png', rival)).status).toBe(404);
    expect((await admin.delete(path)).status).toBe(204);
    expect((await admin.delete(path)).status).toBe(404);
    expect((await shown()).status).toBe(404);
  });
});
