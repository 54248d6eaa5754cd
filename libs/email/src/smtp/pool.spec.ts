import { Buffer } from 'node:buffer';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { mailWith } from '../../test-support/messages.js';
import { refusal, startScriptedServer, startSmtpServer } from '../../test-support/smtp-servers.js';
import type { Script } from '../../test-support/smtp-servers.js';
import { buildMessage } from '../mime/message.js';
import type { SmtpMessage } from './job.js';
import type { SmtpPoolOptions } from './options.js';
import { SmtpPool } from './pool.js';

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function poolTo(url: string, options: Partial<SmtpPoolOptions> = {}): SmtpPool {
  const pool = new SmtpPool({ url, ...options });
  cleanups.push(() => pool.close(500));
  return pool;
}

async function serverWith(...parameters: Parameters<typeof startSmtpServer>) {
  const server = await startSmtpServer(...parameters);
  cleanups.push(server.close);
  return server;
}

async function scripted(...parameters: Parameters<typeof startScriptedServer>) {
  const server = await startScriptedServer(...parameters);
  cleanups.push(server.close);
  return server;
}

function messageTo(to: string, text = 'Hello\n'): SmtpMessage {
  return { envelope: { from: 'bounce@acme.test', to }, message: buildMessage(mailWith({ to: [to], text })) };
}

function recipients(server: { deliveries: { to: string[] }[] }): string[] {
  return server.deliveries.flatMap(({ to }) => to).sort();
}

/** Answers a pipelining client: EHLO, then each group of commands, then each message. */
function pipeliningServer(onMessage: Script = () => '250 2.0.0 taken\r\n'): Script {
  return (chunk, socket, connection) => {
    if (chunk.startsWith('EHLO')) return '250-scripted\r\n250 PIPELINING\r\n';
    if (chunk.startsWith('QUIT')) return '221 bye\r\n';
    const answer = /(?:^|\r\n)\.\r\n/.test(chunk) ? onMessage(chunk, socket, connection) : '';
    return answer === undefined
      ? undefined
      : answer + (chunk.endsWith('DATA\r\n') ? '250 a\r\n250 b\r\n354 c\r\n' : '');
  };
}

