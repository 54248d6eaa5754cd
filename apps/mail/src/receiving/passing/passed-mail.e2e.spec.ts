import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { v7 } from 'uuid';
import { afterEach, describe, expect, it } from 'vitest';
import {
  readBeginning,
  type ReceivedMessage,
  SmtpListener,
  SmtpRejection,
  type SmtpTransaction,
} from '#libs/mail/email';
import { freePort, waitUntil } from '#libs/test/testing';
import { SERVICE_SECRET } from '../../../../../test/support/app-stack.js';
import { createMailbox, createVerifiedDomain } from '../../../../../test/support/mail-fixtures.js';
import { mailStack, type MailTenant } from '../../../../../test/support/mail-stack.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';
import { InboundListener } from '../inbound-listener.js';
import { RAW, submit } from '../receiving.fixture.js';

interface Taken extends Omit<ReceivedMessage, 'content'>, Pick<SmtpTransaction, 'eightBitMime' | 'smtpUtf8'> {
  raw: string;
}

/** Platform's listener, as Mail sees it: it takes `route` and addresses that begin with it. */
class PlatformDouble {
  readonly taken: Taken[] = [];
  /** Runs before it answers. */
  before: () => Promise<void> | void = () => undefined;
  private listener: SmtpListener | undefined;

  private constructor(readonly port: number) {}

  static async start(): Promise<PlatformDouble> {
    const double = new PlatformDouble(await freePort());
    await double.start();
    return double;
  }

  async start(): Promise<void> {
    this.listener = new SmtpListener(
      {
        host: '127.0.0.1',
        port: this.port,
        name: 'platform.test',
        maxBytes: 1_000_000,
        trustedPeers: '127.0.0.1',
        closeMs: 50,
      },
      {
        rejectRecipient: (address) =>
          /^route/i.test(address) ? undefined : new SmtpRejection(550, '5.1.1 No route takes this address'),
        receive: async ({ content, ...message }, { eightBitMime, smtpUtf8 }) => {
          const raw = (await readBeginning(content, Infinity)).toString('latin1');
          await this.before();
          this.taken.push({ ...message, raw, eightBitMime, smtpUtf8 });
          return '2.0.0 Taken by the route';
        },
      },
    );
    await this.listener.start();
  }

  get underway(): number {
    return this.listener?.underway ?? 0;
  }

  async close(): Promise<void> {
    await this.listener?.close();
    this.listener = undefined;
  }
}

const platform = useStack(() => PlatformDouble.start());
const stack = useStack(() => mailStack({ INBOUND_PORT: '0', PLATFORM_INBOUND: `127.0.0.1:${platform.port}` }));
const tenant = usePrepared(async () => {
  const made = await stack.createTenant();
  await tell(made, 'reply.acme.test', true);
  await tell(made, 'acme.test', true);
  const domain = await createVerifiedDomain(stack, made.id, 'acme.test');
  await createMailbox(stack, domain, 'hello');
  return made;
});

afterEach(() => {
  platform.taken.length = 0;
  platform.before = () => undefined;
});

/** Tells Mail that Platform begins or ends to receive for a domain. */
async function tell(of: MailTenant, domain: string, receiving: boolean, id = v7()): Promise<string> {
  const client = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
  const occurredAt = new Date().toISOString();
  const payload = { domain, receiving };
  const event = { id, type: 'platform.domain.receiving', tenantId: of.id, from: 'platform', occurredAt, payload };
  return (await client.post('/internal/events', event)).body.receipt;
}

const inMailboxes = async () =>
  (await stack.sql<{ count: number }>('select count(*)::int as count from mail_message'))[0]!.count;

async function dial() {
  const { port } = stack.app.get(InboundListener, { strict: false });
  const socket: Socket = connect(port!, '127.0.0.1');
  await once(socket, 'data');
  const say = async (line: string | Buffer) => {
    socket.write(Buffer.concat([Buffer.from(line), Buffer.from('\r\n')]));
    return String(((await once(socket, 'data')) as [Buffer])[0]);
  };
  return { socket, say };
}

