// Mail servers that hand over messages, each connection one after the other, to all processes of the receiving host. The sender of
// all measurements of `mail-receive`.
import { createTransport } from 'nodemailer';
import { newId } from '#libs/core/persistence';
import { answerParent } from './helper-process.js';

export interface SmtpClientRun {
  /** Ports of the receiving processes, which share the connections. */
  ports: readonly number[];
  connections: number;
  /** Each message is to one of them, in turn. */
  recipients: string[];
  /** Characters of the text. */
  size: number;
  seconds: number;
}

const LINE = 'The quick brown fox jumps over the lazy dog, and nobody knows why it does so again.\r\n';

/** Messages that were accepted. */
async function run({ ports, connections, recipients, size, seconds }: SmtpClientRun): Promise<number> {
  const transports = ports.map((port) =>
    createTransport({
      pool: true,
      host: '127.0.0.1',
      port,
      name: 'mx.sender.test',
      ignoreTLS: true,
      maxConnections: connections / ports.length,
      maxMessages: Infinity,
    }),
  );
  const text = LINE.repeat(Math.ceil(size / LINE.length)).slice(0, size);
  const end = performance.now() + seconds * 1_000;
  let count = 0;
  const sendUntilEnd = async (transport: (typeof transports)[number]) => {
    let sent = 0;
    for (; performance.now() < end; sent += 1) {
      const to = recipients[(count += 1) % recipients.length]!;
      const headers = [
        'From: Ana Lima <ana@sender.test>',
        `To: ${to}`,
        `Subject: Report number ${count}`,
        `Message-ID: <${newId('msg')}@sender.test>`,
        `Date: ${new Date().toUTCString()}`,
        'Content-Type: text/plain; charset=utf-8',
      ];
      const raw = `${headers.join('\r\n')}\r\n\r\n${text}\r\n`;
      await transport.sendMail({ envelope: { from: 'ana@sender.test', to }, raw });
    }
    return sent;
  };
  const sent = await Promise.all(
    Array.from({ length: connections }, (_, index) => sendUntilEnd(transports[index % transports.length]!)),
  );
  for (const transport of transports) transport.close();
  return sent.reduce((sum, one) => sum + one, 0);
}

answerParent({ run });
