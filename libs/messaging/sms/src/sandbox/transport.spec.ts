import { afterEach, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { afterwards, cleanUp, sms } from '../../test-support/transports.js';
import { parseE164 } from '../phone-number.js';
import type { DeliveryReceipt } from '../transport.js';
import { SANDBOX_RECIPIENTS, sandboxOutcome } from './recipients.js';
import { SandboxSms, type SandboxOptions } from './transport.js';

afterEach(cleanUp);

function sandbox(options: SandboxOptions = { receiptDelayMs: 1 }): [SandboxSms, DeliveryReceipt[]] {
  const transport = new SandboxSms(options);
  afterwards(() => transport.close());
  const receipts: DeliveryReceipt[] = [];
  transport.onReceipt(async (receipt) => void receipts.push(receipt));
  return [transport, receipts];
}

describe('SandboxSms', () => {
  it.each([
    ['+15005550100', 'delivered'],
    ['+15005550119', 'delivered'],
    ['+15005550120', 'failed'],
    ['+15005550139', 'failed'],
    ['+15005550140', 'undelivered'],
    ['+15005550159', 'undelivered'],
    ['+5511987654321', 'delivered'],
  ])('accepts a message to %s and reports it as %s, once', async (to, status) => {
    const [transport, receipts] = sandbox();
    const receipt = await transport.send(sms('x'.repeat(161), { to }));
    expect(receipt).toEqual({ carrierId: 'sandbox-sms_00000000000000a1', segments: 2 });
    expect(receipts).toEqual([]);
    await waitUntil(() => receipts.length > 0);
    await transport.close();
    expect(receipts).toMatchObject([{ carrierId: receipt.carrierId, recipient: to, status }]);
    expect(receipts[0]?.reason === undefined).toBe(status === 'delivered');
  });

  it('rejects a number that does not exist', async () => {
    const [transport, receipts] = sandbox();
    const sending = transport.send(sms('x', { to: '+15005550180' }));
    await expect(sending).rejects.toMatchObject({ name: 'SmsFailure', kind: 'permanent', recipient: 'invalid' });
    await transport.close();
    expect(receipts).toEqual([]);
  });

  it('is busy once for each message, then accepts it', async () => {
    const [transport, receipts] = sandbox();
    const messages = ['a', 'b'].map((id) => sms('x', { id, to: '+15005550160' }));
    for (const message of messages) {
      await expect(transport.send(message)).rejects.toMatchObject({
        kind: 'temporary',
        code: 'busy',
        uncertain: false,
      });
    }
    for (const message of messages) {
      await expect(transport.send(message)).resolves.toMatchObject({ carrierId: `sandbox-${message.id}` });
    }
    await waitUntil(() => receipts.length === 2);
  });

  it('reports again if the listener failed', async () => {
    const transport = new SandboxSms({ receiptDelayMs: 1 });
    afterwards(() => transport.close());
    const reported: string[] = [];
    transport.onReceipt(async (receipt) => {
      reported.push(receipt.carrierId);
      if (reported.length < 3) throw new Error('the database is away');
    });
    const { carrierId } = await transport.send(sms('x'));
    await waitUntil(() => reported.length === 3);
    expect(reported).toEqual([carrierId, carrierId, carrierId]);
  });

  it('reports pending receipts when it closes, and accepts no more messages', async () => {
    const [transport, receipts] = sandbox({ receiptDelayMs: 3_600_000 });
    await transport.send(sms('x'));
    await transport.close();
    expect(receipts).toHaveLength(1);
    await expect(transport.send(sms('y'))).rejects.toMatchObject({ kind: 'temporary' });
  });
});

describe('SANDBOX_RECIPIENTS', () => {
  it('are valid numbers in ranges that do not overlap', () => {
    let before = '';
    for (const { first, last, outcome } of SANDBOX_RECIPIENTS) {
      for (const number of [first, last]) {
        expect(parseE164(number)).toBe(number);
        expect(sandboxOutcome(number)).toBe(outcome);
      }
      expect(before < first && first < last).toBe(true);
      before = last;
    }
  });
});
