import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HttpSink } from '#libs/test/testing';
import { downloadFile, type DownloadOptions } from './download.js';
import { GuardedDialer } from './guarded-dialer.js';

let server: HttpSink;
let inside: HttpSink;
let dialer: GuardedDialer;

beforeAll(async () => {
  [server, inside] = await Promise.all([HttpSink.start(), HttpSink.start()]);
  dialer = new GuardedDialer({ allow: server.host });
});
beforeEach(() => {
  server.requests.length = 0;
  inside.requests.length = 0;
});
afterAll(() => Promise.all([server?.stop(), inside?.stop()]));

const download = (url: string, options: Partial<DownloadOptions> = {}): Promise<Buffer> =>
  downloadFile(url, {
    dial: (endpoint, signal) => dialer.connect(endpoint, signal),
    maxBytes: 1_000,
    timeoutMs: 5_000,
    accept: 'image/*',
    ...options,
  });

describe('a file of an address', () => {
  it('is read to the last byte that is allowed, without any credential', async () => {
    const body = Buffer.alloc(1_000, 7);
    server.answerNext({ body });
    expect(await download(`${server.url}/a.png`)).toEqual(body);
    const [{ headers, path }] = server.requests as [(typeof server.requests)[0]];
    expect([path, headers.accept, headers['accept-encoding']]).toEqual(['/a.png', 'image/*', 'identity']);
    expect([headers.authorization, headers.cookie]).toEqual([undefined, undefined]);
  });

  it('is found over three redirects, also relative ones, and not over four', async () => {
    const moved = [1, 2, 3].map((step) => ({ status: 301 + (step % 2), headers: { location: `/step-${step}` } }));
    server.answerNext(...moved, { body: 'here' });
    expect(String(await download(server.url))).toBe('here');
    server.answerNext(...moved, { redirect: '/step-4' });
    await expect(download(server.url)).rejects.toMatchObject({ kind: 'status' });
    expect(server.requests.at(-1)?.path).toBe('/step-3');
  });

  it.each(['file:///etc/passwd', 'gopher://192.0.2.1/'])('is not followed to %s', async (redirect) => {
    server.answerNext({ redirect });
    await expect(download(server.url)).rejects.toMatchObject({ kind: 'refused' });
  });

  it('is not read from inside, at once or by a redirect', async () => {
    await expect(download(inside.url)).rejects.toMatchObject({ kind: 'refused' });
    server.answerNext({ redirect: inside.url });
    await expect(download(server.url)).rejects.toMatchObject({ name: 'DownloadFailed', kind: 'refused' });
    expect(inside.requests).toEqual([]);
  });

  it.each([
    ['says that it is too large', { body: Buffer.alloc(1_001) }, 'too-large'],
    [
      'is too large without saying so',
      { hugeBytes: 10_000_000, headers: { 'transfer-encoding': 'chunked' } },
      'too-large',
    ],
    ['is not there', { status: 404 }, 'status'],
    ['is somewhere that the redirect does not name', { status: 302 }, 'status'],
    [
      'is compressed although nothing asked for it',
      { body: 'x', headers: { 'content-encoding': 'gzip' } },
      'unreachable',
    ],
    ['is on a server that hangs up', { drop: true }, 'unreachable'],
  ])('that %s fails', async (_, answer, kind) => {
    server.answerNext(answer);
    await expect(download(server.url)).rejects.toMatchObject({ name: 'DownloadFailed', kind });
  });

  it('that arrives byte by byte fails at the deadline', async () => {
    server.answerNext({ dripEveryMs: 20 });
    const failure = { kind: 'unreachable', message: 'The file did not arrive in time' };
    await expect(download(server.url, { timeoutMs: 300 })).rejects.toMatchObject(failure);
  });
});
