import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { createTransport } from 'nodemailer';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PaceWatch } from '#libs/core/networks';
import { waitUntil } from '#libs/test/testing';
import { messageTo, poolTo, cleanUp } from '../../test-support/pools.js';
import { TLS_CERTIFICATE, TLS_KEY } from '../../test-support/tls.js';
import { readBeginning } from './read-beginning.js';
import { SmtpListener } from './smtp-listener.js';
import type { SmtpListenerOptions } from './smtp-listener-options.js';
import type { ReceivedMessage, SmtpReceiver } from './smtp-receiver.js';
import { SmtpRejection } from './smtp-rejection.js';

const RAW = Buffer.from('Subject: x\r\n\r\nHello\r\n');

let listener: SmtpListener;
let received: (Omit<ReceivedMessage, 'content'> & { raw: Buffer })[];
let rejected: string[];

afterEach(() => listener.close());
afterEach(cleanUp);
afterEach(() => void vi.restoreAllMocks());

async function listen(options: Partial<SmtpListenerOptions> = {}, receiver: Partial<SmtpReceiver> = {}): Promise<void> {
  received = [];
  rejected = [];
  listener = new SmtpListener(
    { host: '127.0.0.1', port: 0, name: 'mx.shop.test', maxBytes: 1_000, ...options },
    {
      rejectRecipient: (address) =>
        address.startsWith('no') ? new SmtpRejection(550, '5.1.1 No such user') : undefined,
      receive: async ({ content, ...message }) => {
        received.push({ ...message, raw: await readBeginning(content, Infinity) });
      },
      onRejected: (reason) => rejected.push(reason),
      ...receiver,
    },
  );
  await listener.start();
}

/** Hands a message over as a mail server does; returns the answer. */
async function send(to: string | string[], raw: Buffer = RAW, localAddress = '127.0.0.1'): Promise<string> {
  const server = { host: '127.0.0.1', port: listener.port!, ignoreTLS: true };
  const transport = createTransport({ ...server, name: 'client.test', localAddress });
  try {
    return (await transport.sendMail({ envelope: { from: 'a@x.test', to }, raw })).response;
  } catch (error) {
    return (error as { response?: string }).response ?? String(error);
  } finally {
    transport.close();
  }
}

async function dial(port = listener.port!): Promise<{ socket: Socket; greeting: string }> {
  const socket = connect(port, '127.0.0.1');
  const [greeting] = (await once(socket, 'data')) as [Buffer];
  return { socket, greeting: greeting.toString() };
}

const TO_DATA = ['EHLO client.test', 'MAIL FROM:<a@x.test>', 'RCPT TO:<b@shop.test>', 'DATA'];

/** Sends commands one after the other; returns the last answer. */
async function command(socket: Socket, ...lines: string[]): Promise<string> {
  let answer = '';
  for (const line of lines) {
    socket.write(`${line}\r\n`);
    const [data] = (await once(socket, 'data')) as [Buffer];
    answer = data.toString();
  }
  return answer;
}

/** Resolves when the connection has ended, be it by a reset. */
function closed(socket: Socket): Promise<void> {
  return new Promise((done) =>
    socket
      .resume()
      .on('error', () => undefined)
      .once('close', () => done()),
  );
}

