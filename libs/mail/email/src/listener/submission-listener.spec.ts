import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { createTransport } from 'nodemailer';
import { afterEach, describe, expect, it } from 'vitest';
import { TLS_CERTIFICATE, TLS_KEY } from '../../test-support/tls.js';
import { SmtpListener } from './smtp-listener.js';
import type { SmtpListenerOptions } from './smtp-listener-options.js';
import type { SmtpAuthentication, SmtpLogin } from './smtp-receiver.js';
import { SmtpRejection } from './smtp-rejection.js';

const RAW = Buffer.from('From: ana@shop.test\r\nSubject: x\r\n\r\nHello\r\n');
const ANA = { id: 1 };

let listener: SmtpListener;
let received: { user: object; from: string; to: string[]; raw: string }[];
let logins: SmtpLogin[];

afterEach(() => listener.close());

async function listen(
  options: Partial<SmtpListenerOptions> = {},
  authentication: Partial<SmtpAuthentication<object>> = {},
): Promise<void> {
  received = [];
  logins = [];
  listener = SmtpListener.forSubmission<object>(
    { host: '127.0.0.1', port: 0, name: 'smtp.shop.test', maxBytes: 10_000, ...TLS, ...options },
    {
      rejectRecipient: () => undefined,
      receive: async ({ user, from, to, content }) => {
        const chunks: Buffer[] = [];
        for await (const chunk of content) chunks.push(chunk);
        received.push({ user, from, to, raw: Buffer.concat(chunks).toString() });
      },
    },
    {
      authenticate: async (login) => {
        logins.push(login);
        return login.password === 'right' ? ANA : null;
      },
      rejectSender: async (address) =>
        address === 'ana@shop.test' ? undefined : new SmtpRejection(553, '5.7.1 Not your address'),
      ...authentication,
    },
  );
  await listener.start();
}

const TLS = { tls: { key: TLS_KEY, cert: TLS_CERTIFICATE } };

/** Sends as a mail program does; returns the answer. */
async function send({
  pass = 'right',
  from = 'ana@shop.test',
  method = 'PLAIN',
  login = true,
  tls = true,
  secure = false,
} = {}) {
  const transport = createTransport({
    host: '127.0.0.1',
    port: listener.port!,
    secure,
    ...(tls ? { requireTLS: true, tls: { ca: TLS_CERTIFICATE, servername: 'localhost' } } : { ignoreTLS: true }),
    ...(login && { auth: { user: 'Ana@shop.test', pass }, authMethod: method }),
  });
  try {
    return (await transport.sendMail({ envelope: { from, to: ['b@else.test'] }, raw: RAW })).response;
  } catch (error) {
    return (error as { response?: string }).response ?? String(error);
  } finally {
    transport.close();
  }
}

