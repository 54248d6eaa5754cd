import { createServer, type Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '#libs/test/embedded';
import { waitUntil } from '#libs/test/testing';
import { readBeginning } from '../listener/read-beginning.js';
import { SmtpListener } from '../listener/smtp-listener.js';
import type { ReceivedMessage, SmtpTransaction } from '../listener/smtp-receiver.js';
import { SmtpRejection } from '../listener/smtp-rejection.js';
import { type PassageTimeouts, PassageLost, SmtpPassage } from './smtp-passage.js';

type Taken = Omit<ReceivedMessage, 'content'> & { raw: string; smtpUtf8: boolean; eightBitMime: boolean };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** The server that takes the mail, which trusts this machine. */
async function takingServer(
  answer: () => string | void | Promise<never> = () => undefined,
  trustedPeers = '127.0.0.1',
) {
  const taken: Taken[] = [];
  const listener = new SmtpListener(
    { host: '127.0.0.1', port: 0, name: 'taking.test', maxBytes: 1_000_000, trustedPeers },
    {
      rejectRecipient: (address) =>
        address.startsWith('no') ? new SmtpRejection(550, '5.1.1 No such route here') : undefined,
      receive: async ({ content, ...message }, { smtpUtf8, eightBitMime }) => {
        const raw = (await readBeginning(content, Infinity)).toString('latin1');
        const text = await answer();
        taken.push({ ...message, raw, smtpUtf8, eightBitMime });
        return text;
      },
    },
  );
  await listener.start();
  closing.push(() => listener.close());
  return { port: listener.port!, taken, listener };
}

/** A server that speaks as a test has it. */
async function scripted(onConnection: (socket: Socket) => void): Promise<{ port: number; sockets: Socket[] }> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    onConnection(socket);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as { port: number }).port, sockets };
}

/** Answers each line; after DATA it is silent until the final dot, to which `end` is the answer. */
const obedient = (end: string | 'hang up' | 'silent', atData = '354 Go on') =>
  scripted((socket) => {
    let isInContent = false;
    socket.write('220 hello\r\n');
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      if (isInContent) {
        if (!text.endsWith('\r\n.\r\n')) return;
        if (end === 'hang up') socket.destroy();
        else if (end !== 'silent') socket.write(`${end}\r\n`);
      } else if (text === 'DATA\r\n') {
        isInContent = atData.startsWith('354');
        socket.write(`${atData}\r\n`);
      } else socket.write(text.startsWith('XCLIENT') ? '220 hello again\r\n' : '250 fine\r\n');
    });
  });

function transaction(values: Partial<SmtpTransaction> = {}): SmtpTransaction & { end(): void } {
  const end = new AbortController();
  closing.push(() => end.abort());
  return {
    from: 'ana@sender.test',
    to: [],
    remoteAddress: '192.0.2.9',
    remotePort: 4321,
    clientName: 'mx.sender.test',
    eightBitMime: false,
    smtpUtf8: false,
    ended: end.signal,
    end: () => end.abort(),
    ...values,
  };
}

const open = (port: number, values: Partial<SmtpTransaction> = {}, timeouts: Partial<PassageTimeouts> = {}) =>
  SmtpPassage.open({ host: '127.0.0.1', port, name: 'mx.demo.test', timeouts }, transaction(values));

async function* pieces(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text, 'latin1');
}

const LOST = { responseCode: 451, message: expect.stringMatching(/^4\.4\.1 /) as string };