describe('an SMTP listener', () => {
  it('accepts a message for the allowed recipients', async () => {
    await listen();
    expect(await send(['b@shop.test', 'none@shop.test', 'c@shop.test'])).toMatch(/^250/);
    expect(received).toEqual([
      {
        from: 'a@x.test',
        to: ['b@shop.test', 'c@shop.test'],
        raw: RAW,
        remoteAddress: '127.0.0.1',
        clientName: 'client.test',
        secure: false,
      },
    ]);
  });

  it('rejects with the answer of its receiver', async () => {
    await listen({}, { receive: () => Promise.reject(new SmtpRejection(554, '5.7.1 Spam')) });
    expect(await send('none@shop.test')).toMatch(/^550 5\.1\.1 No such user/);
    expect(await send('b@shop.test')).toMatch(/^554 5\.7\.1 Spam/);
  });

  it('answers 451 if its receiver fails', async () => {
    const fail = () => Promise.reject(new Error('the disk is full'));
    await listen({}, { receive: fail, rejectRecipient: (address) => (address.startsWith('b') ? undefined : fail()) });
    expect(await send('b@shop.test')).toMatch(/^451 4\.3\.0/);
    expect(await send('c@shop.test')).toMatch(/^451 4\.3\.0/);
  });

  it('rejects a message that is too large, and recipients above the limit', async () => {
    await listen({ maxRecipients: 2 });
    expect(await send('b@shop.test', Buffer.concat([RAW, Buffer.alloc(1_000, 'x')]))).toMatch(/^552/);
    expect(rejected).toEqual(['size']);
    expect(await send(['b@shop.test', 'c@shop.test', 'd@shop.test'])).toMatch(/^250/);
    expect(received.map(({ to }) => to)).toEqual([['b@shop.test', 'c@shop.test']]);
  });

  it('rejects a header that its readers would not bear, and takes the next message', async () => {
    await listen({ maxBytes: 10_000_000 });
    const message = (header: string) => Buffer.from(`Subject: x\r\n${header}\r\nHello\r\n`);
    const headers = [
      'X-A: a\r\n'.repeat(1_000),
      `X-A: a\r\n${' b\r\n'.repeat(40_000)}`,
      `X-A: ${'a'.repeat(70_000)}\r\n`,
    ];
    for (const header of headers) expect(await send('b@shop.test', message(header))).toMatch(/^552 5\.3\.4 The header/);
    expect(rejected).toEqual(['size', 'size', 'size']);
    expect(await send('b@shop.test', message('X-A: a\r\n'.repeat(900)))).toMatch(/^250/);
  });

  it('rejects a header with a CR that ends no line', async () => {
    await listen({ maxBytes: 100_000 });
    const { socket } = await dial();
    await command(socket, ...TO_DATA);
    expect(await command(socket, `X-A: ${'\r'.repeat(60_000)}b\r\n\r\nHello\r\n.`)).toMatch(/^554 5\.6\.0 The header/);
    expect(await command(socket, 'NOOP')).toMatch(/^250/);
    socket.destroy();
  });

  it('limits the connections and the recipients of a peer', async () => {
    await listen({ peer: { connections: 1, recipients: 3, rejectedRecipients: 2 } });
    const { socket } = await dial();
    expect((await dial()).greeting).toMatch(/^421 4\.7\.0/);
    socket.destroy();
    await expect.poll(() => send(['b@shop.test', 'c@shop.test'])).toMatch(/^250/);
    expect(await send(['d@shop.test', 'e@shop.test'])).toMatch(/^250/);
    expect(await send('f@shop.test')).toMatch(/^450 4\.7\.1/);
    expect(received.map(({ to }) => to)).toEqual([['b@shop.test', 'c@shop.test'], ['d@shop.test']]);
  });

  it('refuses the surplus of a peer that comes with many connections at once, and no more', async () => {
    await listen({ peer: { connections: 3 } });
    const greetings = (await Promise.all(Array.from({ length: 8 }, () => dial()))).map(({ greeting }) => greeting);
    expect(greetings.filter((greeting) => greeting.startsWith('220'))).toHaveLength(3);
    expect(greetings.filter((greeting) => greeting.startsWith('421 4.7.0'))).toHaveLength(5);
  });

  it('counts a connection of TLS until it ends, and no longer', async () => {
    await listen({ peer: { connections: 1 }, tls: { cert: TLS_CERTIFICATE, key: TLS_KEY } });
    const tls = { ca: TLS_CERTIFICATE, servername: 'localhost' };
    const sendOnce = async () => {
      const transport = createTransport({ host: '127.0.0.1', port: listener.port!, requireTLS: true, tls });
      const sent = transport.sendMail({ envelope: { from: 'a@x.test', to: 'b@shop.test' }, raw: RAW });
      return sent.then(
        ({ response }) => response,
        (error: Error) => error.message,
      );
    };
    for (let n = 0; n < 3; n += 1) await expect.poll(sendOnce).toMatch(/^250/);
  });

  it('drops an idle connection of the peer with the most when it is full, and none with a message', async () => {
    await listen({ maxClients: 3 });
    const { socket: busy } = await dial();
    await command(busy, ...TO_DATA);
    const { socket: oldest } = await dial();
    const isDropped = once(
      oldest.on('error', () => undefined),
      'close',
    );
    await dial();
    const { greeting } = await dial();
    expect(greeting).toMatch(/^220/);
    await isDropped;
    expect(await command(busy, 'Subject: x\r\n\r\nHello\r\n.')).toMatch(/^250/);
  });

  it('refuses a connection when it is full of those with messages', async () => {
    await listen({ maxClients: 1 });
    const { socket: busy } = await dial();
    await command(busy, ...TO_DATA.slice(0, 2));
    expect((await dial()).greeting).toMatch(/^421/);
  });

  it('ends a connection that begins no message in time, and not one that has begun it', async () => {
    await listen({ beginMs: 300 });
    const { socket: idle } = await dial();
    const { socket: busy } = await dial();
    await command(busy, ...TO_DATA);
    idle.on('error', () => undefined);
    if (!idle.closed) await once(idle, 'close');
    expect(await command(busy, 'Subject: x\r\n\r\nHello\r\n.')).toMatch(/^250/);
  });

  it('tells how many messages have been begun and are not answered', async () => {
    await listen();
    const sockets = await Promise.all([1, 2, 3].map(async () => (await dial()).socket));
    const [one, two, three] = sockets as [Socket, Socket, Socket];
    const counts = [listener.underway];
    for (const socket of sockets) {
      await command(socket, ...TO_DATA.slice(0, 2));
      counts.push(listener.underway);
    }
    await command(one, ...TO_DATA.slice(2), 'Subject: x\r\n\r\nHello\r\n.');
    counts.push(listener.underway);
    await command(two, 'RSET');
    counts.push(listener.underway);
    expect(counts).toEqual([0, 1, 2, 3, 2, 1]);
    three.destroy();
    await expect.poll(() => listener.underway).toBe(0);
    sockets.forEach((socket) => socket.destroy());
  });

  it('counts no message of a sender that it rejects', async () => {
    await listen({ peer: { bytes: 100 } });
    expect(await send('b@shop.test', Buffer.alloc(200, 'x'))).toMatch(/^450/);
    const { socket } = await dial();
    expect(await command(socket, ...TO_DATA.slice(0, 2))).toMatch(/^450/);
    expect(listener.underway).toBe(0);
    socket.destroy();
  });

  it('reads no faster than its receiver', async () => {
    let read = 0;
    let release!: () => void;
    const released = new Promise<void>((done) => (release = done));
    const receive = async ({ content }: ReceivedMessage) => {
      for await (const chunk of content) {
        await released;
        read += chunk.length;
      }
    };
    await listen({ maxBytes: 20_000_000 }, { receive });
    const { socket } = await dial();
    await command(socket, ...TO_DATA);
    const line = Buffer.alloc(1_000_000, `${'x'.repeat(98)}\r\n`);
    socket.write('\r\n');
    for (let n = 0; n < 16; n += 1) socket.write(line);
    let before = -1;
    const isStill = () => {
      const isSame = socket.writableLength === before;
      before = socket.writableLength;
      return isSame;
    };
    await expect.poll(isStill, { interval: 50 }).toBe(true);
    expect(socket.writableLength).toBeGreaterThan(0);
    release();
    expect(await command(socket, '.')).toMatch(/^250/);
    expect(read).toBe(16_000_002);
    socket.destroy();
  });

  it('has no message if the client goes away before its end', async () => {
    let failed: unknown;
    const receive = async ({ content }: ReceivedMessage) => {
      await readBeginning(content, Infinity).catch((error: unknown) => {
        failed = error;
        throw error;
      });
    };
    await listen({}, { receive });
    const { socket } = await dial();
    await command(socket, ...TO_DATA);
    socket.end('Subject: half\r\n\r\nHel');
    await expect.poll(() => failed).toMatchObject({ responseCode: 451 });
  });

  it('answers although its receiver reads only a part', async () => {
    await listen({ maxBytes: 1_000_000 }, { receive: () => Promise.reject(new SmtpRejection(554, '5.7.1 Spam')) });
    expect(await send('b@shop.test', Buffer.concat([RAW, Buffer.alloc(900_000, 'x\r\n')]))).toMatch(/^554 5\.7\.1/);
    await listener.close();
    await listen({}, { receive: async () => undefined });
    expect(await send('b@shop.test', Buffer.alloc(5_000, 'x\r\n'))).toMatch(/^552 5\.3\.4/);
  });

  it('rejects the messages of a peer above its bytes a minute, and of no other peer', async () => {
    await listen({ peer: { bytes: 2_500 } });
    const raw = Buffer.concat([RAW, Buffer.alloc(900, 'x')]);
    const answers: string[] = [];
    for (let n = 0; n < 6; n += 1) answers.push((await send('b@shop.test', raw)).slice(0, 9));
    expect(answers).toEqual(['250 OK: m', '250 OK: m', ...Array.from({ length: 4 }, () => '450 4.7.1')]);
    expect(rejected).toEqual(['rate', 'rate', 'rate', 'rate']);
    expect(await send('b@shop.test', raw, '127.0.0.2')).toMatch(/^250/);
    expect(received).toHaveLength(3);
  });

  it('closes the connection of a message without an end', async () => {
    await listen({ peer: { bytes: 100_000 } });
    const { socket } = await dial();
    const ended = closed(socket);
    await command(socket, ...TO_DATA);
    const line = Buffer.from(`${'x'.repeat(998)}\r\n`);
    const pump = () => {
      while (!socket.destroyed && socket.write(line));
    };
    socket.on('drain', pump);
    pump();
    await ended;
    expect(received).toEqual([]);
    expect(await send('b@shop.test', RAW, '127.0.0.2')).toMatch(/^250/);
  });

  it('closes a connection that is idle or lasts too long', async () => {
    await listen({ idleMs: 400 });
    const idle = await dial();
    await closed(idle.socket);
    await listener.close();
    await listen({ connectionMs: 400 });
    const busy = await dial();
    const timer = setInterval(() => busy.socket.write('NOOP\r\n'), 10);
    await closed(busy.socket);
    clearInterval(timer);
    expect(listener.port).toBeGreaterThan(0);
  });

  it('tells a client that sends its message too slowly, and closes its connection', async () => {
    let isTaken: boolean | undefined;
    const receive: SmtpReceiver['receive'] = async ({ content }) => {
      isTaken = false;
      await readBeginning(content, Infinity);
      isTaken = true;
    };
    await listen({ pace: { bytesPerSecond: 1_000, afterMs: 200 } }, { receive });
    const { socket } = await dial();
    const ended = once(socket, 'end');
    await command(socket, ...TO_DATA);
    const answer = once(socket, 'data');
    socket.write('Subject: x\r\n\r\n');
    expect(String((await answer)[0])).toBe('421 4.4.2 The message comes too slowly\r\n');
    await ended;
    expect([isTaken, listener.underway, rejected]).toEqual([false, 0, ['rate']]);
    expect(await send('b@shop.test')).toMatch(/^250/);
  });

  it('lets its own receiver be slow', async () => {
    let proceed!: () => void;
    const isFree = new Promise<void>((resolve) => (proceed = resolve));
    const taken: Buffer[] = [];
    const receive: SmtpReceiver['receive'] = async ({ content }) => {
      await isFree;
      taken.push(await readBeginning(content, Infinity));
    };
    await listen({ pace: { bytesPerSecond: 1_000_000, afterMs: 50 }, maxBytes: 1_000_000 }, { receive });
    const answer = send('b@shop.test', Buffer.from(`Subject: x\r\n\r\n${'Hello\r\n'.repeat(30_000)}`));
    const checks = vi.spyOn(PaceWatch.prototype, 'check');
    await waitUntil(() => checks.mock.calls.length > 4);
    proceed();
    expect(await answer).toMatch(/^250/);
    expect(taken).toHaveLength(1);
  });

  it('offers no STARTTLS without a certificate of its own', async () => {
    await listen();
    const { socket } = await dial();
    socket.write('EHLO client.test\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).not.toMatch(/STARTTLS|AUTH/);
    socket.destroy();
  });

  it('encrypts with the certificate that it is given', async () => {
    await listen({ tls: { key: TLS_KEY, cert: TLS_CERTIFICATE } });
    const tls = { required: true, options: { ca: TLS_CERTIFICATE } };
    await poolTo(`smtp://127.0.0.1:${listener.port}`, { tls }).send(messageTo('b@shop.test'));
    expect(received.map(({ to, secure }) => [to, secure])).toEqual([[['b@shop.test'], true]]);
  });

  it('receives a running message before it closes, and aborts one that takes too long', async () => {
    let store!: () => void;
    const stored = new Promise<void>((resolve) => (store = resolve));
    const receiving = new Promise<void>((started) => {
      void listen({ closeMs: 10_000 }, { receive: () => (started(), stored) });
    });
    await expect.poll(() => listener.port).toBeDefined();
    const sending = send('b@shop.test');
    await receiving;
    const closing = listener.close();
    store();
    expect(await sending).toMatch(/^250/);
    await closing;
    await listen({ closeMs: 100 });
    const stuck = await dial();
    const port = listener.port!;
    await Promise.all([listener.close(), closed(stuck.socket)]);
    await expect(dial(port)).rejects.toThrow('ECONNREFUSED');
  });
});

describe('an SMTP listener takes no second message out of a first one', () => {
  const hidden = (end: string) =>
    `Subject: one\r\n\r\nHello${end}MAIL FROM:<ceo@bank.test>\r\nRCPT TO:<b@shop.test>\r\nDATA\r\nSubject: two\r\n`;

  it.each(['\n.\r\n', '\n.\n', '\r\n.\n', '\r\n.\r', '\r.\r\n', '\r.\r'])('that ends by %j', async (end) => {
    await listen();
    const { socket } = await dial();
    await command(socket, ...TO_DATA);
    expect(await command(socket, `${hidden(end)}.`)).toMatch(/^554 5\.6\.0/);
    expect(await command(socket, 'NOOP')).toMatch(/^250/);
    expect(received).toEqual([]);
    socket.destroy();
  });

  it('but takes lines that end with a bare LF, byte for byte', async () => {
    await listen();
    const { socket } = await dial();
    await command(socket, ...TO_DATA);
    expect(await command(socket, 'Subject: x\n\nHello\n\r\n.')).toMatch(/^250/);
    expect(received.map(({ raw }) => raw.toString())).toEqual(['Subject: x\n\nHello\n\r\n']);
    socket.destroy();
  });

  it('that came in plain text behind STARTTLS', async () => {
    await listen({ tls: { key: TLS_KEY, cert: TLS_CERTIFICATE } });
    const { socket } = await dial();
    await command(socket, 'EHLO client.test');
    const injected = ['EHLO evil.test', 'MAIL FROM:<a@x.test>', 'RCPT TO:<b@shop.test>', 'DATA', 'Subject: x', '', '.'];
    socket.write(['STARTTLS', ...injected, ''].join('\r\n'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^220 [^\n]*\n$/);
    const tls = connectTls({
      socket,
      ca: TLS_CERTIFICATE,
      servername: 'localhost',
      checkServerIdentity: () => undefined,
    });
    await once(tls, 'secureConnect');
    expect(await command(tls, 'RCPT TO:<b@shop.test>')).toMatch(/^503/);
    expect(received).toEqual([]);
    tls.destroy();
  });

  it('nor a command that is too long', async () => {
    await listen();
    const { socket } = await dial();
    expect(await command(socket, `EHLO ${'x'.repeat(5_000)}`)).toMatch(/^421/);
    await closed(socket);
  });
});
