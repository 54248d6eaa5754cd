import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { Body, Controller, Get, HttpCode, Module, Post, Req, Res } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fastHttp } from '#libs/core/http-fast';
import { waitUntil } from '#libs/test/testing';
import { createApp, detailedEnvelope } from '../index.js';
import { contentDisposition, sendDownload, type Download } from './download.js';
import { readUpload } from './upload.js';

const CONTENT = randomBytes(3_000_000);
const LIMITS = { maxBytes: 1_000_000, maxFiles: 2, maxFields: 3, maxFieldBytes: 100 };

/** Outcome of each file: how many bytes came, and whether the stream failed. */
const seen: { bytes: number; failed: boolean }[] = [];
let served: Partial<Download> = {};

@Controller('files')
class FilesController {
  @Post() @HttpCode(200) async upload(@Req() request: Request) {
    const { fields, files } = await readUpload(request, LIMITS, async ({ fileName, contentType, content }) => {
      const file = { bytes: 0, failed: true };
      seen.push(file);
      const hash = createHash('sha256');
      for await (const chunk of content as AsyncIterable<Buffer>) {
        file.bytes += chunk.length;
        hash.update(chunk);
      }
      file.failed = false;
      return { fileName, contentType, hash: hash.digest('hex') };
    });
    return { fields: Object.fromEntries(fields), files };
  }

  /** Takes any body as it comes. */
  @Post('raw') async raw(@Req() request: Request) {
    let bytes = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) bytes += chunk.length;
    return { bytes };
  }

  @Post('json') json(@Body() body: object) {
    return body;
  }

  @Get() async download(@Res() response: Response) {
    await sendDownload(response, {
      fileName: 'a.bin',
      contentType: 'application/zip',
      bytes: CONTENT.length,
      open: async ({ start, end } = { start: 0, end: CONTENT.length - 1 }) => {
        const pieces = function* () {
          for (let at = start; at <= end; at += 65_536) yield CONTENT.subarray(at, Math.min(at + 65_536, end + 1));
        };
        return Readable.from(pieces());
      },
      ...served,
    });
  }
}

@Module({ controllers: [FilesController] })
class FilesModule {}

const PROFILE = {
  service: 'files',
  envelope: detailedEnvelope(),
  bodyLimit: 1024,
  openapi: { title: 'Files', version: '1', description: '' },
};

const formOf = (...parts: [name: string, value: string | Buffer, fileName?: string][]): FormData => {
  const form = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)], { type: 'image/png' }), fileName);
  }
  return form;
};

interface Answer {
  fields?: object;
  files?: object[];
  Error?: { Code: string };
}

