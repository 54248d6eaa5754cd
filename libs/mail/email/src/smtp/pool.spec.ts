import { afterEach, describe, expect, it } from 'vitest';
import {
  cleanUp,
  messageTo,
  pipeliningServer,
  poolTo,
  recipients,
  scripted,
  serverWith,
} from '../../test-support/pools.js';
import { rejection } from '../../test-support/smtp-servers.js';

afterEach(cleanUp);

describe('SmtpPool', () => {
  it('sends a message byte for byte, and resolves with the reply', async () => {
    const server = await serverWith({}, () => 'queued as 4F1');
    const sent = messageTo('a@example.test', '.\n..\n.dots. \n\n.\n');
    const receipt = await poolTo(server.url).send(sent);
    expect(receipt).toMatchObject({ code: 250, response: '250 queued as 4F1' });
    expect(server.deliveries).toMatchObject([{ from: 'bounce@acme.test', to: ['a@example.test'] }]);
    expect(server.deliveries[0]?.content).toBe(sent.message.toString());
  });

  it.each([
    ['with PIPELINING', {}, {}],
    ['without PIPELINING', { hidePIPELINING: true }, {}],
    ['one message at a time', {}, { pipelineMessages: false }],
    ['with connections that are soon replaced', {}, { maxMessagesPerConnection: 7 }],
  ])('delivers many concurrent messages exactly once, %s', async (_, serverOptions, poolOptions) => {
    const server = await serverWith(serverOptions);
    const pool = poolTo(server.url, { maxConnections: 4, ...poolOptions });
    const all = Array.from({ length: 300 }, (__, index) => `user${index}@example.test`);
    await Promise.all(all.map((to) => pool.send(messageTo(to, `for ${to}\n`))));
    expect(recipients(server)).toEqual([...all].sort());
    for (const { to, content } of server.deliveries) expect(content).toContain(`for ${to[0]}\r\n`);
    if (!('maxMessagesPerConnection' in poolOptions)) expect(server.connections()).toBeLessThanOrEqual(4);
  });

  it('delivers a large message and its neighbours', async () => {
    const server = await serverWith();
    const pool = poolTo(server.url, { maxConnections: 1 });
    const large = messageTo('large@example.test', '.line that begins with a dot\n'.repeat(40_000));
    await Promise.all([
      pool.send(messageTo('a@example.test')),
      pool.send(large),
      pool.send(messageTo('b@example.test')),
    ]);
    expect(recipients(server)).toEqual(['a@example.test', 'b@example.test', 'large@example.test']);
    expect(server.deliveries[1]?.content).toBe(large.message.toString());
  });

  it.each([
    ['with PIPELINING', {}],
    ['without', { hidePIPELINING: true }],
  ])('distinguishes rejections and continues on the same connection, %s', async (_, options) => {
    const server = await serverWith(
      {
        ...options,
        onMailFrom: ({ address }, __, callback) =>
          callback(address === 'banned@acme.test' ? rejection(550, '5.7.1 sender banned') : null),
        onRcptTo: ({ address }, __, callback) => {
          if (address.startsWith('unknown')) callback(rejection(550, '5.1.1 no such user'));
          else if (address.startsWith('full')) callback(rejection(452, '4.2.2 mailbox full'));
          else callback();
        },
      },
      ({ to }) => {
        if (to[0]?.startsWith('spam')) return rejection(554, '5.7.1 spam');
        return to[0]?.startsWith('later') ? rejection(451, '4.7.1 greylisted') : undefined;
      },
    );
    const pool = poolTo(server.url, { maxConnections: 1 });
    const banned = { ...messageTo('a@example.test'), envelope: { from: 'banned@acme.test', to: 'a@example.test' } };
    const outcomes = await Promise.allSettled([
      pool.send(messageTo('unknown@example.test')),
      pool.send(messageTo('good1@example.test')),
      pool.send(messageTo('full@example.test')),
      pool.send(messageTo('spam@example.test')),
      pool.send(banned),
      pool.send(messageTo('later@example.test')),
      pool.send(messageTo('good2@example.test')),
    ]);
    expect(outcomes).toMatchObject([
      {
        reason: {
          kind: 'permanent',
          code: 550,
          enhanced: '5.1.1',
          response: '550 5.1.1 no such user',
          uncertain: false,
        },
      },
      { status: 'fulfilled' },
      { reason: { kind: 'temporary', code: 452, enhanced: '4.2.2' } },
      { reason: { kind: 'permanent', code: 554, enhanced: '5.7.1' } },
      { reason: { kind: 'permanent', code: 550, response: '550 5.7.1 sender banned' } },
      { reason: { kind: 'temporary', code: 451, enhanced: '4.7.1' } },
      { status: 'fulfilled' },
    ]);
    expect(recipients(server)).toEqual(['good1@example.test', 'good2@example.test']);
    expect(server.connections()).toBe(1);
  });

  it('sends an empty message to a server that accepts DATA after rejecting the recipient', async () => {
    const server = await scripted((chunk) => {
      if (chunk.startsWith('EHLO')) return '250-scripted\r\n250 PIPELINING\r\n';
      if (chunk.startsWith('.')) return '554 no recipients\r\n';
      if (chunk.startsWith('QUIT')) return '221 bye\r\n';
      return `${chunk.startsWith('RSET') ? '250 ok\r\n' : ''}250 ok\r\n550 5.1.1 unknown\r\n354 go on\r\n`;
    });
    const pool = poolTo(server.url, { maxConnections: 1 });
    const send = (): Promise<unknown> => pool.send(messageTo('a@example.test'));
    await expect(send()).rejects.toMatchObject({ kind: 'permanent', enhanced: '5.1.1' });
    await expect(send()).rejects.toMatchObject({ kind: 'permanent', enhanced: '5.1.1' });
    expect(server.received[0]).not.toContain('Hello');
  });

  it('sends the commands of the next message with the message before it', async () => {
    const server = await scripted(pipeliningServer());
    const pool = poolTo(server.url, { maxConnections: 1 });
    await Promise.all(['a@x.test', 'b@x.test', 'c@x.test'].map((to) => pool.send(messageTo(to))));
    await pool.close();
    expect(server.received[0]).toContain('\r\n.\r\nMAIL FROM:<bounce@acme.test>\r\nRCPT TO:<b@x.test>\r\nDATA\r\n');
    expect(server.received[0]?.endsWith('\r\n.\r\nQUIT\r\n')).toBe(true);
  });
});

