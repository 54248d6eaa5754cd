import { describe, expect, it } from 'vitest';
import { metrics } from '#libs/core/observability';
import { twilioSignature } from '#libs/messaging/sms';
import { HttpSink, waitUntil } from '#libs/test/testing';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const PUBLIC_URL = 'https://api.service.test';
const CALLBACK = `${PUBLIC_URL}/callbacks/sms`;
const TOKEN = 'secret-of-the-carrier';

const carrier = useStack(async () => {
  const sink = await HttpSink.start();
  sink.answer(({ text }) => {
    const form = new URLSearchParams(text);
    const sid = `SM${form.get('To')?.slice(1)}`;
    return { status: 201, body: JSON.stringify({ sid, status: 'queued', num_segments: '1' }) };
  });
  return sink;
});
const stack = useStack(() => {
  const SMS_URL = `http://AC1:${TOKEN}@${carrier.host}`;
  return platformStack({ environment: { SMS_URL, PUBLIC_URL, SMS_FROM: '+12025550100' } });
});
const acme = usePrepared(() => stack.createTenant());
const client = usePrepared(async () => (await acme.createKey([], 'live')).client);

let count = 10;
const number = () => `+120255502${(count += 1)}`;

interface Detail {
  Message: { Status: string; Error: string | null };
  Events: { Type: string }[];
}

async function sent(to = number()): Promise<{ id: string; sid: string }> {
  const { body } = await client.post('/v1/sms/send', { To: [to], Body: 'Your code is 4711.' });
  await whenLastIs('sent', body.MessageId);
  return { id: body.MessageId, sid: `SM${to.slice(1)}` };
}

async function whenLastIs(type: string, id: string): Promise<Detail> {
  const session = await acme.session('member');
  const read = async () => (await session.get(`/api/messages/${id}`)).body as Detail;
  await waitUntil(async () => (await read()).Events.at(-1)?.Type === type);
  return read();
}

const timeline = ({ Events }: Detail) => Events.map(({ Type }) => Type);

/** Reports as the carrier does. @param url what its signature is over */
async function callBack(fields: Record<string, string>, { url = CALLBACK, token = TOKEN } = {}): Promise<number> {
  const response = await fetch(`${stack.url}/callbacks/sms`, {
    method: 'POST',
    headers: { 'x-twilio-signature': twilioSignature(url, fields, token) },
    body: new URLSearchParams(fields),
  });
  await response.arrayBuffer();
  return response.status;
}

async function receipts(outcome: string): Promise<number> {
  const line = (await metrics.text())
    .split('\n')
    .find((one) => one.startsWith(`sms_receipts_total{outcome="${outcome}"`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

describe('a text by a carrier that speaks HTTP', () => {
  it('is posted to it with the address to report to, which asks it to repeat', async () => {
    const to = number();
    await sent(to);
    const { headers, text, path } = await carrier.waitFor((request) => request.text.includes(encodeURIComponent(to)));
    expect(path).toBe('/2010-04-01/Accounts/AC1/Messages.json');
    expect(headers.authorization).toBe(`Basic ${Buffer.from(`AC1:${TOKEN}`).toString('base64')}`);
    expect(Object.fromEntries(new URLSearchParams(text))).toEqual({
      To: to,
      From: '+12025550100',
      Body: 'Your code is 4711.',
      StatusCallback: `${CALLBACK}#rc=5&rp=all`,
    });
  });

  it.each(['delivered', 'undelivered', 'failed'])('is what the carrier reports: %s', async (status) => {
    const { id, sid } = await sent();
    expect(await callBack({ MessageSid: sid, MessageStatus: status })).toBe(204);
    const detail = await whenLastIs(status, id);
    expect([detail.Message.Status, timeline(detail)]).toEqual([status, ['queued', 'sent', status]]);
  });

  it('is reported once, however often, and whichever form of the address is signed', async () => {
    const { id, sid } = await sent();
    const fields = { MessageSid: sid, MessageStatus: 'delivered' };
    const before = await receipts('repeated');
    const answers = await Promise.all([
      callBack(fields),
      callBack(fields),
      callBack(fields, { url: `${CALLBACK}#rc=5&rp=all` }),
    ]);
    expect(answers).toEqual([204, 204, 204]);
    expect(timeline(await whenLastIs('delivered', id))).toEqual(['queued', 'sent', 'delivered']);
    expect(await receipts('repeated')).toBe(before + 2);
  });

  it('is not moved by a forged report, which is refused and counted', async () => {
    const { id, sid } = await sent();
    const before = await receipts('forged');
    const fields = { MessageSid: sid, MessageStatus: 'failed' };
    expect(await callBack(fields, { token: 'a guess' })).toBe(403);
    expect(await callBack(fields, { url: 'https://elsewhere.test/callbacks/sms' })).toBe(403);
    const unsigned = await fetch(`${stack.url}/callbacks/sms`, { method: 'POST', body: new URLSearchParams(fields) });
    expect(unsigned.status).toBe(403);
    expect(await receipts('forged')).toBe(before + 3);
    expect((await whenLastIs('sent', id)).Message.Status).toBe('sent');
  });

  it('is delivered although its report comes before the answer to it: the carrier retries the report', async () => {
    const to = number();
    const fields = { MessageSid: `SM${to.slice(1)}`, MessageStatus: 'delivered' };
    expect(await callBack(fields)).toBe(503);
    const { id } = await sent(to);
    expect(await callBack(fields)).toBe(204);
    expect((await whenLastIs('delivered', id)).Message.Status).toBe('delivered');
  });

  it('changes nothing if it reports an earlier state', async () => {
    const { id, sid } = await sent();
    await callBack({ MessageSid: sid, MessageStatus: 'delivered' });
    await whenLastIs('delivered', id);
    expect(await callBack({ MessageSid: sid, MessageStatus: 'sent' })).toBe(204);
    expect(await callBack({ MessageSid: sid, MessageStatus: 'undelivered' })).toBe(204);
    expect((await whenLastIs('undelivered', id)).Message.Status).toBe('delivered');
  });

  it('waits for a carrier that is down, and is sent after its restart', async () => {
    await carrier.stop();
    const { body } = await client.post('/v1/sms/send', { To: [number()], Body: 'Later.' });
    await whenLastIs('deferred', body.MessageId);
    await carrier.start();
    await stack.sql(`update outbox set available_at = now() where tenant_id = $1`, [acme.id]);
    expect(timeline(await whenLastIs('sent', body.MessageId))).toEqual(['queued', 'deferred', 'sent']);
  });
});
