import { afterEach, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import type { SmppServer } from '../../test-support/smpp-server.js';
import { centre, cleanUp, listening, sms, transportTo } from '../../test-support/transports.js';
import type { DeliveryReceipt } from '../transport.js';
import type { SmppTransport } from './transport.js';

afterEach(cleanUp);

const RECEIPT = 0x04;
const RETRY = 0x64;

async function bound(options: Parameters<typeof transportTo>[1] = {}): Promise<[SmppServer, SmppTransport]> {
  const server = await centre();
  return [server, transportTo(server.url, options)];
}

function text(id: string, stat: string): string {
  return `id:${id} sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 stat:${stat} err:000 text:Your code`;
}

describe('delivery receipts by SMPP', () => {
  it('have the id that the carrier gave when it accepted the message', async () => {
    const [server, transport] = await bound();
    const receipts = listening(transport);
    const { carrierId } = await transport.send(sms('x'));
    const answer = await server.deliver({
      esm_class: RECEIPT,
      source_addr: '12025550143',
      short_message: text(carrierId, 'DELIVRD'),
    });
    expect(answer).toMatchObject({ command: 'deliver_sm_resp', command_status: 0 });
    expect(receipts).toEqual([
      { carrierId, otherIds: [], recipient: '+12025550143', status: 'delivered', at: expect.any(Date) },
    ]);
  });

  it('may have optional parameters only, which take precedence over the text', async () => {
    const [server, transport] = await bound({ receiptIds: 'same' });
    const receipts = listening(transport);
    await waitUntil(() => transport.stats.bound);
    await server.deliver({ esm_class: RECEIPT, receipted_message_id: 'A1', message_state: 2 });
    await server.deliver({
      esm_class: RECEIPT,
      receipted_message_id: 'A2',
      message_state: 5,
      network_error_code: Buffer.from([3, 0, 27]),
      short_message: text('other', 'DELIVRD'),
    });
    expect(receipts).toMatchObject([
      { carrierId: 'A1', status: 'delivered', reason: undefined },
      { carrierId: 'A2', status: 'undelivered', reason: 'UNDELIV, error 27' },
    ]);
  });

  it('may be in message_payload', async () => {
    const [server, transport] = await bound();
    const receipts = listening(transport);
    await waitUntil(() => transport.stats.bound);
    await server.deliver({ esm_class: RECEIPT, message_payload: Buffer.from(text('p1', 'EXPIRED')) });
    expect(receipts).toMatchObject([{ carrierId: 'p1', status: 'undelivered', reason: 'EXPIRED' }]);
  });

  it('are read as ASCII with any data_coding', async () => {
    const [server, transport] = await bound();
    const receipts = listening(transport);
    await waitUntil(() => transport.stats.bound);
    const ascii = Buffer.from(text('a_b@c$1', 'DELIVRD'));
    for (const coding of [0, 1, 3, 8]) {
      await server.deliver({ esm_class: RECEIPT, data_coding: coding, short_message: ascii });
    }
    expect(receipts.map(({ carrierId }) => carrierId)).toEqual(Array(4).fill('a_b@c$1'));
  });

  it('are answered after the listener has stored them', async () => {
    const [server, transport] = await bound();
    let record = (): void => {};
    const heard: DeliveryReceipt[] = [];
    transport.onReceipt((receipt) => {
      heard.push(receipt);
      return new Promise((resolve) => (record = resolve));
    });
    await waitUntil(() => transport.stats.bound);
    let answered = false;
    const answer = server.deliver({ esm_class: RECEIPT, short_message: text('7', 'DELIVRD') }).then((pdu) => {
      answered = true;
      return pdu;
    });
    await waitUntil(() => heard.length === 1);
    // The answer to another message would come after that of the receipt, were it sent already.
    await transport.send(sms('x'));
    expect(answered).toBe(false);
    record();
    await expect(answer).resolves.toMatchObject({ command_status: 0 });
  });

  it('are requested again if the listener failed', async () => {
    const [server, transport] = await bound();
    let failing = true;
    const recorded: DeliveryReceipt[] = [];
    transport.onReceipt(async (receipt) => {
      if (failing) throw new Error('the database is away');
      recorded.push(receipt);
    });
    await waitUntil(() => transport.stats.bound);
    const fields = { esm_class: RECEIPT, short_message: text('7', 'DELIVRD') };
    await expect(server.deliver({ ...fields })).resolves.toMatchObject({ command_status: RETRY });
    failing = false;
    await expect(server.deliver({ ...fields })).resolves.toMatchObject({ command_status: 0 });
    expect(recorded).toHaveLength(1);
  });

  it('are requested again while there is no listener', async () => {
    const [server, transport] = await bound();
    await transport.send(sms('x'));
    const answer = await server.deliver({ esm_class: RECEIPT, short_message: text('m1', 'DELIVRD') });
    expect(answer.command_status).toBe(RETRY);
  });

  it('are requested again if the listener handles too many, while messages continue', async () => {
    const [server, transport] = await bound();
    const records: (() => void)[] = [];
    transport.onReceipt(() => new Promise((resolve) => records.push(resolve)));
    await waitUntil(() => transport.stats.bound);
    const answers = Array.from({ length: 205 }, (_, index) =>
      server.deliver({ esm_class: RECEIPT, short_message: text(`n${index}`, 'DELIVRD') }),
    );
    await Promise.all(answers.slice(200));
    await transport.send(sms('x'));
    for (const record of records) record();
    const statuses = (await Promise.all(answers)).map(({ command_status }) => command_status);
    expect(statuses).toEqual([...Array(200).fill(0), ...Array(5).fill(RETRY)]);
  });

  it('are passed on as they arrive: repeated, and in any order', async () => {
    const [server, transport] = await bound();
    const receipts = listening(transport);
    await waitUntil(() => transport.stats.bound);
    for (const state of ['DELIVRD', 'ACCEPTD', 'DELIVRD']) {
      await server.deliver({ esm_class: RECEIPT, short_message: text('7f', state) });
    }
    expect(receipts.map(({ status }) => status)).toEqual(['delivered', 'sent', 'delivered']);
  });

  it('arrive again over the next link if the answer was lost with the first', async () => {
    const [server, transport] = await bound();
    const receipts: DeliveryReceipt[] = [];
    transport.onReceipt(async (receipt) => {
      receipts.push(receipt);
      if (receipts.length === 1) for (const session of server.sessions) session.destroy();
    });
    await waitUntil(() => transport.stats.bound);
    const fields = { esm_class: RECEIPT, short_message: text('7', 'DELIVRD') };
    await expect(server.deliver({ ...fields })).rejects.toThrow('the link broke');
    await waitUntil(() => server.binds.length === 2 && server.sessions.size === 1);
    await expect(server.deliver({ ...fields })).resolves.toMatchObject({ command_status: 0 });
    expect(receipts).toHaveLength(2);
  });

  it.each([
    ['a message from a telephone', { esm_class: 0, short_message: 'STOP' }],
    ['a receipt without an id', { esm_class: RECEIPT, short_message: 'stat:DELIVRD' }],
    ['a receipt of an unknown state', { esm_class: RECEIPT, short_message: 'id:1 stat:MAYBE' }],
    ['an empty receipt', { esm_class: RECEIPT }],
    ['a receipt with an odd date', { esm_class: RECEIPT, validity_period: 'R', short_message: 'nothing' }],
  ])('are not passed on for %s, which is answered nevertheless', async (_, fields) => {
    const [server, transport] = await bound();
    const receipts = listening(transport);
    await waitUntil(() => transport.stats.bound);
    await expect(server.deliver(fields)).resolves.toMatchObject({ command_status: 0 });
    expect(receipts).toEqual([]);
  });

  it.each([
    ['decimal', '4D2', '1234', '1234'],
    ['decimal', '000004d2', '0000001234', '1234'],
    ['hexadecimal', '1234', '4D2', '1234'],
    ['same', '4D2', '4D2', '4D2'],
  ] as const)('with ids in %s: %s is reported on as %s', async (receiptIds, messageId, reported, carrierId) => {
    const server = await centre({ onSubmit: () => ({ messageId }) });
    const transport = transportTo(server.url, { receiptIds });
    const receipts = listening(transport);
    await expect(transport.send(sms('x'))).resolves.toMatchObject({ carrierId });
    await server.deliver({ esm_class: RECEIPT, short_message: text(reported, 'DELIVRD') });
    expect(receipts).toMatchObject([{ carrierId, otherIds: undefined }]);
  });

  it('cannot have a second listener', async () => {
    const [, transport] = await bound();
    listening(transport);
    expect(() => listening(transport)).toThrow('already');
  });

  it('that the listener is handling are awaited and answered when the transport closes', async () => {
    const [server, transport] = await bound();
    let record = (): void => {};
    transport.onReceipt(() => new Promise((resolve) => (record = resolve)));
    await waitUntil(() => transport.stats.bound);
    const answer = server.deliver({ esm_class: RECEIPT, short_message: text('7', 'DELIVRD') });
    const before = record;
    await waitUntil(() => record !== before);
    const closing = transport.close();
    record();
    await expect(answer).resolves.toMatchObject({ command_status: 0 });
    await closing;
  });
});