describe('SmtpPool, queue and close', () => {
  it('rejects when too many wait, and waitForRoom resolves when there is room', async () => {
    const server = await serverWith();
    const pool = poolTo(server.url, { maxConnections: 1, maxQueued: 2 });
    const first = [pool.send(messageTo('a@example.test')), pool.send(messageTo('b@example.test'))];
    expect(pool.hasRoom).toBe(false);
    await expect(pool.send(messageTo('c@example.test'))).rejects.toMatchObject({
      kind: 'temporary',
      response: 'too many messages are waiting',
    });
    await pool.waitForRoom();
    await Promise.all([...first, pool.send(messageTo('d@example.test'))]);
    expect(recipients(server)).toEqual(['a@example.test', 'b@example.test', 'd@example.test']);
  });

  it('sends queued messages before it closes, and accepts no more', async () => {
    const server = await serverWith();
    const pool = poolTo(server.url, { maxConnections: 2 });
    const sends = Array.from({ length: 50 }, (_, index) => pool.send(messageTo(`user${index}@example.test`)));
    const closed = pool.close();
    await expect(pool.send(messageTo('late@example.test'))).rejects.toMatchObject({ kind: 'temporary' });
    await closed;
    await Promise.all(sends);
    expect(server.deliveries).toHaveLength(50);
    expect(pool.stats).toEqual({ queued: 0, connections: 0, idle: 0 });
  });

  it('closes a pool that never sent, and one with idle connections', async () => {
    const server = await serverWith();
    await poolTo(server.url).close();
    const pool = poolTo(server.url);
    await pool.send(messageTo('a@example.test'));
    await pool.close();
    expect(pool.stats.connections).toBe(0);
  });

  it('rejects messages that are not sent within the grace', async () => {
    const server = await scripted(pipeliningServer(() => undefined));
    const pool = poolTo(server.url, { maxConnections: 1 });
    const outcomes = Promise.allSettled(['a@x.test', 'b@x.test', 'c@x.test'].map((to) => pool.send(messageTo(to))));
    await expect.poll(() => server.received.join('')).toContain('\r\n.\r\n');
    await pool.close(50);
    expect(await outcomes).toMatchObject([
      { reason: { kind: 'temporary', uncertain: true } },
      { reason: { kind: 'temporary', uncertain: false } },
      { reason: { kind: 'temporary', uncertain: false } },
    ]);
  });

  it('closes a connection that is still being opened', async () => {
    const server = await scripted(() => undefined, '');
    const pool = poolTo(server.url);
    const [outcome] = await Promise.all([Promise.allSettled([pool.send(messageTo('a@x.test'))]), pool.close(50)]);
    expect(outcome).toMatchObject([{ reason: { kind: 'temporary', uncertain: false } }]);
  });
});
