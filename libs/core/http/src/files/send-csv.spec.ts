import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { sendCsv } from './send-csv.js';

describe('a file of rows', () => {
  const servers: ReturnType<typeof createServer>[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });

  /** A client that has the headers of the answer, and has read nothing of the body. */
  async function ask(batches: AsyncIterable<string[]>) {
    let response: ServerResponse | undefined;
    let sent: Promise<unknown> | undefined;
    const columns = [['a', (row: string) => row] as const, ['b', () => null] as const];
    const server = createServer((_request, answer) => {
      response = answer;
      sent = sendCsv(answer, { fileName: 'x.csv', columns, batches }).catch((error: unknown) => error);
    });
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const incoming = await new Promise<IncomingMessage>((done, failed) => {
      get({ port, host: '127.0.0.1', agent: false }, done).on('error', failed);
    });
    return { incoming, response: response!, sent: sent! };
  }

  it('has a line for each, and the names first', async () => {
    const { incoming } = await ask(
      (async function* () {
        yield ['1', '2'];
        yield [];
        yield ['ação'];
      })(),
    );
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toBe('\uFEFFa,b\r\n1,\r\n2,\r\nação,\r\n');
    expect(incoming.headers['content-disposition']).toBe('attachment; filename="x.csv"');
  });

  it('is read as fast as the client reads, and no more once it is gone', async () => {
    let read = 0;
    let ended = false;
    const endless = (async function* () {
      try {
        for (;;) {
          read += 1;
          yield ['x'.repeat(100_000)];
        }
      } finally {
        ended = true;
      }
    })();
    const { incoming, response, sent } = await ask(endless);
    await waitUntil(() => response.writableNeedDrain);
    const whenFull = read;
    await ask((async function* () {})());
    expect(read).toBeLessThanOrEqual(whenFull + 2);
    incoming.destroy();
    expect(await sent).toBeUndefined();
    expect(ended).toBe(true);
  });

  it('that cannot be read to its end is incomplete for the client', async () => {
    const { incoming, sent } = await ask(
      (async function* () {
        yield ['1'];
        throw new Error('the database is gone');
      })(),
    );
    await expect(incoming.toArray()).rejects.toThrow('aborted');
    expect(await sent).toMatchObject({ message: 'the database is gone' });
  });
});