describe('mail for an address without a mailbox, of a domain that Platform receives for', () => {
  it('goes on to Platform, which hears of the client and gives the answer', async () => {
    expect(await submit(stack, { to: ['route@reply.acme.test', 'Route+7@reply.acme.test'] })).toBe(
      '250 2.0.0 Taken by the route',
    );
    expect(platform.taken).toEqual([
      {
        from: 'ana@sender.test',
        to: ['route@reply.acme.test', 'Route+7@reply.acme.test'],
        raw: RAW,
        remoteAddress: '127.0.0.1',
        clientName: 'mx.sender.test',
        secure: false,
        eightBitMime: false,
        smtpUtf8: false,
      },
    ]);
  });

  it('is refused as Platform refuses it', async () => {
    expect(await submit(stack, { to: 'none@reply.acme.test' })).toBe('550 5.1.1 No route takes this address');
    platform.before = () => Promise.reject(new SmtpRejection(554, '5.7.1 Not for me'));
    expect(await submit(stack, { to: 'route@reply.acme.test' })).toBe('554 5.7.1 Not for me');
  });

  it('is answered only when Platform has it', async () => {
    let release!: () => void;
    const released = new Promise<void>((done) => (release = done));
    let isTaken = false;
    platform.before = async () => {
      await released;
      isTaken = true;
    };
    const answer = submit(stack, { to: 'route@reply.acme.test' }).then((text) => [text.slice(0, 3), isTaken]);
    await waitUntil(() => platform.underway === 1);
    release();
    expect(await answer).toEqual(['250', true]);
  });

  it('comes through byte for byte, with what the client declared', async () => {
    const { socket, say } = await dial();
    await say('EHLO client.test');
    await say('MAIL FROM:<josé@sender.test> BODY=8BITMIME SMTPUTF8');
    expect(await say('RCPT TO:<route@reply.acme.test>')).toMatch(/^250/);
    await say('DATA');
    const text = 'Subject: J\u00fanio\r\n\r\n..dot\r\nbare\n...two\r\n\u00ff\u0000\r\n';
    expect(await say(Buffer.from(`${text}.`, 'latin1'))).toMatch(/^250/);
    const raw = text.replace('\r\n..dot', '\r\n.dot').replace('\n...two', '\n..two');
    expect(platform.taken).toMatchObject([{ raw, eightBitMime: true, smtpUtf8: true, from: 'josé@sender.test' }]);
    socket.destroy();
  });

  it('is to come back later while Platform is away, and another one while it goes away', async () => {
    await platform.close();
    expect(await submit(stack, { to: 'route@reply.acme.test' })).toMatch(/^451 4\.4\.1 /);
    expect(await submit(stack, { to: 'none@elsewhere.test' })).toMatch(/^550 5\.1\.1 /);
    await platform.start();
    platform.before = () => platform.close();
    expect(await submit(stack, { to: 'route@reply.acme.test' })).toMatch(/^451 /);
    platform.before = () => undefined;
    await platform.start();
    expect(await submit(stack, { to: 'route@reply.acme.test' })).toMatch(/^250/);
  });

  it('is none for Platform if the client goes away in the middle, or its message is malformed', async () => {
    const { socket, say } = await dial();
    for (const line of ['EHLO client.test', 'MAIL FROM:<a@sender.test>', 'RCPT TO:<route@reply.acme.test>', 'DATA'])
      await say(line);
    socket.write('Subject: half\r\n\r\nHel');
    await waitUntil(() => platform.underway === 1);
    socket.destroy();
    await waitUntil(() => platform.underway === 0);
    expect(
      await submit(stack, { to: 'route@reply.acme.test', raw: Buffer.from(`X-A: ${'a'.repeat(70_000)}\r\n\r\nx`) }),
    ).toMatch(/^552 5\.3\.4 /);
    await waitUntil(() => platform.underway === 0);
    expect(platform.taken).toEqual([]);
  });

  it('is begun anew after RSET', async () => {
    const { socket, say } = await dial();
    const begin = ['MAIL FROM:<a@sender.test>', 'RCPT TO:<route@reply.acme.test>'];
    for (const line of ['EHLO client.test', ...begin, 'RSET', ...begin]) expect(await say(line)).toMatch(/^250/);
    await waitUntil(() => platform.underway === 1);
    await say('DATA');
    expect(await say('Subject: x\r\n\r\nHello\r\n.')).toMatch(/^250/);
    expect(platform.taken).toHaveLength(1);
    socket.destroy();
  });
});