describe.each([
  ['by themselves', undefined],
  ['with http-fast', fastHttp()],
])('files %s', (_variant, fast) => {
  let app: NestExpressApplication;
  let url: string;

  beforeAll(async () => {
    app = await createApp(FilesModule, PROFILE, { fast, pace: { bytesPerSecond: 1_000, afterMs: 200 } });
    await app.listen(0, '127.0.0.1');
    url = `${await app.getUrl()}/files`;
  });
  afterAll(() => app?.close());

  const upload = async (body: FormData | string, headers: Record<string, string> = {}) => {
    const response = await fetch(url, { method: 'POST', body, headers });
    return { status: response.status, body: (await response.json()) as Answer };
  };

  it('are received as streams, with the other fields', async () => {
    const [one, two] = [randomBytes(1_000_000), randomBytes(10)];
    const { status, body } = await upload(
      formOf(['note', 'Olá'], ['a', one, 'ração.png'], ['b', two, '../../two.png']),
    );
    expect(status).toBe(200);
    const sha = (content: Buffer) => createHash('sha256').update(content).digest('hex');
    expect(body).toMatchObject({
      fields: { note: 'Olá' },
      files: [
        { fileName: 'ração.png', contentType: 'image/png', hash: sha(one) },
        { fileName: 'two.png', contentType: 'image/png', hash: sha(two) },
      ],
    });
  });

  it.each([
    [413, 'a file that is too large', () => formOf(['a', randomBytes(1_000_001), 'a'])],
    [413, 'a file that is far too large', () => formOf(['a', randomBytes(5_000_000), 'a'])],
    [413, 'a field that is too large', () => formOf(['note', 'x'.repeat(101)])],
    [
      400,
      'too many files',
      () => formOf(...['a', 'b', 'c'].map((n) => [n, randomBytes(1), n] as [string, Buffer, string])),
    ],
    [400, 'too many fields', () => formOf(...['a', 'b', 'c', 'd'].map((n) => [n, 'x'] as [string, string]))],
  ])('are answered %s in the envelope for %s', async (expected, _case, form) => {
    const { status, body } = await upload(form());
    expect(status).toBe(expected);
    expect(body.Error?.Code).toBe(expected === 413 ? 'PayloadTooLarge' : 'ValidationError');
  });

  it.each([
    ['no multipart', 'x', 'text/plain'],
    ['no boundary', 'x', 'multipart/form-data'],
    [
      'no end',
      '--b\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\nx',
      'multipart/form-data; boundary=b',
    ],
  ])('are answered 400 for a body with %s', async (_case, body, type) => {
    const answer = await upload(body, { 'content-type': type });
    expect([answer.status, answer.body.Error?.Code]).toEqual([400, 'ValidationError']);
  });

  it('of a client that disconnects fail at their reader', async () => {
    seen.length = 0;
    const request = httpRequest(url, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 500_000 },
    });
    request.on('error', () => undefined);
    request.write('--b\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\n' + 'x'.repeat(100_000));
    await waitUntil(() => (seen[0]?.bytes ?? 0) > 50_000);
    request.destroy();
    await waitUntil(() => seen[0]?.failed === true && seen.length === 1);
    // The app goes on as before.
    expect((await upload(formOf(['a', randomBytes(10), 'a']))).status).toBe(200);
  });

  const form = '--b\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\nx';
  it.each([
    ['', { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 500_000 }, form],
    ['', { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 500 }, form],
    ['/raw', { 'content-type': 'application/mbox', 'transfer-encoding': 'chunked' }, 'From x'],
    ['/json', { 'content-type': 'application/json', 'content-length': 500_000 }, '{'],
    ['/none', { 'content-type': 'application/zip', 'content-length': 500_000 }, 'PK'],
  ])('of a client that sends too slowly are cut off: POST %s %j', async (path, headers, beginning) => {
    const request = httpRequest(url + path, { method: 'POST', headers });
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    request.on('error', () => undefined).write(beginning);
    const [response] = await answered;
    expect([path, response.statusCode]).toEqual([path, path === '/none' ? 404 : 408]);
    const body = JSON.parse((await response.toArray()).join('')) as Answer;
    expect(body.Error?.Code).toBeTypeOf('string');
    if (!request.closed) await once(request, 'close');
  });

  it('of a client that is quick are taken, of any kind', async () => {
    const content = new Uint8Array(randomBytes(900_000));
    expect((await upload(formOf(['a', randomBytes(900_000), 'a']))).status).toBe(200);
    const raw = await fetch(`${url}/raw`, { method: 'POST', body: content });
    expect(await raw.json()).toMatchObject({ bytes: 900_000 });
  });

  it('are sent whole, as attachments that are not sniffed', async () => {
    served = { fileName: 'relatório "1".zip' };
    const response = await fetch(url);
    expect(Buffer.from(await response.arrayBuffer()).equals(CONTENT)).toBe(true);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(CONTENT.length),
      'content-disposition': `attachment; filename="relat_rio _1_.zip"; filename*=UTF-8''relat%C3%B3rio%20%221%22.zip`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=2999900-', 2_999_900, 2_999_999],
    ['bytes=-100', 2_999_900, 2_999_999],
    ['bytes=2999999-9999999', 2_999_999, 2_999_999],
  ])('are sent in part for %s', async (range, start, end) => {
    const response = await fetch(url, { headers: { range } });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/3000000`);
    expect(Buffer.from(await response.arrayBuffer()).equals(CONTENT.subarray(start, end + 1))).toBe(true);
  });

  it.each([
    ['bytes=3000000-', 416],
    ['bytes=-0', 416],
    ['bytes=5-1', 200],
    ['bytes=0-1,5-6', 200],
    ['lines=1-2', 200],
  ])('for the range %s are answered %s', async (range, status) => {
    const response = await fetch(url, { headers: { range } });
    await response.arrayBuffer();
    expect(response.status).toBe(status);
  });

  it.each([
    ['text/html', true, 'application/octet-stream', 'attachment'],
    ['image/svg+xml', true, 'application/octet-stream', 'attachment'],
    ['text/html; charset=x', true, 'application/octet-stream', 'attachment'],
    ['no type', true, 'application/octet-stream', 'attachment'],
    ['image/png', true, 'image/png', 'inline'],
    ['image/png', false, 'image/png', 'attachment'],
    ['text/plain', true, 'text/plain; charset=utf-8', 'inline'],
  ])('of type %s (inline: %s) are sent as %s, %s', async (contentType, inline, type, disposition) => {
    served = { contentType, inline };
    const response = await fetch(url);
    await response.arrayBuffer();
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('content-disposition')).toBe(`${disposition}; filename="a.bin"`);
    served = {};
  });

  it('are not read further if the client disconnects', async () => {
    let read = 0;
    let isClosed = false;
    served = {
      bytes: 1_000_000_000,
      open: async () => {
        const pieces = function* () {
          for (; read < 1_000_000_000; read += 65_536) yield CONTENT.subarray(0, 65_536);
        };
        return Readable.from(pieces()).on('close', () => (isClosed = true));
      },
    };
    const request = httpRequest(url, (response) => response.once('data', () => request.destroy()));
    request.on('error', () => undefined);
    request.end();
    await waitUntil(() => isClosed);
    expect(read).toBeLessThan(100_000_000);
    served = {};
  });
});

describe('a name in Content-Disposition', () => {
  it.each([
    ['a.txt', 'attachment; filename="a.txt"'],
    ['', 'attachment; filename="file"'],
    ['../../etc/passwd', 'attachment; filename=".._.._etc_passwd"'],
    ['a\r\nSet-Cookie: b', 'attachment; filename="aSet-Cookie: b"'],
    ["naïve's (1).txt", `attachment; filename="na_ve's (1).txt"; filename*=UTF-8''na%C3%AFve%27s%20%281%29.txt`],
    ['\ud800.txt', `attachment; filename="_.txt"; filename*=UTF-8''%EF%BF%BD.txt`],
  ])('%j', (name, expected) => {
    expect(contentDisposition('attachment', name)).toBe(expected);
  });
});
