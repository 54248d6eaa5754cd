import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Load } from './load.js';
import { sendRequest } from './mail.js';
import type { MailBenchTenant } from './mail-app.js';

/** The load of `mail-send`: one recipient, a short text, by the mailbox of the tenant. */
export function mailLoad(tenant: MailBenchTenant): Omit<Load, 'port' | 'connections' | 'seconds'> {
  const { Destination, Message } = sendRequest(tenant);
  return {
    path: '/v1/emails',
    method: 'POST',
    headers: { Authorization: `Bearer ${tenant.apiKey}` },
    body: JSON.stringify({
      from: `Orders <${tenant.address}>`,
      to: Destination.ToAddresses,
      subject: Message.Subject.Data,
      text: Message.Body.Text.Data,
    }),
    expectedStatus: 202,
  };
}

/** Answers in Platform's place: the tenant has no plan, and so no quota. */
export async function startPlans(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((_request, response) => response.end(JSON.stringify({ plan: '', quota: null })));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const stop = () => new Promise<void>((closed) => server.close(() => closed()));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