describe('an address with a mailbox', () => {
  it('gets its mail itself', async () => {
    const before = await inMailboxes();
    expect(await submit(stack, { to: 'hello@acme.test' })).toMatch(/^250/);
    await waitUntil(async () => (await inMailboxes()) === before + 1);
    expect(platform.taken).toEqual([]);
  });

  it('is in another message than one of Platform, whichever comes first', async () => {
    const kinds: [string, string][] = [
      ['hello@acme.test', 'route@acme.test'],
      ['route@acme.test', 'hello@acme.test'],
    ];
    for (const [first, second] of kinds) {
      const { socket, say } = await dial();
      for (const line of ['EHLO client.test', 'MAIL FROM:<a@sender.test>', `RCPT TO:<${first}>`])
        expect(await say(line)).toMatch(/^250/);
      expect(await say(`RCPT TO:<${second}>`)).toMatch(/^452 4\.5\.3 /);
      expect(await say('DATA')).toMatch(/^354/);
      expect(await say('Subject: x\r\n\r\nHello\r\n.')).toMatch(/^250/);
      for (const line of ['MAIL FROM:<a@sender.test>', `RCPT TO:<${second}>`]) expect(await say(line)).toMatch(/^250/);
      socket.destroy();
    }
    expect(platform.taken.map(({ to }) => to)).toEqual([['route@acme.test']]);
  });

  it('is taken after one that Platform refused', async () => {
    const { socket, say } = await dial();
    for (const line of ['EHLO client.test', 'MAIL FROM:<a@sender.test>']) await say(line);
    expect(await say('RCPT TO:<none@acme.test>')).toMatch(/^550 5\.1\.1 No route/);
    expect(await say('RCPT TO:<hello@acme.test>')).toMatch(/^250/);
    await say('DATA');
    expect(await say('Subject: x\r\n\r\nHello\r\n.')).toMatch(/^250/);
    expect(platform.taken).toEqual([]);
    socket.destroy();
  });
});

describe('a domain that Platform receives for', () => {
  it('is told once, and an older word that comes later changes nothing', async () => {
    const [first, second, third] = [v7(), v7(), v7()];
    const told = async () =>
      (await stack.sql<{ is_passed: boolean }>(`select is_passed from passed_domain where name = 'order.test'`)).map(
        (row) => row.is_passed,
      );
    expect(await tell(tenant, 'Order.TEST', true, second)).toBe('applied');
    expect(await tell(tenant, 'order.test', true, second)).toBe('duplicate');
    await tell(tenant, 'order.test', false, first);
    expect(await told()).toEqual([true]);
    await tell(tenant, 'order.test', false, third);
    expect(await told()).toEqual([false]);
  });

  it('is passed on for whichever account, and no longer than it is told', async () => {
    const rival = await stack.createTenant();
    await tell(rival, 'moved.test', false);
    expect(await submit(stack, { to: 'route@never.test' })).toMatch(/^550 5\.1\.1 There is no such mailbox/);
    await tell(tenant, 'xn--strae-oqa.test', true);
    expect(await submit(stack, { to: 'route@xn--strae-oqa.test' })).toMatch(/^250/);
    expect(await submit(stack, { to: 'route@moved.test' })).toMatch(/^550 5\.1\.1 There is no such mailbox/);
  });
});
