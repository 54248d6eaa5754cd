import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { logger } from '#libs/core/observability';
import { DnsSink, HttpSink, waitUntil } from '#libs/test/testing';
import { SmsCredentials } from '../../apps/platform/src/sms/credentials/sms-credentials.service.js';
import { messageWithStatus } from '../support/message-status.js';
import {
  closeCentres,
  CREDENTIALS,
  LOOPBACK,
  partyWithHttp,
  partyWithSmpp,
  PASSWORD,
  setSmpp,
  setTwilio,
  smpp,
  startCentre,
  TOKEN,
  twilio,
  type OwnParty,
} from '../support/own-carriers.js';
import { platformStack, type PlatformStack } from '../support/platform-stack.js';
import {
  addSender,
  askForCode,
  createParty,
  number,
  sendText,
  SMS_FROM,
  smsUrl,
  startTextCarrier,
  textsTo,
} from '../support/texting.js';

const INVALID_PASSWORD = 0x0e;
const THROTTLED = 0x58;

let stack: PlatformStack;
let shared: HttpSink;
let own: HttpSink;
let dns: DnsSink;

beforeAll(async () => {
  [shared, own, dns] = await Promise.all([startTextCarrier(), startTextCarrier(), DnsSink.start()]);
  stack = await platformStack({
    environment: { SMS_URL: smsUrl(shared), SMS_FROM, OUTBOUND_ALLOW: LOOPBACK, DNS_SERVER: dns.server },
  });
});
afterAll(async () => {
  await stack?.close();
  await Promise.all([shared?.stop(), own?.stop(), dns?.stop(), closeCentres()]);
});

/** The message of a text, once it has the status. */
async function textWithStatus({ live, session }: Pick<OwnParty, 'live' | 'session'>, status: string, fields?: object) {
  const { body, status: answered } = await sendText(live, fields);
  expect(answered).toBe(202);
  return messageWithStatus(session, `/api/messages/${body.MessageId}`, status);
}

/** Makes deferred texts due now. */
const retryNow = ({ tenant }: OwnParty) =>
  stack.sql(`update outbox set available_at = now(), due = true where tenant_id = $1`, [tenant.id]);

