// The limit beside `deliver`: nodemailer's pool alone, with the same mail, key and server, and nothing to record.
import { createTransport } from 'nodemailer';
import { newId } from '#libs/core/persistence';
import { answerParent } from '../support/helper-process.js';
import { sendRequest } from '../support/mail.js';
import type { BenchTenant } from '../support/platform.js';

export interface NodemailerRun {
  port: number;
  connections: number;
  tenant: BenchTenant;
  /** PEM. */
  privateKey: string;
  seconds: number;
}

/** Enough to keep every connection busy. */
const WAITING_PER_CONNECTION = 4;

/** Messages per second. */
async function run({ port, connections, tenant, privateKey, seconds }: NodemailerRun): Promise<number> {
  const transport = createTransport({
    pool: true,
    host: '127.0.0.1',
    port,
    secure: false,
    ignoreTLS: true,
    maxConnections: connections,
    maxMessages: Infinity,
    dkim: { domainName: tenant.domain, keySelector: 'rsa-2048', privateKey },
  });
  const { Source, Destination, Message, Headers } = sendRequest(tenant);
  const mail = {
    from: Source,
    to: Destination.ToAddresses,
    subject: Message.Subject.Data,
    text: Message.Body.Text.Data,
    headers: Headers,
  };
  const started = performance.now();
  const end = started + seconds * 1_000;
  const sendUntilEnd = async () => {
    let sent = 0;
    for (; performance.now() < end; sent += 1) {
      await transport.sendMail({ ...mail, messageId: `<${newId('msg')}@${tenant.domain}>` });
    }
    return sent;
  };
  const sent = await Promise.all(Array.from({ length: connections * WAITING_PER_CONNECTION }, sendUntilEnd));
  const took = (performance.now() - started) / 1_000;
  transport.close();
  return sent.reduce((sum, one) => sum + one, 0) / took;
}

answerParent({ run });