describe('SmtpPool', () => {
  it('hands a message over byte for byte, and resolves with the answer', async () => {
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
  ])('tells refusals apart and goes on with the same connection, %s', async (_, options) => {
    const server = await serverWith(
      {
        ...options,
        onMailFrom: ({ address }, __, callback) =>
          callback(address === 'banned@acme.test' ? refusal(550, '5.7.1 sender banned') : null),
        onRcptTo: ({ address }, __, callback) => {
          if (address.startsWith('unknown')) callback(refusal(550, '5.1.1 no such user'));
          else if (address.startsWith('full')) callback(refusal(452, '4.2.2 mailbox full'));
          else callback();
        },
      },
      ({ to }) => {
        if (to[0]?.startsWith('spam')) return refusal(554, '5.7.1 spam');
        return to[0]?.startsWith('later') ? refusal(451, '4.7.1 greylisted') : undefined;
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

  it('ends an empty message when a server wants one after refusing its recipient', async () => {
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

  it('calls a message uncertain whose connection died between its end and the verdict, and only that one', async () => {
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

  it('moves a message to another connection when its own one dies before the message was sent', async () => {
    const polite = pipeliningServer();
    const server = await scripted((chunk, socket, connection) => {
      if (connection > 0 || !chunk.startsWith('MAIL')) return polite(chunk, socket, connection);
      socket.destroy();
      return undefined;
    });
    await expect(poolTo(server.url).send(messageTo('a@x.test'))).resolves.toMatchObject({ code: 250 });
    expect(server.received).toHaveLength(2);
  });

  it('does not move a message for ever', async () => {
    const server = await scripted((chunk, socket) => {
      if (chunk.startsWith('EHLO')) return '250 scripted\r\n';
      socket.destroy();
      return undefined;
    });
    const failure = { kind: 'temporary', uncertain: false };
    await expect(poolTo(server.url).send(messageTo('a@x.test'))).rejects.toMatchObject(failure);
    expect(server.received.length).toBeLessThanOrEqual(5);
  });

  it('leaves a server that says 421, and takes what it had not given it elsewhere', async () => {
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

  it('notices that a resting connection died, and opens another', async () => {
    const server = await serverWith({ socketTimeout: 300 });
    const pool = poolTo(server.url);
    await pool.send(messageTo('a@example.test'));
    await expect.poll(() => pool.stats.connections, { timeout: 5_000 }).toBe(0);
    await pool.send(messageTo('b@example.test'));
    expect(recipients(server)).toEqual(['a@example.test', 'b@example.test']);
  });

  it('ends a connection that rests too long', async () => {
    const server = await serverWith();
    const pool = poolTo(server.url, { timeouts: { idle: 30 } });
    await pool.send(messageTo('a@example.test'));
    await expect.poll(() => pool.stats.connections, { timeout: 5_000 }).toBe(0);
  });

  it('gives up on a server that does not answer', async () => {
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

  it('gives up on a server that floods it', async () => {
    const server = await scripted((chunk) => (chunk.startsWith('EHLO') ? '250-more\r\n'.repeat(10_000) : undefined));
    await expect(poolTo(server.url).send(messageTo('a@x.test'))).rejects.toMatchObject({
      kind: 'temporary',
      response: 'the server sent a reply that does not end',
    });
  });

  it('rejects what waits when no server is there, and delivers once there is one', async () => {
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
    cleanups.push(async () => void late.close());
    await expect(pool.send(messageTo('c@x.test'))).resolves.toMatchObject({ code: 250 });
  });

  it('works with fewer connections when the server allows no more', async () => {
    let open = 0;
    const server = await serverWith({
      onConnect: (_, callback) => (++open > 2 ? callback(refusal(421, '4.7.0 too many connections')) : callback()),
    });
    const pool = poolTo(server.url, { maxConnections: 8 });
    const all = Array.from({ length: 100 }, (_, index) => `user${index}@example.test`);
    await Promise.all(all.map((to) => pool.send(messageTo(to))));
    expect(recipients(server)).toEqual([...all].sort());
  });
});

describe('SmtpPool, encryption and credentials', () => {
  const trusting = { rejectUnauthorized: false };
  const onAuth: SMTPServerOptions['onAuth'] = (auth, _, callback) => {
    if (auth.username === 'user@x' && auth.password === 'p:ä/') callback(null, { user: auth.username });
    else callback(refusal(535, '5.7.8 wrong'));
  };
  const authenticated = { authOptional: false, onAuth };

  function withLogin(url: string, login = 'user%40x:p%3A%C3%A4%2F'): string {
    return url.replace('://', `://${login}@`);
  }

  it('encrypts with STARTTLS where it is offered', async () => {
    const server = await serverWith({ disabledCommands: [] });
    await poolTo(server.url, { tls: { required: true, options: trusting } }).send(messageTo('a@example.test'));
    expect(server.deliveries[0]?.session.secure).toBe(true);
  });

  it('encrypts from the first byte with smtps', async () => {
    const server = await serverWith({ secure: true });
    await poolTo(server.url, { tls: { options: trusting } }).send(messageTo('a@example.test'));
    expect(server.deliveries[0]?.session.secure).toBe(true);
  });

  it.each([
    ['STARTTLS', { disabledCommands: [] }],
    ['smtps', { secure: true }],
  ])('sends nothing to a server whose certificate does not verify, with %s', async (_, options) => {
    const server = await serverWith(options);
    await expect(poolTo(server.url).send(messageTo('a@example.test'))).rejects.toMatchObject({ kind: 'temporary' });
    expect(server.deliveries).toEqual([]);
  });

  it('sends nothing unencrypted where encryption is required', async () => {
    const server = await scripted(pipeliningServer());
    const pool = poolTo(withLogin(server.url), { tls: { required: true } });
    await expect(pool.send(messageTo('a@example.test'))).rejects.toMatchObject({
      kind: 'temporary',
      response: 'the server offers no encryption, which is required',
    });
    expect(server.received[0]).toMatch(/^EHLO [^\r]+\r\n$/);
  });

  it('distrusts what came in the clear behind the agreement to encrypt', async () => {
    const server = await scripted((chunk) => {
      if (chunk.startsWith('EHLO')) return '250-scripted\r\n250 STARTTLS\r\n';
      return chunk.startsWith('STARTTLS') ? '220 go\r\n250 injec' : undefined;
    });
    await expect(poolTo(server.url).send(messageTo('a@example.test'))).rejects.toMatchObject({
      response: 'unencrypted surplus',
    });
  });

  it.each([['PLAIN'], ['LOGIN']])('logs in with AUTH %s', async (method) => {
    const server = await serverWith({ ...authenticated, disabledCommands: [], authMethods: [method] });
    await poolTo(withLogin(server.url), { tls: { options: trusting } }).send(messageTo('a@example.test'));
    expect(server.deliveries[0]?.session.user).toBe('user@x');
  });

  it('calls a refused login temporary: no message is at fault', async () => {
    const server = await serverWith({ ...authenticated, disabledCommands: [] });
    const pool = poolTo(withLogin(server.url, 'user:wrong'), { tls: { options: trusting } });
    await expect(pool.send(messageTo('a@example.test'))).rejects.toMatchObject({ kind: 'temporary', code: 535 });
  });

  it('sends no password in the clear unless told to, or to this machine', async () => {
    const server = await serverWith({ ...authenticated, allowInsecureAuth: true });
    const options = { allowPlaintextAuth: false };
    await expect(poolTo(withLogin(server.url), options).send(messageTo('a@example.test'))).rejects.toMatchObject({
      response: 'the connection is not encrypted, so the password is not sent',
    });
    await poolTo(withLogin(server.url)).send(messageTo('a@example.test'));
    expect(server.deliveries).toHaveLength(1);
  });

  it('never names its URL in an error', () => {
    expect(() => new SmtpPool({ url: 'http://user:secret@host' })).toThrow(/^(?!.*secret)/);
    expect(() => new SmtpPool({ url: 'user:secret@host' })).toThrow(TypeError);
  });
});

describe('SmtpPool, what it may ask of the server', () => {
  function announcing(...extensions: string[]): Script {
    const polite = pipeliningServer();
    return (chunk, socket, connection) =>
      chunk.startsWith('EHLO')
        ? ['250-scripted', ...extensions.map((name) => `250-${name}`), '250 PIPELINING', ''].join('\r\n')
        : polite(chunk, socket, connection);
  }

  it('declares size, 8-bit content and UTF-8 addresses where needed and offered', async () => {
    const server = await scripted(announcing('SIZE 1000', '8BITMIME', 'SMTPUTF8'));
    const pool = poolTo(server.url, { maxConnections: 1 });
    await pool.send({
      envelope: { from: '', to: 'a@x.test' },
      message: Buffer.from('From: a@x.test\r\n\r\nascii\r\n'),
    });
    await pool.send({ envelope: { from: '', to: 'a@x.test' }, message: Buffer.from('From: a@x.test\r\n\r\né\r\n') });
    await pool.send({ envelope: { from: '', to: 'é@x.test' }, message: Buffer.from('From: a@x.test\r\n\r\n') });
    expect(server.received[0]?.match(/MAIL FROM.*/g)).toEqual([
      'MAIL FROM:<> SIZE=25',
      'MAIL FROM:<> SIZE=22 BODY=8BITMIME',
      'MAIL FROM:<> SIZE=18 SMTPUTF8',
    ]);
  });

  it('refuses for good what the server cannot take', async () => {
    const server = await scripted(announcing('SIZE 100'));
    const pool = poolTo(server.url);
    const send = (to: string, message: string): Promise<unknown> =>
      pool.send({ envelope: { from: 'b@x.test', to }, message: Buffer.from(message) });
    await expect(send('a@x.test', 'a'.repeat(101))).rejects.toMatchObject({ kind: 'permanent', enhanced: '5.3.4' });
    await expect(send('é@x.test', 'a')).rejects.toMatchObject({ kind: 'permanent', enhanced: '5.6.7' });
    await expect(send('a@x.test', 'é: a\r\n\r\n')).rejects.toMatchObject({ kind: 'permanent', enhanced: '5.6.7' });
    await expect(send('a@x.test', 'a: b\r\n\r\né')).rejects.toMatchObject({ kind: 'permanent', enhanced: '5.6.3' });
    expect(server.received.join('')).not.toContain('MAIL');
  });

  it.each([
    'a@x.test>\r\nRCPT TO:<evil@x.test',
    'a@x.test\nDATA',
    'a@x.test> SIZE=1',
    'a b@x.test',
    'a\0@x.test',
    '',
    'nobody',
    `${'a'.repeat(300)}@x.test`,
  ])('refuses the address %j before any connection', async (address) => {
    const pool = poolTo('smtp://127.0.0.1:1');
    const message = Buffer.from('From: a@x.test\r\n\r\n');
    await expect(pool.send({ envelope: { from: 'a@x.test', to: address }, message })).rejects.toMatchObject({
      kind: 'permanent',
    });
    if (address === '') return;
    await expect(pool.send({ envelope: { from: address, to: 'a@x.test' }, message })).rejects.toMatchObject({
      kind: 'permanent',
    });
  });

  it('closes the door to smuggled messages: bare line breaks become real ones', async () => {
    const server = await serverWith();
    const message = Buffer.from('From: a@x.test\r\n\r\na\n.\nMAIL FROM:<evil@x.test>\r.\r\n');
    await poolTo(server.url).send({ envelope: { from: 'a@x.test', to: 'b@x.test' }, message });
    expect(server.deliveries.map(({ content }) => content)).toEqual([
      'From: a@x.test\r\n\r\na\r\n.\r\nMAIL FROM:<evil@x.test>\r\n.\r\n',
    ]);
  });
});

describe('SmtpPool, its queue and its end', () => {
  it('refuses when too many wait, and tells when there is room', async () => {
    const server = await serverWith();
    const pool = poolTo(server.url, { maxConnections: 1, maxQueued: 2 });
    const first = [pool.send(messageTo('a@example.test')), pool.send(messageTo('b@example.test'))];
    expect(pool.hasRoom).toBe(false);
    await expect(pool.send(messageTo('c@example.test'))).rejects.toMatchObject({
      kind: 'temporary',
      response: 'too many messages are waiting',
    });
    await pool.room();
    await Promise.all([...first, pool.send(messageTo('d@example.test'))]);
    expect(recipients(server)).toEqual(['a@example.test', 'b@example.test', 'd@example.test']);
  });

  it('finishes what it has before it closes, and takes nothing more', async () => {
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

  it('closes a pool that never sent, and one whose connections rest', async () => {
    const server = await serverWith();
    await poolTo(server.url).close();
    const pool = poolTo(server.url);
    await pool.send(messageTo('a@example.test'));
    await pool.close();
    expect(pool.stats.connections).toBe(0);
  });

  it('gives up what is not finished within the grace', async () => {
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

  it('gives up a connection that is still being opened', async () => {
    const server = await scripted(() => undefined, '');
    const pool = poolTo(server.url);
    const send = pool.send(messageTo('a@x.test'));
    const failed = expect(send).rejects.toMatchObject({ kind: 'temporary' });
    await pool.close(50);
    await failed;
  });
});