describe('the secret of a carrier', () => {
  it('is in no answer, row, log line or entry of the audit log', async () => {
    const centre = await startCentre();
    const lines: string[] = [];
    const out = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    logger.configure({ service: 'platform', level: 'debug' });
    const party = await createParty(stack);
    const answers = [];
    try {
      answers.push(await setTwilio(party.session, twilio(own)));
      answers.push(await setSmpp(party.session, smpp(centre)));
      answers.push(await setSmpp(party.session, smpp({ port: 1 })));
      answers.push(await party.session.get(CREDENTIALS));
      const From = number();
      await addSender(party.session, From);
      const unreachable = { kind: 'smpp', host: '127.0.0.2', port: 2775, secure: false, systemType: '' } as const;
      const bind = { systemId: 'shop', password: PASSWORD };
      await stack.app.get(SmsCredentials).set(party.tenant.id, { ...unreachable, ...bind });
      await textWithStatus(party, 'sending', { From });
      await setSmpp(party.session, smpp(centre));
    } finally {
      logger.configure({ service: 'platform', level: 'silent' });
      out.mockRestore();
    }
    expect(lines.join('')).toContain('A message was not delivered');
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 422, 200]);
    expect((await party.session.get(CREDENTIALS)).body.Credentials).toMatchObject([
      { Kind: 'smpp', Account: 'shop', Address: `smpp://127.0.0.1:${centre.port}`, LastUsedAt: null },
    ]);
    const [row] = await stack.sql<{ secret: string }>('select * from sms_credential where tenant_id = $1', [
      party.tenant.id,
    ]);
    const entries = await stack.sql<{ action: string }>('select * from audit_entry where tenant_id = $1 order by id', [
      party.tenant.id,
    ]);
    expect(row?.secret).toMatch(/^v1\./);
    expect(entries.map(({ action }) => action)).toContain('sms-credential.set');
    const seen = [...answers.map(({ text }) => text), JSON.stringify([row, entries]), ...lines].join('\n');
    for (const secret of [TOKEN, PASSWORD]) expect(seen).not.toContain(secret);
  });

  it('cannot be used by another account, by its id or by its row', async () => {
    const [victim, thief] = [await partyWithHttp(stack, own), await createParty(stack)];
    const { Id } = (await victim.session.get(CREDENTIALS)).body.Credentials[0];
    const answers = [
      await thief.session.get(`${CREDENTIALS}/${Id}`),
      await thief.session.delete(`${CREDENTIALS}/${Id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    await stack.sql(
      `insert into sms_credential (tenant_id, id, kind, account, address, secret)
       select $2, id, kind, account, address, secret from sms_credential where tenant_id = $1`,
      [victim.tenant.id, thief.tenant.id],
    );
    const [From, to] = [number(), number()];
    await addSender(thief.session, From);
    const { body } = await sendText(thief.live, { To: [to], From });
    await textWithStatus(victim, 'sent');
    await waitUntil(async () => {
      const rows = await stack.sql<{ failures: number }>('select failures from outbox where tenant_id = $1', [
        thief.tenant.id,
      ]);
      return (rows[0]?.failures ?? 0) > 0;
    });
    expect([textsTo(own, to), textsTo(shared, to)]).toEqual([[], []]);
    expect((await thief.session.get(`/api/messages/${body.MessageId}`)).body.Message.Status).not.toBe('sent');
  });

  it('is for owners and admins', async () => {
    const member = await (await stack.createTenant()).session('member');
    const answers = [await member.get(CREDENTIALS), await setTwilio(member, twilio(own))];
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    expect((await stack.anonymous.get(CREDENTIALS)).status).toBe(401);
  });
});

describe('a carrier inside the network', () => {
  it.each(['10.0.0.1', '169.254.169.254', '::1', '127.0.0.2', '::ffff:169.254.169.254'])(
    'is refused, and not called: %s',
    async (host) => {
      const { session } = await createParty(stack);
      const url = `http://${host.includes(':') ? `[${host}]` : host}:8080`;
      for (const answer of [
        await setTwilio(session, twilio(own, { BaseUrl: url })),
        await setSmpp(session, smpp({ port: 2775 }, { Host: host })),
      ]) {
        expect(answer.status).toBe(422);
        expect(answer.body.Error.Details[0].Message).toContain('resolves to an internal address');
      }
      expect((await session.get(CREDENTIALS)).body.Credentials).toEqual([]);
    },
  );

  it.each([
    ['twilio', { BaseUrl: 'ftp://carrier.test' }, 422],
    ['twilio', { BaseUrl: 'https://user:secret@carrier.test' }, 422],
    ['twilio', { BaseUrl: 'https://carrier.test/?a=b' }, 422],
    ['twilio', { BaseUrl: 'https://carrier.test:25' }, 422],
    ['twilio', { AccountSid: '../../Accounts/AC2' }, 400],
    ['twilio', { AuthToken: 'a\r\nb' }, 400],
    ['smpp', { Port: 25 }, 422],
    ['smpp', { Host: 'esme:secret@carrier.test' }, 400],
    ['smpp', { Host: 'carrier.test/path' }, 400],
    ['smpp', { SystemId: 'longer than fifteen' }, 400],
    ['smpp', { Port: 0 }, 400],
  ])('and what is no carrier is refused: %s with %j', async (kind, changes, expected) => {
    const { session } = await createParty(stack);
    const body = kind === 'twilio' ? twilio(own, changes) : smpp({ port: 2775 }, changes);
    const { status, body: answer } = await session.put(`${CREDENTIALS}/${kind}`, body);
    expect([status, answer.Error.Details[0].Field]).toEqual([expected, Object.keys(changes)[0]]);
  });

  it('is not reached by a name that has led there since the credential was set', async () => {
    let connections = 0;
    const inside = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.2', resolve));
    const { port } = inside.address() as AddressInfo;
    try {
      dns.records = [{ name: 'smsc.carrier.test', type: 'A', value: '127.0.0.2' }];
      const party = await partyWithHttp(stack, own);
      const bind = { secure: false, systemId: 'shop', password: PASSWORD, systemType: '' };
      const moved = { kind: 'smpp', host: 'smsc.carrier.test', port, ...bind } as const;
      await stack.app.get(SmsCredentials).set(party.tenant.id, moved);
      const { Events } = await textWithStatus(party, 'sending');
      expect(Events.at(-1).Detail.Reason).toContain('The address resolves to an internal address');
      expect(connections).toBe(0);
    } finally {
      await new Promise((resolve) => inside.close(resolve));
    }
  });
});

describe('trying a carrier', () => {
  it('is refused with what the carrier says, and sets nothing', async () => {
    const strict = await startCentre({ onBind: () => INVALID_PASSWORD });
    const closed = await HttpSink.start();
    closed.answer({ status: 401, body: JSON.stringify({ code: 20003, message: 'Authenticate' }) });
    const { session } = await createParty(stack);
    const answers = [await setSmpp(session, smpp(strict)), await setTwilio(session, twilio(closed))];
    await closed.stop();
    answers.push(await setTwilio(session, twilio(closed)));
    expect(answers.map(({ status, body }) => [status, body.Error.Details[0].Field])).toEqual([
      [422, 'Password'],
      [422, 'AuthToken'],
      [422, 'BaseUrl'],
    ]);
    expect(answers.map(({ body }) => body.Error.Details[0].Message)).toEqual([
      expect.stringContaining('ESME_RINVPASWD'),
      expect.stringContaining('20003: Authenticate'),
      expect.stringContaining('connection'),
    ]);
    expect((await session.get(CREDENTIALS)).body.Credentials).toEqual([]);
  });

  it('ends when the carrier says nothing', async () => {
    const silent = await startCentre({ onBind: () => undefined });
    const { session } = await createParty(stack);
    const startedAt = performance.now();
    expect((await setSmpp(session, smpp(silent))).status).toBe(422);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(silent.binds).toHaveLength(1);
  });

  it('is done a hundred times a day for an account: no more hosts are knocked at', async () => {
    const { session, tenant } = await createParty(stack);
    await stack.sql(
      `insert into sms_code_count (subject, day, count) values ($1, (now() at time zone 'UTC')::date, 99)`,
      [`carrier checks of ${tenant.id}`],
    );
    expect((await setTwilio(session, twilio(own))).status).toBe(200);
    expect((await setTwilio(session, twilio(own))).status).toBe(429);
  });
});

