import type { BenchTenant } from './platform.js';

const TEXT =
  'Thank you for your order. It is on its way and should arrive within three working days. ' +
  'You can follow the parcel on the page of your account, where you also find the invoice.\r\n';

/** The request that the benches send: one recipient, a short text, about 500 bytes. */
export function sendRequest({ domain }: BenchTenant, n = 0) {
  return {
    Source: `Orders <orders@${domain}>`,
    Destination: { ToAddresses: [`customer.${n}@example.test`] },
    Message: { Subject: { Data: `Your order ${n} is on its way` }, Body: { Text: { Data: TEXT } } },
    Headers: { 'X-Campaign': 'orders' },
    Tags: { kind: 'order', step: 'shipped' },
  };
}

export type SendRequest = ReturnType<typeof sendRequest>;
