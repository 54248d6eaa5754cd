import { describe, expect, it } from 'vitest';
import { smsKeyword, smsSegments, twilioSignature } from '#libs/messaging/sms';
import { waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../support/http-client.js';
import { messageWithStatus } from '../support/message-status.js';
import { platformStack } from '../support/platform-stack.js';
import {
  addSender,
  CARRIER_TOKEN,
  number,
  sendText,
  SMS_FROM,
  smsUrl,
  startTextCarrier,
  textsTo,
} from '../support/texting.js';
import { useStack } from '../support/use-stack.js';

const URL_SIGNED = 'https://api.service.test/callbacks/sms/inbound';

const carrier = useStack(startTextCarrier);
const reached = useStack(() => {
  const PUBLIC_URL = 'https://api.service.test';
  return platformStack({ environment: { SMS_URL: smsUrl(carrier), SMS_FROM, PUBLIC_URL } });
});

describe('a text that comes in', () => {
  let sid = 0;
  async function comesIn(From: string, To: string, Body: string, { token = CARRIER_TOKEN, id = '' } = {}) {
    const fields = { MessageSid: id || `SMin${(sid += 1)}`, From, To, Body };
    const response = await fetch(`${reached.url}/callbacks/sms/inbound`, {
      method: 'POST',
      headers: { 'x-twilio-signature': twilioSignature(URL_SIGNED, fields, token) },
      body: new URLSearchParams(fields),
    });
    await response.arrayBuffer();
    return response.status;
  }

  async function owner(value = number()) {
    const tenant = await reached.createTenant();
    const session = await tenant.session('admin');
    const id = await addSender(session, value);
    const confirmed = await (await reached.operator()).post(`/api/admin/sms/senders/${id}/confirm`, {});
    expect(confirmed.status).toBe(200);
    return { tenant, session, value, live: (await tenant.createKey([], 'live')).client };
  }

  const statusTo = async (client: HttpClient, to: string, From?: string) =>
    (await sendText(client, { To: [to], From })).status;

  it('is believed with the signature of the carrier alone', async () => {
    const { live, value } = await owner();
    const to = number();
    expect(await comesIn(to, value, 'STOP', { token: 'a guess' })).toBe(403);
    expect(await statusTo(live, to, value)).toBe(202);
  });

  it('with STOP ends the texts of that sender, in every language, until START', async () => {
    const { live, value } = await owner();
    for (const word of ['STOP', 'Arrêt', 'sair', 'BAJA']) {
      const to = number();
      expect(await comesIn(to, value, word)).toBe(204);
      expect(await statusTo(live, to, value)).toBe(422);
      expect(await statusTo(live, to)).toBe(202);
      await comesIn(to, value, 'start');
      expect(await statusTo(live, to, value)).toBe(202);
    }
  });

  it('with START lifts nothing that the tenant has suppressed itself', async () => {
    const { live, value, session } = await owner();
    const to = number();
    await session.post('/api/suppressions', { Address: to, Sender: value });
    await comesIn(to, value, 'STOP');
    await comesIn(to, value, 'START');
    expect(await statusTo(live, to, value)).toBe(422);
  });

  it('is applied once, although the carrier repeats it after another one', async () => {
    const { live, value } = await owner();
    const to = number();
    await comesIn(to, value, 'STOP', { id: `SM${to}` });
    await comesIn(to, value, 'START');
    await comesIn(to, value, 'STOP', { id: `SM${to}` });
    expect(await statusTo(live, to, value)).toBe(202);
  });

  it('to the shared sender is for the tenants that have texted the number, and no other', async () => {
    const [texted, other] = [await owner(), await owner()];
    const to = number();
    const { body } = await sendText(texted.live, { To: [to] });
    await messageWithStatus(texted.session, `/api/messages/${body.MessageId}`, 'sent');
    await comesIn(to, SMS_FROM, 'STOP');
    expect(await statusTo(texted.live, to)).toBe(422);
    expect(await statusTo(other.live, to)).toBe(202);
  });

  it('with HELP is answered, three times a day at most', async () => {
    const { value } = await owner();
    const to = number();
    const answers = () => textsTo(carrier, to);
    for (let n = 0; n < 5; n += 1) await comesIn(to, value, 'Help!');
    await waitUntil(() => answers().length === 3);
    await waitUntil(async () => (await reached.sql(`select from outbox where kind = 'sms.help'`)).length === 0);
    expect(answers()).toHaveLength(3);
    const [form] = answers();
    expect([form?.get('From'), form?.get('Body')]).toEqual([value, expect.stringContaining('STOP')]);
  });

  it.each([
    ['Ayuda', 'BAJA'],
    ['ajuda?', 'SAIR'],
    ['Aide', 'ARRET'],
    ['HILFE', 'STOPP'],
  ])('is answered in the language of the word: %s', async (word, stop) => {
    const { value } = await owner();
    const to = number();
    await comesIn(to, value, word);
    const [form] = await waitUntil(() => (textsTo(carrier, to).length > 0 ? textsTo(carrier, to) : undefined));
    expect(form?.get('Body')).toContain(stop);
    expect(smsKeyword(stop)).toBe('stop');
    expect(smsSegments(form?.get('Body') ?? '').segments).toBe(1);
  });

  it('can be played in the sandbox, for the own account alone', async () => {
    const [{ session, tenant }, rival] = [await owner(), await owner()];
    const [From, To] = [number(), number()];
    const play = async (Body: string, Id?: string) =>
      (await session.post('/api/sms/inbound', { From, To, Body, Id })).body;
    expect(await play('Stopp', 'one')).toMatchObject({ Keyword: 'stop', Applied: true, Reply: null });
    expect(await play('Stopp', 'one')).toMatchObject({ Keyword: 'stop', Applied: false });
    expect(await statusTo(await tenant.key(), From, To)).toBe(422);
    expect(await statusTo(await rival.tenant.key(), From, To)).toBe(202);
    expect(await play('help')).toMatchObject({ Keyword: 'help', Reply: expect.stringContaining('STOP') });
    expect(await play('Thank you')).toMatchObject({ Keyword: null, Applied: false });
  });
});
