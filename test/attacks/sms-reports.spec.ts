import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallCounter } from '#libs/core/limits';
import { twilioSignature } from '#libs/messaging/sms';
import { waitUntil, type HttpSink } from '#libs/test/testing';
import type { SmppServer } from '../../libs/messaging/sms/test-support/smpp-server.js';
import { messageWithStatus } from '../support/message-status.js';
import {
  closeCentres,
  CREDENTIALS,
  LOOPBACK,
  partyWithHttp,
  partyWithSmpp,
  receiptOf,
  setSmpp,
  setTwilio,
  smpp,
  startCentre,
  textOf,
  TOKEN,
  twilio,
  type OwnParty,
} from '../support/own-carriers.js';
import { platformStack, type PlatformStack } from '../support/platform-stack.js';
import {
  CARRIER_TOKEN,
  createParty,
  number,
  sendText,
  SMS_FROM,
  smsUrl,
  startTextCarrier,
  textsTo,
  type Party,
} from '../support/texting.js';

const PUBLIC_URL = 'https://api.service.test';
const REPEAT_LATER = 0x64;
const SHARED_PATH = '/callbacks/sms';

let stack: PlatformStack;
let shared: HttpSink;
let own: HttpSink;

beforeAll(async () => {
  [shared, own] = await Promise.all([startTextCarrier(), startTextCarrier()]);
  stack = await platformStack({
    environment: { SMS_URL: smsUrl(shared), SMS_FROM, PUBLIC_URL, OUTBOUND_ALLOW: LOOPBACK },
  });
});
afterAll(async () => {
  await stack?.close();
  await Promise.all([shared?.stop(), own?.stop(), closeCentres()]);
});

const pathOf = ({ tenant }: Party) => `${SHARED_PATH}/accounts/${tenant.id}`;

/** Posts a form as a carrier does. @param token with which it is signed */
async function post(path: string, fields: Record<string, string>, token: string): Promise<number> {
  const response = await fetch(`${stack.url}${path}`, {
    method: 'POST',
    headers: { 'x-twilio-signature': twilioSignature(`${PUBLIC_URL}${path}`, fields, token) },
    body: new URLSearchParams(fields),
  });
  await response.arrayBuffer();
  return response.status;
}

const report = (sid: string, MessageStatus = 'delivered') => ({ MessageSid: sid, MessageStatus });

/** A text that has left. */
async function sent({ live, session }: Party, to = number()) {
  const { body } = await sendText(live, { To: [to] });
  const path = `/api/messages/${body.MessageId}`;
  const { Events } = await messageWithStatus(session, path, 'sent');
  const carrierId = String(Events.at(-1).Detail.CarrierId);
  const status = async () => (await session.get(path)).body.Message.Status;
  return { to, carrierId, status, whenDelivered: () => messageWithStatus(session, path, 'delivered') };
}

/** Delivers until the platform takes it, as a centre does. */
const deliver = (centre: SmppServer, fields: Parameters<SmppServer['deliver']>[0]) =>
  waitUntil(async () => (await centre.deliver(fields)).command_status === 0);

