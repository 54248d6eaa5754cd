import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DialFailed, GuardedDialer, type Dial } from '#libs/core/outbound';
import { freePort, HttpSink, waitUntil } from '#libs/test/testing';
import { afterwards, cleanUp, sms } from '../../test-support/transports.js';
import type { DeliveryReceipt } from '../transport.js';
import { twilioSignature } from './signature.js';
import { HttpSmsTransport, type HttpSmsOptions } from './transport.js';

let carrier: HttpSink;

beforeEach(async () => {
  carrier = await HttpSink.start();
  afterwards(() => carrier.stop());
});
afterEach(cleanUp);

function transport(options: Partial<HttpSmsOptions> = {}): HttpSmsTransport {
  const made = new HttpSmsTransport({ baseUrl: carrier.url, accountSid: 'AC1', authToken: 'token', ...options });
  afterwards(() => made.close());
  return made;
}

function taken(fields: object = {}): { status: number; body: string } {
  return { status: 201, body: JSON.stringify({ sid: 'SM1', status: 'queued', num_segments: '1', ...fields }) };
}

function refused(status: number, code?: number, message = 'no'): { status: number; body: string } {
  return { status, body: JSON.stringify({ status, code, message }) };
}

describe('HttpSmsTransport with a dialer', () => {
  it('connects by it, and has sent nothing if there is no connection', async () => {
    carrier.answer(taken());
    const allowed = new GuardedDialer({ allow: carrier.host });
    await expect(transport({ dial: allowed.connect }).send(sms('x'))).resolves.toMatchObject({ carrierId: 'SM1' });
    const toInside = transport({ dial: new GuardedDialer().connect }).send(sms('x'));
    await expect(toInside).rejects.toMatchObject({
      kind: 'temporary',
      uncertain: false,
      reason: 'no answer from the carrier: The address resolves to an internal address',
    });
    expect(carrier.requests).toHaveLength(1);
  });

  it('is not uncertain if the connection is not made in time', async () => {
    const dial: Dial = (_, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new DialFailed('timeout', 'too late'))),
      );
    const sending = transport({ dial, timeoutMs: 100 }).send(sms('x'));
    await expect(sending).rejects.toMatchObject({ kind: 'temporary', uncertain: false });
  });
});

describe('HttpSmsTransport.check', () => {
  it('asks for the account', async () => {
    carrier.answer({ status: 200, body: '{"sid":"AC1"}' });
    await transport().check();
    const [{ method, path, headers } = {}] = carrier.requests as Partial<(typeof carrier.requests)[0]>[];
    expect([method, path]).toEqual(['GET', '/2010-04-01/Accounts/AC1.json']);
    expect(headers?.authorization).toBe(`Basic ${Buffer.from('AC1:token').toString('base64')}`);
  });

  it.each([
    [401, 20003, true],
    [401, undefined, true],
    [403, undefined, true],
    [503, undefined, false],
    [302, undefined, false],
  ])('rejects for HTTP %i with the code %s; the credentials are refused: %s', async (status, code, refuses) => {
    carrier.answer(refused(status, code));
    await expect(transport().check()).rejects.toMatchObject({ name: 'SmsFailure', refusesCredentials: refuses });
  });

  it.each([404, 405, 501])('passes for a carrier that has no such call: HTTP %i', async (status) => {
    carrier.answer({ status });
    await expect(transport().check()).resolves.toBeUndefined();
  });
});

