import { afterEach, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { CERTIFICATE, KEY } from '../../test-support/tls.js';
import { afterwards, centre, cleanUp, sms, transportTo } from '../../test-support/transports.js';
import { SmsFailure } from '../failure.js';
import type { SmppOptions } from './options.js';
import { SmppTransport } from './transport.js';

afterEach(cleanUp);

describe('SmppTransport', () => {
  it('binds as a transceiver with the credentials of its URL, once for all messages', async () => {
    const server = await centre();
    const transport = transportTo(server.url, { systemType: 'otp' });
    expect(server.binds).toEqual([]);
    await Promise.all(['a', 'b', 'c'].map((body) => transport.send(sms(body))));
    expect(server.binds).toMatchObject([
      {
        command: 'bind_transceiver',
        system_id: 'esme',
        password: 'secret',
        system_type: 'otp',
        interface_version: 0x34,
      },
    ]);
    expect(server.texts().map(({ text }) => text)).toEqual(['a', 'b', 'c']);
  });

  it('resolves with the id that the carrier gives, and asks for a delivery receipt', async () => {
    const server = await centre({ onSubmit: () => ({ messageId: '4D2' }) });
    await expect(transportTo(server.url).send(sms('Your code is 123456'))).resolves.toEqual({
      carrierId: '4D2',
      segments: 1,
    });
    expect(server.submitted[0]?.pdu).toMatchObject({
      destination_addr: '12025550143',
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      source_addr: '12025550100',
      source_addr_ton: 1,
      source_addr_npi: 1,
      esm_class: 0,
      data_coding: 0,
      registered_delivery: 1,
    });
  });

  it.each([
    ['a number', '+12025550100', { source_addr: '12025550100', source_addr_ton: 1 }],
    ['a short code', '12345', { source_addr: '12345', source_addr_ton: 3 }],
    ['a name', 'Acme Shop', { source_addr: 'Acme Shop', source_addr_ton: 5 }],
  ])('sends from %s', async (_, from, fields) => {
    const server = await centre();
    await transportTo(server.url).send(sms('x', { from }));
    expect(server.submitted[0]?.pdu).toMatchObject(fields);
  });

  it('takes the sender of the options for a message without one, else leaves it to the carrier', async () => {
    const server = await centre();
    await transportTo(server.url, { from: '+12025550111' }).send(sms('x', { from: undefined }));
    await transportTo(server.url).send(sms('x', { from: undefined }));
    expect(server.submitted.map(({ pdu }) => pdu.source_addr)).toEqual(['12025550111', '']);
  });

  it.each([
    ['seven-bit', 'All of it: @£$¥èéùìòÇ_ÆæßÉ^{}\\[~]|€ and so on. '.repeat(9), 0],
    ['Unicode', 'Olá, ação! Привет, 😀 你好 '.repeat(20), 8],
  ])('splits a long %s text into parts that a telephone joins again', async (_, text, coding) => {
    const server = await centre();
    const body = text.trim();
    const receipt = await transportTo(server.url).send(sms(body));
    const parts = receipt.segments;
    expect(parts).toBeGreaterThan(2);
    expect(server.texts()).toEqual([{ to: '12025550143', from: '12025550100', text: body, parts, coding }]);
    expect(receipt.partIds).toEqual(server.submitted.map((_each, index) => `m${index + 1}`));
    expect(receipt.carrierId).toBe(`m${parts}`);
    // Each part reports a failure, the last one everything: one message, one final receipt.
    expect(server.submitted.map(({ pdu }) => pdu.registered_delivery)).toEqual([...Array(parts - 1).fill(2), 1]);
  });

  it('gives the parts the same reference on each attempt', async () => {
    const server = await centre();
    const transport = transportTo(server.url);
    const body = 'x'.repeat(200);
    await transport.send(sms(body));
    await transport.send(sms(body));
    const headers = server.submitted.map(({ pdu }) => String(pdu.short_message?.udh));
    expect(headers[2]).toBe(headers[0]);
    expect(headers[3]).toBe(headers[1]);
    expect(headers[1]).not.toBe(headers[0]);
  });

  it('sends a long text as one message_payload if configured', async () => {
    const server = await centre();
    const body = 'Привет 😀 '.repeat(40).trim();
    const receipt = await transportTo(server.url, { longMessages: 'payload' }).send(sms(body));
    expect(receipt).toEqual({ carrierId: 'm1', segments: 6 });
    expect(server.texts()).toMatchObject([{ text: body, parts: 1, coding: 8 }]);
    expect(server.submitted[0]?.pdu.short_message?.message).toHaveLength(0);
  });

  it('never has more unanswered submit_sm than the window', async () => {
    const answers: (() => void)[] = [];
    const server = await centre({ onSubmit: () => new Promise((resolve) => answers.push(() => resolve({}))) });
    const transport = transportTo(server.url, { window: 3 });
    const sending = Promise.all(Array.from({ length: 10 }, (_, index) => transport.send(sms(`n${index}`))));
    for (let answered = 0; answered < 10; answered++) {
      await waitUntil(() => answers.length > 0);
      expect(server.submitted.length - answered).toBeLessThanOrEqual(3);
      answers.shift()?.();
    }
    await sending;
    expect(server.texts().map(({ text }) => text)).toEqual(Array.from({ length: 10 }, (_, index) => `n${index}`));
  });

  it('fails at once and temporarily if its queue is full', async () => {
    const server = await centre({ onSubmit: () => ({ silent: true }) });
    const transport = transportTo(server.url, { window: 1, maxQueued: 2, timeouts: { response: 300 } });
    const first = transport.send(sms('first')).catch(() => undefined);
    await waitUntil(() => server.submitted.length === 1);
    const others = [transport.send(sms('second')), transport.send(sms('third'))].map((each) =>
      each.catch(() => undefined),
    );
    expect(transport.stats).toEqual({ bound: true, queued: 2, outstanding: 1 });
    await expect(transport.send(sms('fourth'))).rejects.toMatchObject({ kind: 'temporary', uncertain: false });
    await Promise.all([first, ...others]);
  });

  it.each([
    ['a recipient that is no number', { to: '12025550143' }, { code: 'ESME_RINVDSTADR', recipient: 'invalid' }],
    ['an invalid sender', { from: 'Much too long a name' }, { code: 'ESME_RINVSRCADR' }],
    ['a text of more parts than can be counted', { body: 'ж'.repeat(67 * 256) }, { code: 'ESME_RINVMSGLEN' }],
  ])('fails permanently for %s, without a request', async (_, changes, failure) => {
    const sending = new SmppTransport({ url: 'smpp://a:b@127.0.0.1:1' }).send(sms('x', changes));
    await expect(sending).rejects.toMatchObject({
      name: 'SmsFailure',
      kind: 'permanent',
      uncertain: false,
      ...failure,
    });
  });

  it('uses TLS, and only with a trusted certificate', async () => {
    const server = await centre({ tls: { key: KEY, cert: CERTIFICATE } });
    expect(server.url).toMatch(/^smpps:/);
    const trusting = transportTo(server.url, { tls: { ca: CERTIFICATE } });
    await expect(trusting.send(sms('x'))).resolves.toMatchObject({ carrierId: 'm1' });
    const careful = transportTo(server.url, { timeouts: { wait: 150 } });
    const failure = await careful.send(sms('y')).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SmsFailure);
    expect(failure).toMatchObject({
      kind: 'temporary',
      uncertain: false,
      reason: expect.stringContaining('certificate'),
    });
    expect(server.texts()).toHaveLength(1);
  });

  it('waits for running messages when it closes, unbinds, and accepts no more', async () => {
    const answers: (() => void)[] = [];
    const server = await centre({ onSubmit: () => new Promise((resolve) => answers.push(() => resolve({}))) });
    const transport = transportTo(server.url, { window: 1 });
    const long = transport.send(sms('x'.repeat(300)));
    await waitUntil(() => answers.length === 1);
    const waiting = transport.send(sms('waits in vain'));
    const closing = transport.close();
    await expect(waiting).rejects.toMatchObject({ kind: 'temporary', uncertain: false });
    await expect(transport.send(sms('too late'))).rejects.toMatchObject({ kind: 'temporary', uncertain: false });
    answers.shift()?.();
    await waitUntil(() => answers.length === 1);
    answers.shift()?.();
    await expect(long).resolves.toMatchObject({ segments: 2 });
    await closing;
    expect(server.commands.at(-1)).toBe('unbind');
    expect(transport.stats).toEqual({ bound: false, queued: 0, outstanding: 0 });
  });

  it('closes although the carrier was never reached', async () => {
    const transport = transportTo('smpp://a:b@127.0.0.1:1');
    transport.onReceipt(async () => {});
    await expect(transport.close()).resolves.toBeUndefined();
    afterwards(() => transport.close());
  });

  it.each<[string, Partial<SmppOptions>]>([
    ['another scheme', { url: 'http://a:secret@host' }],
    ['no system id', { url: 'smpp://host:2775' }],
    ['no window', { url: 'smpp://a:secret@host', window: 0 }],
  ])('rejects options with %s, and quotes no password', (_, options) => {
    const make = (): SmppTransport => new SmppTransport({ url: '', ...options });
    expect(make).toThrow(TypeError);
    expect(make).not.toThrow(/secret/);
  });
});
