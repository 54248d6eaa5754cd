import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { HttpClient } from '../../../../test/support/http-client.js';
import type { PlatformStack } from '../../../../test/support/platform-stack.js';
import { BounceListener } from '../feedback/listener/bounce-listener.js';

/** A message as a client gives it to the listener. */
export interface HandedIn {
  to: string | string[];
  from?: string;
  raw?: string | Buffer | Readable;
}

export const RAW = [
  'Received: from a.test by b.test; Mon, 23 Nov 2026 10:00:00 +0000',
  'From: Ana <ana@sender.test>',
  'To: Support <support@shop.test>',
  'Subject: =?utf-8?q?Where_is_it=3F?=',
  'Message-ID: <one@sender.test>',
  'Date: Mon, 23 Nov 2026 10:00:00 +0000',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  '',
  'Where is my order?',
  '--b',
  'Content-Type: application/pdf; name=order.pdf',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('a file').toString('base64'),
  '--b--',
  '',
].join('\r\n');

/** Gives a message to the listener of a stack; returns the answer. */
export async function handIn(
  stack: PlatformStack,
  { to, from = 'ana@sender.test', raw = RAW }: HandedIn,
): Promise<string> {
  const { port } = stack.app.get(BounceListener, { strict: false });
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, name: 'mx.sender.test' });
  try {
    return (await transport.sendMail({ envelope: { from, to }, raw })).response;
  } catch (error) {
    return (error as { response?: string }).response ?? String(error);
  } finally {
    transport.close();
  }
}

/** Adds a route, and returns it. @throws Error if it is refused */
export async function addRoute(client: HttpClient, route: object): Promise<{ Id: string }> {
  const { status, body, text } = await client.post('/api/inbound/routes', route);
  if (status !== 201) throw new Error(`The route was refused: ${text}`);
  return body.Route;
}
