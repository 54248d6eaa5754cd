import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  afterwards,
  cleanUp,
  messageTo,
  pipeliningServer,
  poolTo,
  recipients,
  scripted,
  serverWith,
} from '../../test-support/pools.js';
import { rejection, startCuttingProxy } from '../../test-support/smtp-servers.js';

afterEach(cleanUp);

describe('SmtpPool, when connections fail', () => {
  it('rejects only the message as uncertain whose connection was lost between its end and the final reply', async () => {
    const server = await scripted(
      pipeliningServer((_, socket, connection) => {
        if (connection > 0) return '250 taken\r\n';
        socket.destroy();
        return undefined;
      }),
    );
    const pool = poolTo(server.url, { maxConnections: 1 });
    const outcomes = await Promise.allSettled(
      ['a@x.test', 'b@x.test', 'c@x.test'].map((to) => pool.send(messageTo(to))),
    );
    expect(outcomes).toMatchObject([
      { reason: { kind: 'temporary', uncertain: true } },
      { status: 'fulfilled' },
      { status: 'fulfilled' },
    ]);
    expect(server.received[1]?.match(/RCPT TO:<(.)@/g)).toEqual(['RCPT TO:<b@', 'RCPT TO:<c@']);
  });

  it('moves a message to another connection if its own is lost before the message was sent', async () => {
    const polite = pipeliningServer();
    const server = await scripted((chunk, socket, connection) => {
      if (connection > 0 || !chunk.startsWith('MAIL')) return polite(chunk, socket, connection);
      socket.destroy();
      return undefined;
    });
    await expect(poolTo(server.url).send(messageTo('a@x.test'))).resolves.toMatchObject({ code: 250 });
    expect(server.received).toHaveLength(2);
  });

  it('moves a message at most three times', async () => {
    const server = await scripted((chunk, socket) => {
      if (chunk.startsWith('EHLO')) return '250 scripted\r\n';
      socket.destroy();
      return undefined;
    });
    const failure = { kind: 'temporary', uncertain: false };
    await expect(poolTo(server.url).send(messageTo('a@x.test'))).rejects.toMatchObject(failure);
    expect(server.received.length).toBeLessThanOrEqual(5);
  });

  it.each([1, 2])(
    'never sends a message twice, and tells the truth about each, however connections are cut (%i)',
    async (seed) => {
      const server = await serverWith();
      let state = seed;
      // Park and Miller's generator: the same cuts in every run.
      const nextCut = (): number => 100 + ((state = (state * 48_271) % 2_147_483_647) % 4_000);
      const proxy = await startCuttingProxy(server.port, nextCut);
      afterwards(proxy.close);
      const pool = poolTo(proxy.url, { maxConnections: 4 });
      const all = Array.from({ length: 100 }, (_, index) => `user${index}@example.test`);
      const outcomes = await Promise.allSettled(all.map((to) => pool.send(messageTo(to))));
      await pool.close();
      const delivered = recipients(server);
      expect(new Set(delivered).size).toBe(delivered.length);
      outcomes.forEach((outcome, index) => {
        if (outcome.status === 'fulfilled') expect(delivered).toContain(all[index]);
        else if (!outcome.reason.uncertain) expect(delivered).not.toContain(all[index]);
      });
      expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(25);
    },
  );

  it('closes the connection after 421, and sends its unsent messages over another one', async () => {
    const polite = pipeliningServer((_, __, connection) =>
      connection === 1 ? '421 4.3.2 closing\r\n' : '250 taken\r\n',
    );
    const server = await scripted((chunk, socket, connection) =>
      connection === 0 && chunk.startsWith('MAIL') ? '421 4.3.2 busy\r\n' : polite(chunk, socket, connection),
    );
    const pool = poolTo(server.url, { maxConnections: 1 });
    const outcomes = await Promise.allSettled(['a@x.test', 'b@x.test'].map((to) => pool.send(messageTo(to))));
    // The first was moved, then refused at its end; the second went on a third connection.
    expect(outcomes).toMatchObject([
      { reason: { kind: 'temporary', code: 421, uncertain: false } },
      { value: { code: 250 } },
    ]);
    expect(server.received).toHaveLength(3);
  });

  it('opens another connection if an idle one is lost', async () => {
    const server = await serverWith({ socketTimeout: 300 });
    const pool = poolTo(server.url);
    await pool.send(messageTo('a@example.test'));
    await expect.poll(() => pool.stats.connections).toBe(0);
    await pool.send(messageTo('b@example.test'));
    expect(recipients(server)).toEqual(['a@example.test', 'b@example.test']);
  });

  it('closes a connection that is idle too long', async () => {
    const server = await serverWith();
    const pool = poolTo(server.url, { timeouts: { idle: 30 } });
    await pool.send(messageTo('a@example.test'));
    await expect.poll(() => pool.stats.connections).toBe(0);
  });

  it('fails if the server does not answer', async () => {
    const timeouts = { greeting: 60, command: 60, data: 60 };
    const silent = await scripted(() => undefined, '');
    await expect(poolTo(silent.url, { timeouts }).send(messageTo('a@x.test'))).rejects.toMatchObject({
      kind: 'temporary',
    });
    const mute = await scripted((chunk) => (chunk.startsWith('EHLO') ? '250 mute\r\n' : undefined));
    await expect(poolTo(mute.url, { timeouts }).send(messageTo('a@x.test'))).rejects.toMatchObject({
      kind: 'temporary',
      uncertain: false,
      response: 'timeout: the server did not answer',
    });
    const forgetful = await scripted(pipeliningServer(() => undefined));
    await expect(poolTo(forgetful.url, { timeouts }).send(messageTo('a@x.test'))).rejects.toMatchObject({
      kind: 'temporary',
      uncertain: true,
    });
  });

  it('fails if the server sends endless replies', async () => {
    const server = await scripted((chunk) => (chunk.startsWith('EHLO') ? '250-more\r\n'.repeat(10_000) : undefined));
    await expect(poolTo(server.url).send(messageTo('a@x.test'))).rejects.toMatchObject({
      kind: 'temporary',
      response: 'the server sent a reply that does not end',
    });
  });

  it('rejects waiting messages without a server, and delivers when there is one', async () => {
    const placeholder = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => placeholder.once('listening', resolve));
    const { port } = placeholder.address() as AddressInfo;
    await new Promise((resolve) => placeholder.close(resolve));
    const pool = poolTo(`smtp://127.0.0.1:${port}`);
    const outcomes = await Promise.allSettled([pool.send(messageTo('a@x.test')), pool.send(messageTo('b@x.test'))]);
    expect(outcomes).toMatchObject([
      { reason: { kind: 'temporary', uncertain: false } },
      { reason: { kind: 'temporary', uncertain: false } },
    ]);
    const late = createServer((socket) => {
      socket.write('220 late\r\n');
      socket.on('data', (chunk) => {
        const answer = pipeliningServer()(chunk.toString(), socket, 0);
        if (answer) socket.write(answer);
      });
    }).listen(port, '127.0.0.1');
    afterwards(async () => void late.close());
    await expect(pool.send(messageTo('c@x.test'))).resolves.toMatchObject({ code: 250 });
  });

  it('works with fewer connections if the server allows no more', async () => {
    let open = 0;
    const server = await serverWith({
      onConnect: (_, callback) => (++open > 2 ? callback(rejection(421, '4.7.0 too many connections')) : callback()),
    });
    const pool = poolTo(server.url, { maxConnections: 8 });
    const all = Array.from({ length: 100 }, (_, index) => `user${index}@example.test`);
    await Promise.all(all.map((to) => pool.send(messageTo(to))));
    expect(recipients(server)).toEqual([...all].sort());
  });
});