describe('HttpSmsTransport', () => {
  it('posts the message as a form, with basic authentication and a callback of its own', async () => {
    carrier.answer(taken());
    const statusCallback = (id: string): string => `https://platform.test/callbacks/${id}?a=1&b=2`;
    await expect(transport({ statusCallback }).send(sms('Olá & até já +1 😀'))).resolves.toEqual({
      carrierId: 'SM1',
      segments: 1,
    });
    const [request] = carrier.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/2010-04-01/Accounts/AC1/Messages.json' });
    expect(request?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('AC1:token').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(Object.fromEntries(new URLSearchParams(request?.text))).toEqual({
      To: '+12025550143',
      From: '+12025550100',
      Body: 'Olá & até já +1 😀',
      StatusCallback: 'https://platform.test/callbacks/sms_00000000000000a1?a=1&b=2',
    });
  });

  it.each<[string, Partial<HttpSmsOptions>, string | undefined, object]>([
    ['the message’s own', { from: '+12025550111' }, '+12025550100', { From: '+12025550100' }],
    ['that of the options', { from: '+12025550111' }, undefined, { From: '+12025550111' }],
    [
      'a messaging service',
      { from: '+12025550111', messagingServiceSid: 'MG1' },
      undefined,
      { MessagingServiceSid: 'MG1' },
    ],
    ['none', {}, undefined, {}],
  ])('has as sender %s', async (_, options, from, fields) => {
    carrier.answer(taken());
    await transport(options).send(sms('x', { from }));
    expect(Object.fromEntries(new URLSearchParams(carrier.requests[0]?.text))).toEqual({
      To: '+12025550143',
      Body: 'x',
      ...fields,
    });
  });

  it('logs in with an API key, and keeps a path before the API’s', async () => {
    carrier.answer(taken());
    await transport({ apiKey: { sid: 'SK1', secret: 's' }, baseUrl: `${carrier.url}/twilio/` }).send(sms('x'));
    expect(carrier.requests[0]?.path).toBe('/twilio/2010-04-01/Accounts/AC1/Messages.json');
    expect(carrier.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('SK1:s').toString('base64')}`);
  });

  it.each([
    ['what the carrier counted', '3', 3],
    ['its own count when the carrier has none yet', '0', 2],
    ['its own count when the carrier says nothing sensible', null, 2],
  ])('tells as segments %s', async (_, segments, told) => {
    carrier.answer(taken({ num_segments: segments }));
    await expect(transport().send(sms('x'.repeat(161)))).resolves.toMatchObject({ segments: told });
  });

  it.each([
    ['a number that is none', refused(400, 21_211), { kind: 'permanent', code: '21211', recipient: 'invalid' }],
    ['a landline', refused(400, 21_614), { kind: 'permanent', code: '21614', recipient: 'invalid' }],
    [
      'a recipient who opted out',
      refused(400, 21_610),
      { kind: 'permanent', code: '21610', recipient: 'unsubscribed' },
    ],
    ['a sender that is not ours', refused(400, 21_606), { kind: 'permanent', code: '21606', recipient: undefined }],
    ['a full queue', refused(400, 21_611), { kind: 'temporary', code: '21611' }],
    ['too many requests', refused(429, 20_429), { kind: 'temporary', code: '20429' }],
    ['an unknown code', refused(400, 99_999), { kind: 'permanent', code: '99999' }],
    ['no code', { status: 400, body: 'Bad Request' }, { kind: 'permanent', code: '400' }],
    ['wrong credentials', refused(401, 20_003), { kind: 'temporary', code: '20003' }],
    ['an unknown account', refused(404, 20_404), { kind: 'temporary', code: '20404' }],
    ['an outage', refused(503), { kind: 'temporary', code: '503', uncertain: false }],
    ['a redirect', { redirect: 'http://127.0.0.1:1/' }, { kind: 'temporary', code: '302' }],
    [
      'a message that failed at once',
      taken({ error_code: 21_610, error_message: 'STOP' }),
      { kind: 'permanent', recipient: 'unsubscribed' },
    ],
    ['an inner error', refused(500), { kind: 'temporary', code: '500', uncertain: true }],
    ['a proxy that lost the server', refused(502), { kind: 'temporary', uncertain: true }],
    ['a message without a name', { status: 201, body: '{}' }, { kind: 'temporary', uncertain: true }],
    ['nonsense', { status: 200, body: '<html>' }, { kind: 'temporary', uncertain: true }],
    ['an answer without an end', { status: 200, hugeBytes: 1_000_000 }, { kind: 'temporary', uncertain: true }],
    ['a closed connection', { drop: true }, { kind: 'temporary', uncertain: true }],
  ])('fails by the meaning of the answer: %s', async (_, answer, failure) => {
    carrier.answer(answer);
    const sending = transport().send(sms('x'));
    await expect(sending).rejects.toMatchObject({ name: 'SmsFailure', uncertain: false, ...failure });
    expect(carrier.requests).toHaveLength(1);
  });

  it('has the delay that the carrier asks for', async () => {
    carrier.answer({ ...refused(429, 20_429), headers: { 'retry-after': '7' } });
    await expect(transport().send(sms('x'))).rejects.toMatchObject({ retryAfterMs: 7_000 });
  });

  it('quotes the carrier on one line', async () => {
    carrier.answer(refused(400, 21_211, `not\r\na number${'!'.repeat(2_000)}`));
    const failure = await transport()
      .send(sms('x'))
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ reason: expect.stringMatching(/^the carrier answered 21211: not a number!+$/) });
    expect(String(failure).length).toBeLessThan(600);
  });

  it('is not uncertain if the connection is refused', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    await expect(transport({ baseUrl }).send(sms('x'))).rejects.toMatchObject({ kind: 'temporary', uncertain: false });
  });

  it('is uncertain if the carrier does not answer in time', async () => {
    carrier.answer({ hang: true });
    const sending = transport({ timeoutMs: 80 }).send(sms('x'));
    await expect(sending).rejects.toMatchObject({ kind: 'temporary', uncertain: true });
  });

  it('is not uncertain about a message that was still waiting', async () => {
    carrier.answer({ hang: true });
    const one = transport({ timeoutMs: 80, connections: 1 });
    const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((body) => one.send(sms(body))));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected']);
    const certain = outcomes.filter((outcome) => outcome.status === 'rejected' && !outcome.reason.uncertain);
    expect(carrier.requests.length + certain.length).toBe(3);
  });

  it('waits for answers when it closes, and accepts no more messages', async () => {
    carrier.answer({ ...taken(), delayMs: 50 });
    const closing = transport();
    const sending = closing.send(sms('x'));
    await waitUntil(() => carrier.requests.length === 1);
    await Promise.all([closing.close(), expect(sending).resolves.toMatchObject({ carrierId: 'SM1' })]);
    await expect(closing.send(sms('y'))).rejects.toMatchObject({ kind: 'temporary', uncertain: false });
  });

  it('rejects an invalid base URL', () => {
    expect(() => transport({ baseUrl: 'ftp://carrier' })).toThrow(TypeError);
    expect(() => transport({ baseUrl: 'carrier' })).toThrow(TypeError);
  });
});

describe('HttpSmsTransport.takeCallback', () => {
  const url = 'https://platform.test/callbacks/sms_1?a=1';
  const params = { MessageSid: 'SM1', MessageStatus: 'delivered', To: '+12025550143', AccountSid: 'AC1' };
  const signature = twilioSignature(url, params, 'token');

  it('passes each signed callback to the listener', async () => {
    const made = transport();
    const receipts: DeliveryReceipt[] = [];
    made.onReceipt(async (receipt) => void receipts.push(receipt));
    await expect(made.takeCallback({ url, params, signature })).resolves.toBe('taken');
    await expect(made.takeCallback({ url, params, signature })).resolves.toBe('taken');
    const delivered = { carrierId: 'SM1', status: 'delivered', recipient: '+12025550143' };
    expect(receipts).toMatchObject([delivered, delivered]);
  });

  it.each([
    ['another field', { url, params: { ...params, MessageSid: 'SM2' }, signature }],
    ['another URL', { url: `${url}2`, params, signature }],
    ['another secret', { url, params, signature: twilioSignature(url, params, 'other') }],
    ['no signature', { url, params, signature: undefined }],
    ['an empty signature', { url, params, signature: '' }],
  ])('detects a forged one by %s', async (_, callback) => {
    const made = transport();
    made.onReceipt(async () => expect.unreachable());
    await expect(made.takeCallback(callback)).resolves.toBe('forged');
  });

  it('ignores a callback without a delivery status', async () => {
    const made = transport();
    made.onReceipt(async () => expect.unreachable());
    const queued = { ...params, MessageStatus: 'queued' };
    const callback = { url, params: queued, signature: twilioSignature(url, queued, 'token') };
    await expect(made.takeCallback(callback)).resolves.toBe('ignored');
  });

  it('fails if the listener fails', async () => {
    const made = transport();
    made.onReceipt(async () => {
      throw new Error('the database is away');
    });
    await expect(made.takeCallback({ url, params, signature })).rejects.toThrow('the database is away');
  });
});
