import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { readBeginning } from './read-beginning.js';
import { SmtpListener } from './smtp-listener.js';
import type { SmtpListenerOptions } from './smtp-listener-options.js';
import type { ReceivedMessage } from './smtp-receiver.js';
import { SmtpRejection } from './smtp-rejection.js';
import { TrustedPeers } from './trusted-peers.js';

let listener: SmtpListener | undefined;
let received: Pick<ReceivedMessage, 'remoteAddress' | 'clientName'>[];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listener?.close();
});

async function listen(options: Partial<SmtpListenerOptions>): Promise<void> {
  received = [];
  listener = new SmtpListener(
    { host: '127.0.0.1', port: 0, name: 'inbound.test', maxBytes: 1_000, ...options },
    {
      rejectRecipient: (address) =>
        address.startsWith('no') ? new SmtpRejection(550, '5.1.1 No such user') : undefined,
      receive: async ({ content, remoteAddress, clientName }) => {
        await readBeginning(content, Infinity);
        received.push({ remoteAddress, clientName });
      },
    },
  );
  await listener.start();
}

/** A connection; its answers to commands, each after the one before it. */
async function dial(localAddress = '127.0.0.1') {
  const socket = connect({ host: '127.0.0.1', port: listener!.port!, localAddress });
  sockets.push(socket.on('error', () => undefined));
  const next = async () => String(((await once(socket, 'data')) as [Buffer])[0]);
  const greeting = await next();
  const say = async (...lines: string[]) => {
    let answer = '';
    for (const line of lines) {
      socket.write(`${line}\r\n`);
      answer = await next();
    }
    return answer;
  };
  return { greeting, say };
}

const HELLO = 'EHLO relay.test';
const FOR = (address: string) => [HELLO, `XCLIENT ADDR=${address} PORT=1234 PROTO=ESMTP`, 'EHLO client.test'];
const MAIL = ['MAIL FROM:<a@x.test>', 'RCPT TO:<b@shop.test>', 'DATA', 'Subject: x\r\n\r\nHello\r\n.'];

describe('a client that is not trusted', () => {
  it.each(['', '127.0.0.2,10.0.0.0/8'])(
    'is not told of XCLIENT, and may not say it: %j is trusted',
    async (trustedPeers) => {
      await listen({ trustedPeers });
      const { say } = await dial();
      expect(await say(HELLO)).not.toContain('XCLIENT');
      expect(await say('XCLIENT ADDR=192.0.2.1')).toMatch(/^550 /);
      expect(await say(...MAIL)).toMatch(/^250/);
      expect(received).toEqual([{ remoteAddress: '127.0.0.1', clientName: 'relay.test' }]);
    },
  );

  it('stays so when one that is trusted has connected', async () => {
    await listen({ trustedPeers: '127.0.0.2' });
    expect(await (await dial('127.0.0.2')).say(HELLO)).toContain('XCLIENT');
    const { say } = await dial();
    expect(await say(HELLO)).not.toContain('XCLIENT');
    expect(await say('XCLIENT ADDR=192.0.2.1')).toMatch(/^550 /);
  });
});

describe('a trusted peer', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['IPV6:2001:db8::7', '2001:db8::7'],
  ])('names the client that its message is from: %s', async (address, expected) => {
    await listen({ trustedPeers: '127.0.0.0/30' });
    const { say } = await dial();
    expect(await say(...FOR(address))).not.toContain('XCLIENT');
    expect(await say(...MAIL)).toMatch(/^250/);
    expect(received).toEqual([{ remoteAddress: expected, clientName: 'client.test' }]);
    expect(await say('XCLIENT ADDR=192.0.2.8')).toMatch(/^550 /);
  });

  it('may name none, and is the client then', async () => {
    await listen({ trustedPeers: '127.0.0.1' });
    expect(await (await dial()).say(HELLO, ...MAIL)).toMatch(/^250/);
    expect(received).toEqual([{ remoteAddress: '127.0.0.1', clientName: 'relay.test' }]);
  });

  it('is not limited for its clients, which are limited each', async () => {
    await listen({ trustedPeers: '127.0.0.1', peer: { connections: 2, recipients: 3, rejectedRecipients: 10 } });
    const connections = await Promise.all(Array.from({ length: 5 }, () => dial()));
    expect(connections.map(({ greeting }) => greeting.slice(0, 3))).toEqual(Array.from({ length: 5 }, () => '220'));
    const [one, two, three, other, direct] = connections as [Dialled, Dialled, Dialled, Dialled, Dialled];
    const begin = ({ say }: Dialled, address: string) => say(...FOR(address), MAIL[0]!);
    expect(await begin(one, '192.0.2.1')).toMatch(/^250/);
    expect(await begin(two, '192.0.2.1')).toMatch(/^250/);
    expect(await begin(three, '192.0.2.1')).toMatch(/^421 4\.7\.0/);
    expect(await begin(other, '192.0.2.2')).toMatch(/^250/);
    for (const to of ['b', 'c', 'd']) expect(await one.say(`RCPT TO:<${to}@shop.test>`)).toMatch(/^250/);
    expect(await two.say('RCPT TO:<e@shop.test>')).toMatch(/^450 4\.7\.1/);
    expect(await other.say('RCPT TO:<e@shop.test>')).toMatch(/^250/);
    expect(await direct.say(HELLO, ...MAIL)).toMatch(/^250/);
  });

  it('has its connections ended like any other', async () => {
    await listen({ trustedPeers: '127.0.0.1', peer: { connections: 1 }, beginMs: 300 });
    const { say } = await dial();
    expect(await say(...FOR('192.0.2.1'), ...MAIL)).toMatch(/^250/);
    const [socket] = sockets.slice(-1);
    if (!socket!.closed) await once(socket!, 'close');
    const next = await dial();
    expect(await next.say(...FOR('192.0.2.1'), ...MAIL)).toMatch(/^250/);
  });
});

type Dialled = Awaited<ReturnType<typeof dial>>;

describe('a list of trusted peers', () => {
  it('has addresses and networks of both families', () => {
    const peers = new TrustedPeers('10.1.2.3,172.30.91.0/28,::1,2001:db8::/32');
    for (const one of ['10.1.2.3', '::ffff:10.1.2.3', '172.30.91.15', '::1', '2001:db8:1::9'])
      expect(peers.has(one), one).toBe(true);
    for (const one of ['10.1.2.4', '172.30.91.16', '::2', '2001:db9::', '', undefined])
      expect(peers.has(one), String(one)).toBe(false);
  });

  it.each(['mail', '10.0.0.0/33', '10.0.0', '1.2.3.4,'.repeat(2) + 'x'])('has nothing else: %s', (list) => {
    expect(() => new TrustedPeers(list)).toThrow(TypeError);
  });
});