describe('the reports of an own carrier by HTTP', () => {
  it('are believed with the token of the account alone', async () => {
    const [victim, attacker] = [await partyWithHttp(stack, own), await createParty(stack)];
    await setTwilio(attacker.session, twilio(own, { AuthToken: 'token-of-the-attacker' }));
    const { carrierId, status, whenDelivered } = await sent(victim);
    const fields = report(carrierId, 'failed');
    for (const token of ['token-of-the-attacker', CARRIER_TOKEN, 'a guess', ''])
      expect(await post(pathOf(victim), fields, token)).toBe(403);
    const unsigned = await fetch(`${stack.url}${pathOf(victim)}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    expect(unsigned.status).toBe(403);
    expect(await status()).toBe('sent');
    expect(await post(pathOf(victim), report(carrierId), TOKEN)).toBe(204);
    await whenDelivered();
  });

  it('move no text of another account, nor one that left by the carrier of the installation', async () => {
    const [victim, plain, attacker] = [
      await partyWithHttp(stack, own),
      await createParty(stack),
      await createParty(stack),
    ];
    await setTwilio(attacker.session, twilio(own, { AuthToken: 'token-of-the-attacker' }));
    const texts = [await sent(victim), await sent(plain)];
    for (const { carrierId, status } of texts) {
      expect(await post(pathOf(attacker), report(carrierId, 'failed'), 'token-of-the-attacker')).toBe(503);
      expect(await status()).toBe('sent');
    }
    // What the account itself has sent by another carrier is no matter of this one either.
    const before = await sent(plain);
    await setTwilio(plain.session, twilio(own));
    expect(await post(pathOf(plain), report(before.carrierId, 'failed'), TOKEN)).toBe(503);
    expect(await post(SHARED_PATH, report(before.carrierId), CARRIER_TOKEN)).toBe(204);
    await before.whenDelivered();
  });

  it('of the installation are not caught by an account whose carrier gives the same ids', async () => {
    const victim = await createParty(stack);
    const { to, carrierId, whenDelivered } = await sent(victim);
    const attacker = await partyWithHttp(stack, own);
    const copy = await sent(attacker, to);
    expect(copy.carrierId).toBe(carrierId);
    expect(await post(SHARED_PATH, report(carrierId), CARRIER_TOKEN)).toBe(204);
    await whenDelivered();
    expect(await copy.status()).toBe('sent');
  });

  it('tell nobody which accounts there are', async () => {
    const { tenant } = await createParty(stack);
    for (const id of [tenant.id, 'acc_0123456789abcdef', 'acc_1', '..%2finbound']) {
      expect(await post(`${SHARED_PATH}/accounts/${id}`, report('SM1'), TOKEN)).toBe(403);
      expect(await post(`${SHARED_PATH}/accounts/${id}/inbound`, report('SM1'), TOKEN)).toBe(403);
    }
  });

  it('are still believed after the token was changed, with the new one', async () => {
    const party = await partyWithHttp(stack, own);
    const { carrierId, whenDelivered } = await sent(party);
    await setTwilio(party.session, twilio(own, { AuthToken: 'rotated' }));
    expect(await post(pathOf(party), report(carrierId), TOKEN)).toBe(403);
    expect(await post(pathOf(party), report(carrierId), 'rotated')).toBe(204);
    await whenDelivered();
  });

  it('come to an address of the account, with which the carrier was called', async () => {
    const party = await partyWithHttp(stack, own);
    const { to } = await sent(party);
    const [form] = textsTo(own, to);
    expect([form?.get('StatusCallback'), form?.get('From')]).toEqual([
      `${PUBLIC_URL}${pathOf(party)}#rc=5&rp=all`,
      party.value,
    ]);
    const [shown] = (await party.session.get(CREDENTIALS)).body.Credentials;
    expect(shown.InboundUrl).toBe(`${PUBLIC_URL}${pathOf(party)}/inbound`);
    expect(textsTo(shared, to)).toEqual([]);
  });
});

describe('the receipts of an own carrier by SMPP', () => {
  it('move the texts of its account, and of no other one', async () => {
    const [centre, attacking] = [await startCentre(), await startCentre()];
    const [victim, attacker] = [await partyWithSmpp(stack, centre), await partyWithSmpp(stack, attacking)];
    const plain = await sent(await createParty(stack));
    const { carrierId, status, whenDelivered } = await sent(victim);
    // Sequential ids: the attacker has a text of the same id, too, and may move that one alone.
    const copy = await sent(attacker);
    expect(copy.carrierId).toBe(carrierId);
    await deliver(attacking, receiptOf(carrierId, 'REJECTD'));
    await waitUntil(async () => (await copy.status()) === 'failed');
    expect((await attacking.deliver(receiptOf(plain.carrierId, 'REJECTD'))).command_status).not.toBe(0);
    expect([await status(), await plain.status()]).toEqual(['sent', 'sent']);
    await deliver(centre, receiptOf(carrierId));
    await whenDelivered();
  });

  it('of the carrier before are for the texts that it took', async () => {
    const [first, second] = [await startCentre(), await startCentre()];
    const party = await partyWithSmpp(stack, first);
    const early = await sent(party);
    await setSmpp(party.session, smpp(second));
    const late = await sent(party);
    expect(late.carrierId).toBe(early.carrierId);
    await deliver(second, receiptOf(late.carrierId));
    await late.whenDelivered();
    expect(await early.status()).toBe('sent');
    await waitUntil(() => first.sessions.size === 0);
  });
});