describe('an own carrier as a way to the carrier of the installation', () => {
  it('lets no sender through that nobody has confirmed, in texts that wait while it is removed', async () => {
    const busy = await startCentre({ onSubmit: () => ({ status: THROTTLED }) });
    const party = await partyWithSmpp(stack, busy);
    await addSender(party.session, 'MyBank');
    const to = number();
    const { Message } = await textWithStatus(party, 'sending', { To: [to], From: 'MyBank' });
    const { Id } = (await party.session.get(CREDENTIALS)).body.Credentials[0];
    expect((await party.session.delete(`${CREDENTIALS}/${Id}`)).status).toBe(204);
    await retryNow(party);
    const failed = await messageWithStatus(party.session, `/api/messages/${Message.Id}`, 'failed');
    expect(failed.Message.Error).toContain('was removed from /api/sms/credentials');
    expect(textsTo(shared, to)).toEqual([]);
    expect((await sendText(party.live, { From: 'MyBank' })).status).toBe(422);
  });

  it('sees no code that confirms a number', async () => {
    const centre = await startCentre();
    const { session } = await partyWithSmpp(stack, centre);
    const value = number();
    expect((await askForCode(session, await addSender(session, value))).body.Code).toBeNull();
    await waitUntil(() => textsTo(shared, value).length === 1);
    expect(centre.submitted).toEqual([]);
  });

  it('never sends with the sender of the installation', async () => {
    const party = await createParty(stack);
    await setTwilio(party.session, twilio(own));
    const { status, body } = await sendText(party.live);
    expect([status, body.Error.Details[0].Field]).toEqual([422, 'From']);
    expect((await sendText(party.live, { From: SMS_FROM })).status).toBe(422);
  });
});

describe('credentials that the carrier refuses later', () => {
  it('fail the texts of their account with what to do, once and without another attempt', async () => {
    const closing = await startTextCarrier();
    const [broken, other] = [await partyWithHttp(stack, closing), await partyWithHttp(stack, own)];
    closing.answer({ status: 401, body: JSON.stringify({ code: 20003, message: 'Authenticate' }) });
    const to = number();
    const { Message, Events } = await textWithStatus(broken, 'failed', { To: [to] });
    expect(Message.Error).toMatch(/20003: Authenticate.*\/api\/sms\/credentials/);
    expect(Events.map(({ Type }: { Type: string }) => Type)).toEqual(['queued', 'failed']);
    expect(textsTo(closing, to)).toHaveLength(1);
    await textWithStatus(other, 'sent');
    const [shown] = (await broken.session.get(CREDENTIALS)).body.Credentials;
    expect([shown.LastUsedAt, shown.LastWorkedAt]).toEqual([expect.any(String), null]);
    await closing.stop();
  });

  it('do so over SMPP, where the carrier is not asked to bind for each text', async () => {
    const centre = await startCentre({ onBind: (nth) => (nth === 1 ? 0 : INVALID_PASSWORD) });
    const party = await partyWithSmpp(stack, centre);
    const To = Array.from({ length: 40 }, () => number());
    const { body } = await sendText(party.live, { To });
    for (const id of body.MessageIds) {
      const { Message } = await messageWithStatus(party.session, `/api/messages/${id}`, 'failed');
      expect(Message.Error).toContain('ESME_RINVPASWD');
    }
    expect(centre.binds.length).toBeLessThanOrEqual(1 + 2);
  });
});

describe('a carrier that hangs', () => {
  it('delays the texts of no other account', async () => {
    const hanging = [
      await startCentre({ onSubmit: () => ({ silent: true }) }),
      await startCentre({ onBind: (nth) => (nth === 1 ? 0 : undefined) }),
    ];
    const slow = [];
    for (const centre of hanging) slow.push(await partyWithSmpp(stack, centre));
    for (const { live } of slow) {
      for (let n = 0; n < 5; n += 1) await sendText(live, { To: Array.from({ length: 60 }, () => number()) });
    }
    await waitUntil(() => (hanging[0]?.submitted.length ?? 0) > 0 && (hanging[1]?.binds.length ?? 0) > 1);
    const others = [await partyWithHttp(stack, own), await partyWithSmpp(stack, await startCentre())];
    const startedAt = performance.now();
    for (const party of [...others, await createParty(stack)]) await textWithStatus(party, 'sent');
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    // The carriers hang until their timeouts, of which the stack does not wait for the next.
    for (const { tenant } of slow) await stack.sql('delete from outbox where tenant_id = $1', [tenant.id]);
  });
});