describe('a message that is passed on', () => {
  it('comes with its client, its sender and its recipients', async () => {
    const { port, taken } = await takingServer(() => '2.0.0 Taken as 7');
    const passage = await open(port, { eightBitMime: true, smtpUtf8: true });
    expect(await passage.rejectRecipient('in@reply.acme.test')).toBeUndefined();
    expect(await passage.rejectRecipient('josé@reply.acme.test')).toBeUndefined();
    expect(passage.accepted).toBe(2);
    expect(await passage.send(pieces('Subject: x\r\n\r\n', 'Hello\r\n'))).toContain('2.0.0 Taken as 7');
    expect(taken).toEqual([
      {
        from: 'ana@sender.test',
        to: ['in@reply.acme.test', 'josé@reply.acme.test'],
        raw: 'Subject: x\r\n\r\nHello\r\n',
        remoteAddress: '192.0.2.9',
        clientName: 'mx.sender.test',
        secure: false,
        smtpUtf8: true,
        eightBitMime: true,
      },
    ]);
  });

  it.each([
    ['2001:db8::5', 'mx.sender.test'],
    ['192.0.2.9', '[192.0.2.9]'],
    ['192.0.2.9', 'a+b=c.test'],
    ['192.0.2.9', 'mx.josé.test'],
  ])('may be from a client %s that greets as %s', async (remoteAddress, clientName) => {
    const { port, taken } = await takingServer();
    const passage = await open(port, { remoteAddress, clientName, from: '' });
    await passage.rejectRecipient('in@reply.acme.test');
    await passage.send(pieces('Subject: x\r\n\r\n'));
    expect(taken).toMatchObject([{ remoteAddress, clientName, from: '' }]);
  });

  it.each([
    ['dots', '.a\r\n..b\r\n.\u00e9\r\n...\r\n'],
    ['bare line feeds', 'a\nb\n.c\n..d\n\n.e\r\n'],
    ['bytes that are no UTF-8', 'a\u0000\u00ff\u0080\u00c3\r\n'],
    ['nothing but an empty line', '\r\n'],
    ['much text', `\r\n${`${'x'.repeat(70)}\r\n.y\r\n`.repeat(3_000)}`],
  ])('keeps %s, byte for byte', async (_what, text) => {
    const { port, taken } = await takingServer();
    const passage = await open(port, { eightBitMime: true });
    await passage.rejectRecipient('in@reply.acme.test');
    const chunks: string[] = [];
    for (let at = 0; at < text.length; at += 7_001) chunks.push(text.slice(at, at + 7_001));
    await passage.send(pieces(...chunks));
    expect(taken[0]!.raw).toBe(text);
  });

  it('has the other server’s refusals, word for word', async () => {
    const { port, taken } = await takingServer(() =>
      Promise.reject(new SmtpRejection(554, '5.7.1 The route refuses it')),
    );
    const passage = await open(port);
    const rejection = await passage.rejectRecipient('none@reply.acme.test');
    expect([rejection?.responseCode, rejection?.message]).toEqual([550, '5.1.1 No such route here']);
    expect(passage.accepted).toBe(0);
    await passage.rejectRecipient('in@reply.acme.test');
    const sending = passage.send(pieces('Subject: x\r\n\r\n'));
    await expect(sending).rejects.toMatchObject({ responseCode: 554, message: '5.7.1 The route refuses it' });
    expect(taken).toEqual([]);
  });

  it('is refused before its content if it says that it is too large', async () => {
    const { port } = await takingServer();
    await expect(open(port, { declaredBytes: 2_000_000 })).rejects.toMatchObject({ responseCode: 552 });
  });

  it('has no addresses that would end a command', async () => {
    const { port } = await takingServer();
    await expect(open(port, { from: 'a\rRCPT TO:<b@c.test>@d.test' })).rejects.toMatchObject({ responseCode: 501 });
    const passage = await open(port);
    expect(await passage.rejectRecipient('a b>@reply.acme.test')).toMatchObject({ responseCode: 501 });
  });
});

describe('the client is asked to come back', () => {
  it('when the other server is away', async () => {
    await expect(open(await freePort())).rejects.toMatchObject(LOST);
  });

  it('when it does not trust this one, and it hears of no sender then', async () => {
    const { port, taken } = await takingServer(undefined, '');
    const opening = open(port);
    await expect(opening).rejects.toMatchObject(LOST);
    await expect(opening).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/^XCLIENT: 550/) as string },
    });
    expect(taken).toEqual([]);
  });

  it('when it does not greet, or not answer, in time', async () => {
    const silent = await scripted(() => undefined);
    await expect(open(silent.port, {}, { command: 50 })).rejects.toMatchObject(LOST);
    const { port } = await obedient('silent');
    const passage = await open(port, {}, { content: 50 });
    await expect(passage.send(pieces('Subject: x\r\n\r\n'))).rejects.toBeInstanceOf(PassageLost);
  });

  it('when the connection is lost after the content', async () => {
    const { port } = await obedient('hang up');
    const passage = await open(port);
    await expect(passage.send(pieces('Subject: x\r\n\r\n'))).rejects.toMatchObject(LOST);
  });

  it('when it is shutting down', async () => {
    const { port } = await obedient('421 4.3.2 Going down');
    const passage = await open(port);
    const sending = passage.send(pieces('Subject: x\r\n\r\n'));
    await expect(sending).rejects.toMatchObject({ responseCode: 451, message: '4.3.2 Going down' });
  });

  it('when it says that it has the message before its end', async () => {
    const { port, sockets } = await obedient('silent');
    const passage = await open(port);
    const sending = passage.send(
      (async function* () {
        yield Buffer.from('Subject: x\r\n\r\n');
        sockets[0]!.write('250 taken\r\n');
        while (true) {
          await setImmediate();
          yield Buffer.from('more\r\n');
        }
      })(),
    );
    await expect(sending).rejects.toMatchObject(LOST);
  });
});

describe('a message that ends early', () => {
  it('is none for the other server if its content fails', async () => {
    const { port, taken, listener } = await takingServer();
    const passage = await open(port);
    await passage.rejectRecipient('in@reply.acme.test');
    const fault = new SmtpRejection(554, '5.6.0 Lines end with CR LF');
    const sending = passage.send(
      (async function* () {
        yield Buffer.from('Subject: x\r\n\r\n');
        throw fault;
      })(),
    );
    await expect(sending).rejects.toBe(fault);
    await waitUntil(() => listener.underway === 0);
    expect(taken).toEqual([]);
  });

  it('is given up with its transaction', async () => {
    const { port, listener } = await takingServer();
    const given = transaction();
    const passage = await SmtpPassage.open({ host: '127.0.0.1', port, name: 'mx.demo.test' }, given);
    await passage.rejectRecipient('in@reply.acme.test');
    expect(listener.underway).toBe(1);
    given.end();
    await waitUntil(() => listener.underway === 0);
  });
});