describe('an own carrier that reports without end', () => {
  it('by SMPP delays nobody, and is asked to go on', async () => {
    const flooding = await startCentre();
    const attacker = await partyWithSmpp(stack, flooding);
    await sent(attacker);
    const answers = Array.from({ length: 600 }, (_, n) => flooding.deliver(receiptOf(`x${n}`)));
    const startedAt = performance.now();
    await sent(await partyWithSmpp(stack, await startCentre()));
    await sent(await createParty(stack));
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    const statuses = (await Promise.all(answers)).map(({ command_status }) => command_status);
    expect(statuses).toEqual(statuses.map(() => REPEAT_LATER));
  });

  it('by HTTP is 429 after 6,000 reports a minute', async () => {
    const party = await partyWithHttp(stack, own);
    await stack.app.get(CallCounter).count('carrier-reports', 6_000, party.tenant.id, 6_000);
    expect(await post(pathOf(party), report('SM1'), TOKEN)).toBe(429);
    expect(await post(pathOf(await partyWithHttp(stack, own)), report('SM1'), TOKEN)).toBe(503);
  });
});

describe('the texts that come in at an own carrier', () => {
  const suppressed = async ({ live, value }: OwnParty, to: string) =>
    (await sendText(live, { To: [to], From: value })).status === 422;

  it('stop and start the senders of its account, and of no other one', async () => {
    const [centre, attacking] = [await startCentre(), await startCentre()];
    const [victim, attacker] = [await partyWithSmpp(stack, centre), await partyWithSmpp(stack, attacking)];
    const to = number();
    await Promise.all([sent(victim), sent(attacker)]);
    await deliver(attacking, textOf(to, victim.value, 'STOP'));
    await deliver(attacking, textOf(to, SMS_FROM, 'STOP'));
    expect([await suppressed(victim, to), await suppressed(attacker, to)]).toEqual([false, false]);
    await deliver(centre, textOf(to, victim.value, 'STOP'));
    expect([await suppressed(victim, to), await suppressed(attacker, to)]).toEqual([true, false]);
    await deliver(centre, textOf(to, victim.value, 'START'));
    expect(await suppressed(victim, to)).toBe(false);
  });

  it('by HTTP need the token of the account, and are applied once', async () => {
    const party = await partyWithHttp(stack, own);
    const [From, path] = [number(), `${pathOf(party)}/inbound`];
    const stop = { MessageSid: `SMin${From.slice(1)}`, From, To: party.value, Body: 'Pare' };
    expect(await post(path, stop, CARRIER_TOKEN)).toBe(403);
    expect(await suppressed(party, From)).toBe(false);
    expect(await post(path, stop, TOKEN)).toBe(204);
    expect(await suppressed(party, From)).toBe(true);
    expect(await post(path, { ...stop, MessageSid: 'SMstart', Body: 'START' }, TOKEN)).toBe(204);
    expect(await post(path, stop, TOKEN)).toBe(204);
    expect(await suppressed(party, From)).toBe(false);
  });

  it('with HELP are answered by it, and use up no answer of another account', async () => {
    const centre = await startCentre();
    const party = await partyWithSmpp(stack, centre);
    await sent(party);
    const to = number();
    const answers = () => centre.texts().filter((text) => text.to === to.slice(1));
    for (let n = 0; n < 4; n += 1) await deliver(centre, textOf(to, party.value, 'Ajuda'));
    await waitUntil(() => answers().length === 3);
    await waitUntil(async () => (await stack.sql(`select from outbox where kind = 'sms.help'`)).length === 0);
    expect(answers()).toHaveLength(3);
    expect(answers()[0]).toMatchObject({ from: party.value.slice(1), text: expect.stringContaining('SAIR') });
    expect(textsTo(shared, to)).toEqual([]);
    const other = await partyWithHttp(stack, own);
    const ask = { MessageSid: 'SMhelp', From: to, To: other.value, Body: 'HELP' };
    expect(await post(`${pathOf(other)}/inbound`, ask, TOKEN)).toBe(204);
    await waitUntil(() => textsTo(own, to).length === 1);
  });
});
