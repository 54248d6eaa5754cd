import { afterEach, describe, expect, it } from 'vitest';

import { answerOf, clientFor, closeAll, failureOf, pair } from '../fixtures/clients.fixture.js';
import { isDelivered } from './result.js';
import { closeServers, serve, serveTcp, serveTls } from '../fixtures/servers.fixture.js';
import { AUTHORITY, CERTIFICATE, EXPIRED_CERTIFICATE, KEY } from '../fixtures/tls.fixture.js';

afterEach(closeAll);

async function readAll(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

describe('a request and its answer', () => {
  it('sends the body and headers as given and returns status, headers and body', async () => {
    let seen: unknown;
    const { client, url } = await pair(async (request, response) => {
      const { method, url: path, headers } = request;
      seen = {
        method,
        path,
        type: headers['content-type'],
        agent: headers['user-agent'],
        body: await readAll(request),
      };
      response.writeHead(202, { 'X-Receiver': 'yes' }).end('thank you');
    });
    const result = await client.post({ url: `${url}?a=1#b`, headers: { 'Content-Type': 'text/x' }, body: 'João' });
    const agent = 'Service-Webhooks/1.0';
    expect(seen).toEqual({ method: 'POST', path: '/hook?a=1', type: 'text/x', agent, body: 'João' });
    expect(result).toMatchObject({ answered: true, status: 202, bodySnippet: 'thank you', truncated: false });
    expect(answerOf(result).headers['x-receiver']).toBe('yes');
    expect(result.durationMs).toBeGreaterThan(0);
    expect(isDelivered(result)).toBe(true);
  });

  it('accepts bytes as a body', async () => {
    const { client, url } = await pair(async (request, response) => response.end(await readAll(request)));
    expect(answerOf(await client.post({ url, body: Buffer.from('bytes') })).bodySnippet).toBe('bytes');
  });

  it.each([400, 404, 410, 500, 503])('counts %i as not delivered', async (status) => {
    const { client, url } = await pair((_request, response) => response.writeHead(status).end());
    const result = await client.post({ url, body: '' });
    expect(answerOf(result).status).toBe(status);
    expect(isDelivered(result)).toBe(false);
  });

  it('returns any body as a text that Postgres can store', async () => {
    const { client, url } = await pair((_request, response) => response.end(Buffer.from([0x61, 0, 0xff, 0x62])));
    expect(answerOf(await client.post({ url, body: '' })).bodySnippet).toBe('a\uFFFD\uFFFDb');
  });

  it('returns no body if the answer is compressed without being requested', async () => {
    const { client, url } = await pair((_request, response) => {
      response.setHeader('Content-Encoding', 'gzip').end('\x1f\x8b');
    });
    expect(answerOf(await client.post({ url, body: '' })).bodySnippet).toBe('');
  });

  it('waits for the final answer after interim ones', async () => {
    const { client, url } = await pair((_request, response) => {
      response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.writeHead(204).end();
    });
    expect(answerOf(await client.post({ url, body: '' })).status).toBe(204);
  });

  it('fails for a header with a line break', async () => {
    const { client, url, server } = await pair((_request, response) => response.end());
    const result = await client.post({ url, headers: { 'x-a': 'b\r\nx-c: d' }, body: '' });
    expect(failureOf(result)).toMatchObject({ kind: 'protocol', message: 'The request cannot be sent over HTTP' });
    expect(server.connections).toBe(0);
  });
});

describe('time and size', () => {
  it('times out if the receiver never answers', async () => {
    const { client, url, server } = await pair(() => undefined);
    const result = await client.post({ url, body: '', timeoutMs: 100 });
    expect(failureOf(result)).toMatchObject({ kind: 'timeout', message: 'There was no answer within 100 ms' });
    expect(result.durationMs).toBeGreaterThanOrEqual(95);
    await expect.poll(() => server.sockets.size).toBe(0);
  });

  it('times out if the answer never ends, although bytes arrive all the time', async () => {
    const { client, url, server } = await pair((_request, response) => {
      const drip = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(drip));
    });
    const result = await client.post({ url, body: '', timeoutMs: 150 });
    expect(failureOf(result)).toMatchObject({ kind: 'timeout', message: 'The answer was not complete within 150 ms' });
    await expect.poll(() => server.sockets.size).toBe(0);
  });

  it('times out if the headers never end', async () => {
    const server = await serveTcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('x'), 10);
      socket.on('close', () => clearInterval(drip));
    });
    const result = await clientFor([server.port]).post({
      url: `http://127.0.0.1:${server.port}/`,
      body: '',
      timeoutMs: 150,
    });
    expect(failureOf(result).kind).toBe('timeout');
  });

  it('reads an answer of 20 MB up to the cap, closes the connection, and counts it as an answer', async () => {
    let written = 0;
    const { client, url, server } = await pair((_request, response) => {
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const more = () => {
        while (written < 20_000_000 && !response.destroyed) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    const result = answerOf(await client.post({ url, body: '', maxResponseBytes: 1000 }));
    expect(result).toMatchObject({ status: 200, truncated: true, bodySnippet: 'x'.repeat(1000) });
    await expect.poll(() => server.sockets.size).toBe(0);
    expect(written).toBeLessThan(20_000_000);
  });

  it('reads 64 KiB by default; an answer of exactly that is not truncated', async () => {
    let size = 64 * 1024;
    const { client, url } = await pair((_request, response) => response.end('x'.repeat(size)));
    expect(answerOf(await client.post({ url, body: '' })).truncated).toBe(false);
    size++;
    const result = answerOf(await client.post({ url, body: '' }));
    expect(result.truncated).toBe(true);
    expect(result.bodySnippet).toHaveLength(64 * 1024);
  });

  it('fails for headers that are too long', async () => {
    const { client, url } = await pair((_request, response) => {
      for (let i = 0; i < 20; i++) response.setHeader(`x-${i}`, 'x'.repeat(1000));
      response.end();
    });
    const result = await client.post({ url, body: '' });
    expect(failureOf(result)).toMatchObject({ kind: 'too-large', message: 'The headers of the answer are too large' });
  });
});

describe('failures before an answer', () => {
  it('reports a refused connection without the address', async () => {
    const server = await serve(() => undefined);
    const client = clientFor([server.port]);
    await closeServers();
    const result = await client.post({ url: `http://127.0.0.1:${server.port}/`, body: '' });
    expect(failureOf(result)).toMatchObject({ kind: 'connect', message: 'The connection was refused' });
  });

  it('reports an answer that is not HTTP', async () => {
    const server = await serveTcp((socket) => socket.once('data', () => socket.write('SSH-2.0-OpenSSH_9.2\r\n')));
    const result = await clientFor([server.port]).post({ url: `http://127.0.0.1:${server.port}/`, body: '' });
    expect(failureOf(result)).toMatchObject({ kind: 'protocol', message: 'The answer is not valid HTTP' });
  });

  it.each(['ftp://a.example/', 'http://user@a.example/', 'nonsense'])('rejects %s', async (url) => {
    expect(failureOf(await clientFor([]).post({ url, body: '' })).kind).toBe('refused-address');
  });
});

describe('TLS', () => {
  const tlsServer = (cert: string) => serveTls({ key: KEY, cert }, (_request, response) => response.end('secure'));

  it('is used with a trusted certificate for the address, and kept', async () => {
    const server = await tlsServer(CERTIFICATE);
    const client = clientFor([server.port], { ca: AUTHORITY });
    for (let i = 0; i < 2; i++) {
      const result = await client.post({ url: `https://127.0.0.1:${server.port}/`, body: '' });
      expect(answerOf(result).bodySnippet).toBe('secure');
    }
    expect(server.connections).toBe(1);
  });

  it.each([
    [
      'an unknown authority',
      CERTIFICATE,
      undefined,
      '127.0.0.1',
      'is signed by an authority that is not trusted, or came without the ones between',
    ],
    ['an expired certificate', EXPIRED_CERTIFICATE, AUTHORITY, '127.0.0.1', 'has expired'],
    ['a certificate for another name', CERTIFICATE, AUTHORITY, 'localhost', 'is for another host name'],
  ])('fails for %s', async (_what, cert, ca, host, fault) => {
    const server = await tlsServer(cert);
    const client = clientFor([server.port], { ca });
    const result = await client.post({ url: `https://${host}:${server.port}/`, body: '' });
    expect(failureOf(result)).toMatchObject({ kind: 'tls', message: `The certificate ${fault}` });
  });

  it('fails for a server without TLS', async () => {
    const server = await serve(() => undefined);
    const result = await clientFor([server.port]).post({ url: `https://127.0.0.1:${server.port}/`, body: '' });
    expect(failureOf(result)).toMatchObject({ kind: 'tls', message: 'TLS could not be agreed on' });
  });

  it('counts towards the deadline, and leaves no connection behind', async () => {
    const server = await serveTcp((socket) => socket.resume());
    const client = clientFor([server.port]);
    const result = await client.post({ url: `https://127.0.0.1:${server.port}/`, body: '', timeoutMs: 100 });
    expect(failureOf(result)).toMatchObject({
      kind: 'timeout',
      message: 'The connection could not be made within 100 ms',
    });
    await expect.poll(() => server.sockets.size).toBe(0);
  });
});
