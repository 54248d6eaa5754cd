import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { MailStack } from '../../../../test/support/mail-stack.js';
import { InboundListener } from './inbound-listener.js';

/** A message as a client gives it to the listener. */
export interface Submitted {
  to: string | string[];
  from?: string;
  raw?: string | Buffer | Readable;
}

export const RAW = [
  'From: Ana <ana@sender.test>',
  'To: hello@shop.test',
  'Subject: Hello',
  'Message-ID: <one@sender.test>',
  'Date: Mon, 23 Nov 2026 10:00:00 +0000',
  '',
  'How are you?',
  '',
].join('\r\n');

/** Gives a message to the listener of a stack; returns the answer. */
export async function submit(
  stack: MailStack,
  { to, from = 'ana@sender.test', raw = RAW }: Submitted,
): Promise<string> {
  return submitTo(stack.app.get(InboundListener, { strict: false }).port!, { to, from, raw });
}

export async function submitTo(port: number, { to, from = 'ana@sender.test', raw = RAW }: Submitted): Promise<string> {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    name: 'mx.sender.test',
    tls: { rejectUnauthorized: false },
  });
  try {
    return (await transport.sendMail({ envelope: { from, to }, raw })).response;
  } catch (error) {
    return (error as { response?: string }).response ?? String(error);
  } finally {
    transport.close();
  }
}
