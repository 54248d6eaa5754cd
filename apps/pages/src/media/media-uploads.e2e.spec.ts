import { request as httpRequest } from 'node:http';
import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import { fetchPicture, gradient, multipart, upload, uploaded } from './media-pictures.fixture.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => pagesStack({ withRuntime: true }));

const member = async (): Promise<HttpClient> => (await stack.createTenant()).session('member');

describe('an upload', () => {
  it('answers the picture, which is listed, read at its Location, and served', async () => {
    const client = await member();
    const answer = await uploaded(client, await gradient(700, 400).png().toBuffer(), { description: 'Um degradê' });
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^med_[0-9a-f]{16}$/),
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3005\/_m\/med_[0-9a-f]{16}\/full-[0-9a-f]{16}\.png$/),
      tipo: 'image/png',
      largura: 700,
      altura: 400,
      bytes: expect.any(Number),
      descricao: 'Um degradê',
      criado_em: expect.stringMatching(/Z$/),
    });
    expect(answer.headers['location']).toBe(`/v1/midias/${answer.body.id}`);
    expect((await client.get(`/v1/midias/${answer.body.id}`)).body).toEqual(answer.body);
    expect((await client.get('/v1/midias')).body).toEqual({ midias: [answer.body], proximo: '' });
    const { status, headers, bytes } = await fetchPicture(stack, answer.body.url);
    expect([status, headers.get('content-type'), bytes.length]).toEqual([200, 'image/png', answer.body.bytes]);
  });

  it('is made anew without the metadata of its file, turned as the camera said', async () => {
    const gps = { IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 0/1' } };
    const photo = await gradient(600, 300)
      .withExif({ IFD0: { Make: 'Camera', Copyright: 'somebody' }, ...gps })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const { body } = await uploaded(await member(), photo);
    expect([body.tipo, body.largura, body.altura]).toEqual(['image/jpeg', 300, 600]);
    const { bytes } = await fetchPicture(stack, body.url);
    const { exif, icc, iptc, xmp, orientation, width, height } = await sharp(bytes).metadata();
    expect([exif, icc, iptc, xmp, orientation, width, height]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      300,
      600,
    ]);
    expect(bytes.includes('Camera') || bytes.includes('Exif')).toBe(false);
  });

  it.each([
    ['jpeg', 'image/jpeg'],
    ['png', 'image/png'],
    ['webp', 'image/webp'],
    ['gif', 'image/gif'],
    ['avif', 'image/webp'],
  ] as const)('takes %s', async (format, type) => {
    const { body } = await uploaded(await member(), await gradient(50, 40)[format]().toBuffer(), { name: 'a.exe' });
    expect([body.tipo, body.largura, body.altura]).toEqual([type, 50, 40]);
    expect((await fetchPicture(stack, body.url)).headers.get('content-type')).toBe(type);
  });

  it('keeps an animation', async () => {
    const frames = await Promise.all(
      [1, 2, 3].map((n) =>
        gradient(60 * n, 50)
          .resize(60, 50, { fit: 'fill' })
          .png()
          .toBuffer(),
      ),
    );
    const animation = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100, 100] })
      .toBuffer();
    const { body } = await uploaded(await member(), animation);
    expect([body.tipo, body.largura, body.altura]).toEqual(['image/gif', 60, 50]);
    expect((await sharp((await fetchPicture(stack, body.url)).bytes).metadata()).pages).toBe(3);
  });

  it('loses what a file carries beside its picture', async () => {
    const script = '<script>alert(document.domain)</script>';
    const polyglot = Buffer.concat([await gradient(30, 30).gif().toBuffer(), Buffer.from(`/*${script}*/ PK\x03\x04`)]);
    const { body } = await uploaded(await member(), polyglot, { name: 'a.html' });
    expect((await fetchPicture(stack, body.url)).bytes.includes('script')).toBe(false);
  });

  it('of a drawing serves nothing that runs', async () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" onload="alert(1)"><script>alert(2)</script>' +
      '<foreignObject><p>alert(3)</p></foreignObject><image href="https://evil.test/alert"/><rect width="5" height="5"/></svg>';
    const { body } = await uploaded(await member(), Buffer.from(drawing));
    expect([body.tipo, body.largura, body.altura]).toEqual(['image/svg+xml', 20, 10]);
    const { headers, bytes } = await fetchPicture(stack, body.url);
    expect(bytes.toString()).toContain('<rect width="5" height="5">');
    expect(bytes.includes('alert')).toBe(false);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('a refused upload', () => {
  it.each([
    ['no picture', async () => Buffer.from('%PDF-1.7 this is something else')],
    ['a page with a name like a picture', async () => Buffer.from('<html><script>alert(1)</script><svg></svg></html>')],
    ['a TIFF', async () => gradient(10, 10).tiff().toBuffer()],
    ['half a JPEG', async () => halfOf(await gradient(500, 500).jpeg().toBuffer())],
    ['half a PNG', async () => halfOf(await gradient(500, 500).png().toBuffer())],
    ['half a WebP', async () => halfOf(await gradient(500, 500).webp().toBuffer())],
    ['a PNG that says 30000 × 30000 pixels', async () => hugePng()],
    ['a drawing that is not well-formed', async () => Buffer.from('<svg xmlns="http://www.w3.org/1999/xhtml"/>')],
    ['a drawing that multiplies itself', async () => multiplyingSvg()],
  ])('has %s: 422', async (_, made) => {
    const client = await member();
    const answer = await upload(client, await made());
    expect([answer.status, typeof answer.body.erro], answer.text).toEqual([422, 'string']);
    expect((await client.get('/v1/midias')).body.midias).toEqual([]);
  });

  it('has more than 10 MiB: 413; exactly 10 MiB are read', async () => {
    const client = await member();
    const limit = 10 * 1024 * 1024;
    expect((await upload(client, Buffer.alloc(limit + 1))).status).toBe(413);
    expect((await upload(client, Buffer.alloc(limit))).status).toBe(422);
    const picture = await gradient(100, 100).jpeg().toBuffer();
    // What follows the end of a JPEG does not count.
    expect((await upload(client, Buffer.concat([picture, Buffer.alloc(limit - picture.length)]))).status).toBe(201);
  });

  it('has no file, another field, or no multipart at all: 400', async () => {
    const client = await member();
    const picture = await gradient(10, 10).png().toBuffer();
    for (const answer of [
      await upload(client, Buffer.alloc(0)),
      await upload(client, picture, { field: 'file' }),
      await client.post('/v1/midias', { arquivo: 'x' }),
      await upload(client, picture, { description: 'x'.repeat(501) }),
    ])
      expect([answer.status, typeof answer.body.erro], answer.text).toEqual([400, 'string']);
  });

  it('that is slow holds up no other account, and no more than its share of its own', async () => {
    const [slow, quick] = [await member(), await member()];
    const { body, headers } = multipart(await gradient(300, 300).png().toBuffer());
    const length = { 'content-length': String(body.length) };
    const statuses: (number | undefined)[] = [];
    const sendings = Array.from({ length: 9 }, () => {
      const options = { method: 'POST', headers: { ...slow.fixedHeaders, ...headers, ...length } };
      const sending = httpRequest(new URL('/v1/midias', stack.url), options);
      sending.on('error', () => undefined);
      sending.on('response', (response) => statuses.push(response.resume().statusCode));
      sending.write(body.subarray(0, 200));
      return sending;
    });
    const picture = await gradient(20, 20).png().toBuffer();
    try {
      await expect.poll(() => statuses).toEqual([503]);
      expect((await upload(slow, picture)).status).toBe(503);
      expect((await upload(quick, picture)).status).toBe(201);
    } finally {
      for (const sending of sendings) sending.destroy();
    }
    await expect.poll(async () => (await upload(slow, picture)).status).toBe(201);
  });

  it('is cut off by the client: nothing stays', async () => {
    const client = await member();
    const { body, headers } = multipart(await gradient(300, 300).png().toBuffer());
    await new Promise<void>((resolve) => {
      const url = new URL('/v1/midias', stack.url);
      const length = { 'content-length': String(body.length) };
      const sending = httpRequest(url, { method: 'POST', headers: { ...client.fixedHeaders, ...headers, ...length } });
      sending.on('error', () => resolve());
      sending.write(body.subarray(0, body.length / 2), () => sending.destroy(new Error('gone')));
    });
    expect((await client.get('/v1/midias')).body.midias).toEqual([]);
  });
});

const halfOf = (content: Buffer): Buffer => content.subarray(0, content.length / 2);

/** A file of a few kilobytes that says it has 900 million pixels. */
function hugePng(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(30_000, 0);
  header.writeUInt32BE(30_000, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Ten levels that each show the one below ten times: ten thousand million shapes. */
function multiplyingSvg(): Buffer {
  const levels = Array.from(
    { length: 10 },
    (_, n) => `<g id="l${n + 1}">${`<use xlink:href="#l${n}"/>`.repeat(10)}</g>`,
  );
  return Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="10" height="10">' +
      `<rect id="l0" width="1" height="1"/>${levels.join('')}</svg>`,
  );
}

describe('a file that would be shown without a part of it', () => {
  const svg = (inside: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 40">${inside}</svg>`,
    );
  const BITMAP = 'data:image/png;base64,iVBORw0KGgo=';

  it.each([
    ['a bitmap alone', `<image width="100" height="40" xlink:href="${BITMAP}"/>`, 'bitmap'],
    ['a bitmap beside shapes', `<g><rect width="9" height="9"/><image href=" ${BITMAP}"/></g>`, 'bitmap'],
    [
      'a bitmap in a filter',
      `<filter id="f"><feImage href="${BITMAP}"/></filter><rect width="9" height="9"/>`,
      'bitmap',
    ],
    ['a font', '<style>@font-face{font-family:x;src:url(data:font/woff2;base64,AA)}</style><text>Loja</text>', 'fonte'],
    ['a font from elsewhere', '<style>@import url(https://fonts.test/x);</style><text>Loja</text>', 'fonte'],
    [
      'rules for a dark screen',
      '<style>@media (prefers-color-scheme:dark){.a{fill:#fff}}</style><path class="a" d="M0 0h9"/>',
      '@',
    ],
    ['nothing that is drawn', '<image href="https://elsewhere.test/logo.png"/>', 'não desenha nada'],
    ['nothing', '', 'não desenha nada'],
  ])('is refused with the reason: an SVG with %s', async (_, inside, reason) => {
    const { status, body } = await upload(await member(), svg(inside), { name: 'logo.svg' });
    expect([status, body.erro]).toEqual([422, expect.stringContaining(reason)]);
  });

  it('is refused with the reason: an animated PNG', async () => {
    const png = await gradient(20, 20).png().toBuffer();
    const chunk = (type: string, data: Buffer) => {
      const body = Buffer.concat([Buffer.from(type), data]);
      const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
      length.writeUInt32BE(data.length);
      sum.writeUInt32BE(crc32(body));
      return Buffer.concat([length, body, sum]);
    };
    const frames = (count: number) => {
      const data = Buffer.alloc(8);
      data.writeUInt32BE(count);
      const afterHeader = 8 + 25;
      return Buffer.concat([png.subarray(0, afterHeader), chunk('acTL', data), png.subarray(afterHeader)]);
    };
    const client = await member();
    const { status, body } = await upload(client, frames(3));
    expect([status, body.erro]).toEqual([422, expect.stringContaining('APNG')]);
    expect((await upload(client, frames(1))).status).toBe(201);
  });

  it.each([2, 1, 12])('is taken: a JPEG that lacks its last %d bytes', async (missing) => {
    const jpeg = await gradient(400, 300).jpeg().toBuffer();
    const { body } = await uploaded(await member(), jpeg.subarray(0, jpeg.length - missing), { name: 'foto.jpg' });
    expect([body.tipo, body.largura, body.altura]).toEqual(['image/jpeg', 400, 300]);
  });

  it('is refused: a JPEG of which half is missing', async () => {
    const jpeg = await gradient(400, 300).jpeg().toBuffer();
    const { status } = await upload(await member(), jpeg.subarray(0, jpeg.length / 2), { name: 'foto.jpg' });
    expect(status).toBe(422);
  });
});

it('an upload far beyond the limit is answered, not cut off', async () => {
  const { status, body } = await upload(await member(), Buffer.alloc(40 * 1024 * 1024, 1));
  expect([status, body.erro]).toEqual([413, expect.stringContaining('grande demais')]);
});
