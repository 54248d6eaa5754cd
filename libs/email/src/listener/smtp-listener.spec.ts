import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { afterEach, describe, expect, it } from 'vitest';
import { messageTo, poolTo, cleanUp } from '../../test-support/pools.js';
import { TLS_CERTIFICATE, TLS_KEY } from '../../test-support/tls.js';
import { SmtpListener, type ReceivedMessage, type SmtpListenerOptions, type SmtpReceiver } from './smtp-listener.js';
import { SmtpRejection } from './smtp-rejection.js';

const RAW = Buffer.from('Subject: x\r\n\r\nHello\r\n');

let listener: SmtpListener;
let received: ReceivedMessage[];
let rejected: string[];

afterEach(() => listener.close());
afterEach(cleanUp);

async function listen(options: Partial<SmtpListenerOptions> = {}, receiver: Partial<SmtpReceiver> = {}): Promise<void> {
  received = [];
  rejected = [];
  listener = new SmtpListener(
    { host: '127.0.0.1', port: 0, name: 'mx.shop.test', maxBytes: 1_000, ...options },
    {
      rejectRecipient: (address) =>
        address.startsWith('no') ? new SmtpRejection(550, '5.1.1 No such user') : undefined,
      receive: async (message) => void received.push(message),
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

  it('keeps the beginning of a message if told so', async () => {
    await listen({ keptBytes: 100, maxBytes: 1_000_000 });
    const raw = Buffer.concat([RAW, Buffer.alloc(500_000, 'x')]);
    expect(await send('b@shop.test', raw)).toMatch(/^250/);
    expect(received.map((message) => message.raw)).toEqual([raw.subarray(0, 100)]);
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
    const steps = ['EHLO client.test', 'MAIL FROM:<>', 'RCPT TO:<b@shop.test>', 'DATA'];
    for (const step of steps) {
      socket.write(`${step}\r\n`);
      await once(socket, 'data');
    }
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