async function dial(): Promise<Socket> {
  const socket = connect(listener.port!, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

async function dialTls(): Promise<TLSSocket> {
  const socket = connectTls({ port: listener.port!, host: '127.0.0.1', rejectUnauthorized: false });
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  return socket;
}

async function greetingOf(socket: Socket): Promise<string> {
  const [greeting] = (await once(socket, 'data')) as [Buffer];
  return greeting.toString();
}

/** Whether a client may connect that has no other connection. */
async function isFree(): Promise<boolean> {
  const socket = await dial();
  const [greeting] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return greeting.toString().startsWith('220');
}

describe('an SMTP listener for mail programs', () => {
  it.each(['PLAIN', 'LOGIN'])('accepts a message of a client that logged in by %s over TLS', async (method) => {
    await listen();
    expect(await send({ method })).toMatch(/^250/);
    expect(received).toEqual([{ user: ANA, from: 'ana@shop.test', to: ['b@else.test'], raw: RAW.toString() }]);
    expect(logins).toEqual([{ name: 'Ana@shop.test', password: 'right', remoteAddress: '127.0.0.1' }]);
  });

  it('may begin with TLS, and then counts its connections as any other', async () => {
    await listen({ implicitTls: true, peer: { connections: 1 } });
    for (let n = 0; n < 3; n += 1) await expect.poll(() => send({ secure: true })).toMatch(/^250/);
    const [first, second] = [await dialTls(), await dialTls()];
    expect([await greetingOf(first), await greetingOf(second)]).toEqual([
      expect.stringMatching(/^220/),
      expect.stringMatching(/^421/),
    ]);
    first.destroy();
  });

  it('says what its receiver answers, and asks it about each recipient of a user', async () => {
    await listen();
    await listener.close();
    const asked: unknown[] = [];
    listener = SmtpListener.forSubmission<object>(
      { host: '127.0.0.1', port: 0, name: 'smtp.shop.test', maxBytes: 10_000, ...TLS },
      {
        rejectRecipient: (address, user) => void asked.push([address, user]),
        receive: async () => '2.0.0 Ok: queued as 7',
      },
      { authenticate: async () => ANA, rejectSender: async () => undefined },
    );
    await listener.start();
    expect(await send()).toBe('250 2.0.0 Ok: queued as 7');
    expect(asked).toEqual([['b@else.test', ANA]]);
  });

  it('takes no login before TLS, and no sender before a login', async () => {
    await listen();
    expect(await send({ tls: false })).toMatch(/^538|^530/);
    expect(await send({ tls: false, login: false })).toMatch(/^530/);
    expect(await send({ login: false })).toMatch(/^530/);
    expect([logins, received]).toEqual([[], []]);
  });

  it('answers 535 to a wrong login, and 454 while it cannot be verified', async () => {
    await listen();
    expect(await send({ pass: 'wrong' })).toMatch(/^535 5\.7\.8/);
    await listener.close();
    await listen({}, { authenticate: () => Promise.reject(new Error('the database is away')) });
    expect(await send()).toMatch(/^454 4\.7\.0/);
    await listener.close();
    await listen({}, { authenticate: () => Promise.reject(new SmtpRejection(421, '4.7.0 Too many wrong logins')) });
    expect(await send()).toMatch(/^421 4\.7\.0 Too many/);
  });

  it('lets a client send only as the senders that are its own', async () => {
    await listen();
    expect(await send({ from: 'boss@shop.test' })).toMatch(/^553 5\.7\.1 Not your address/);
    expect(received).toEqual([]);
  });

  it('counts no message of a client that goes away while its sender is checked', async () => {
    let asked!: () => void;
    let answer!: () => void;
    const isAsked = new Promise<void>((done) => (asked = done));
    const isAnswered = new Promise<undefined>((done) => (answer = () => done(undefined)));
    const rejectSender = () => {
      asked();
      return isAnswered;
    };
    await listen({ tls: undefined, allowsPlainLogins: true, peer: { connections: 1 } }, { rejectSender });
    const socket = await dial();
    await once(socket, 'data');
    const login = Buffer.from('\0ana@shop.test\0right').toString('base64');
    for (const line of ['EHLO client.test', `AUTH PLAIN ${login}`]) {
      socket.write(`${line}\r\n`);
      await once(socket, 'data');
    }
    socket.write('MAIL FROM:<ana@shop.test>\r\n');
    await isAsked;
    socket.destroy();
    await expect.poll(isFree).toBe(true);
    answer();
    await new Promise((resolve) => setImmediate(resolve));
    expect(listener.underway).toBe(0);
  });

  it.each([
    ['LF in the header', 'X-A: b\nFrom: boss@shop.test\r\nFrom: ana@shop.test\r\n\r\nHello\r\n'],
    ['CR in the header', 'X-A: b\rFrom: boss@shop.test\r\nFrom: ana@shop.test\r\n\r\nHello\r\n'],
    ['LF between header and text', 'Subject: t\nFrom: boss@shop.test\n\nbody\r\nFrom: ana@shop.test\r\n\r\n'],
    ['LF in the text', 'From: ana@shop.test\r\n\r\nHello\nagain\r\n'],
    ['CR in the text', 'From: ana@shop.test\r\n\r\nHello\ragain\r\n'],
    ['NUL in the text', 'From: ana@shop.test\r\n\r\nHello\u0000\r\n'],
  ])('rejects a message with a bare %s, and takes the next one', async (_what, message) => {
    await listen({ tls: undefined, allowsPlainLogins: true });
    const socket = await dial();
    await once(socket, 'data');
    const login = Buffer.from('\0ana@shop.test\0right').toString('base64');
    const answers: string[] = [];
    const toData = ['MAIL FROM:<ana@shop.test>', 'RCPT TO:<b@else.test>', 'DATA'];
    const lines = [
      'EHLO client.test',
      `AUTH PLAIN ${login}`,
      ...toData,
      `${message}.`,
      ...toData,
      `${RAW.toString()}.`,
    ];
    for (const line of lines) {
      socket.write(`${line}\r\n`);
      answers.push(String(((await once(socket, 'data')) as [Buffer])[0]));
    }
    socket.destroy();
    expect(answers[5]).toMatch(/^554 5\.6\.0/);
    expect(answers.at(-1)).toMatch(/^250/);
    expect(received.map(({ raw }) => raw)).toEqual([RAW.toString()]);
  });

  it('takes logins without TLS only if told so', async () => {
    await listen({ tls: undefined, allowsPlainLogins: true });
    expect(await send({ tls: false })).toMatch(/^250/);
    await listener.close();
    await expect(listen({ tls: undefined })).rejects.toThrow('without TLS');
  });

  it('drops what a client sends before the encryption', async () => {
    await listen();
    const socket = connect(listener.port!, '127.0.0.1');
    await once(socket, 'data');
    socket.write('EHLO client.test\r\n');
    await once(socket, 'data');
    socket.write(`STARTTLS\r\nAUTH PLAIN ${Buffer.from('\0ana\0right').toString('base64')}\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).not.toMatch(/235/);
    expect(logins).toEqual([]);
  });

  it('offers logins once they are taken: after STARTTLS, with TLS from the start, or where they need none', async () => {
    const offers = async (socket: Socket | TLSSocket, greeted = false) => {
      if (!greeted) await once(socket, 'data');
      socket.write('EHLO client.test\r\n');
      const [answer] = (await once(socket, 'data')) as [Buffer];
      return /^250[- ]AUTH /m.test(answer.toString());
    };
    const secure = { ca: TLS_CERTIFICATE, servername: 'localhost' };
    await listen();
    const socket = await dial();
    expect(await offers(socket)).toBe(false);
    socket.write('STARTTLS\r\n');
    await once(socket, 'data');
    const encrypted = connectTls({ socket, ...secure });
    expect(await offers(encrypted, true)).toBe(true);
    encrypted.destroy();
    await listener.close();

    await listen({ implicitTls: true });
    const fromTheStart = connectTls({ port: listener.port!, host: '127.0.0.1', ...secure });
    expect(await offers(fromTheStart)).toBe(true);
    fromTheStart.destroy();
    await listener.close();

    await listen({ tls: undefined, allowsPlainLogins: true });
    const plain = await dial();
    expect(await offers(plain)).toBe(true);
    plain.destroy();
  });
});
