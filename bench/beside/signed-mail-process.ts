// Mail servers that hand over messages which they have signed beforehand, each connection one after the other. The sender of both
// sides of `beside-receiving`.
import { createTransport } from 'nodemailer';
import { newId } from '#libs/core/persistence';
import { answerParent } from '../support/helper-process.js';
import type { Arrival } from './arrivals.js';
import { SELECTOR, SENDER_DOMAIN, type SignedMail, type SignedMailRun } from './signed-mail.js';

const LINE = 'The quick brown fox jumps over the lazy dog, and nobody knows why it does so again.\r\n';

let waiting: (Arrival & { raw: Buffer })[] = [];

/** Makes the messages of the next run; returns what is to arrive. */
async function prepare({ count, recipients, size, privateKey }: SignedMail): Promise<Arrival[]> {
  const dkim = { domainName: SENDER_DOMAIN, keySelector: SELECTOR, privateKey };
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows', dkim });
  const text = LINE.repeat(Math.ceil(size / LINE.length)).slice(0, size);
  waiting = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const to = recipients[n % recipients.length]!;
      const messageId = `${newId('msg')}@${SENDER_DOMAIN}`;
      const { message } = await writer.sendMail({
        from: `Ana Lima <ana@${SENDER_DOMAIN}>`,
        to,
        subject: `Report number ${n}`,
        messageId: `<${messageId}>`,
        date: new Date(),
        text,
        textEncoding: 'quoted-printable',
      });
      return { to, messageId, raw: message as Buffer };
    }),
  );
  return waiting.map(({ to, messageId: id }) => ({ to, messageId: id }));
}

/** Sends all that were prepared; resolves when the last is accepted. */
async function send({ ports, connections }: SignedMailRun): Promise<void> {
  const transports = ports.map((port) =>
    createTransport({
      pool: true,
      host: '127.0.0.1',
      port,
      name: `mx.${SENDER_DOMAIN}`,
      ignoreTLS: true,
      maxConnections: Math.ceil(connections / ports.length),
      maxMessages: Infinity,
    }),
  );
  const sendRest = async (transport: (typeof transports)[number]) => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const envelope = { from: `ana@${SENDER_DOMAIN}`, to: next.to };
      await transport.sendMail({ envelope, raw: next.raw });
    }
  };
  await Promise.all(
    Array.from({ length: connections }, (_, index) => sendRest(transports[index % transports.length]!)),
  );
  for (const transport of transports) transport.close();
}

answerParent({ prepare, send });
