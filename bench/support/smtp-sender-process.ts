// Programs that send by SMTP with an API key, over STARTTLS: each connection one message after the other.
import { createTransport } from 'nodemailer';
import { answerParent } from './helper-process.js';

export interface SmtpSenderRun {
  port: number;
  connections: number;
  apiKey: string;
  from: string;
  to: string;
  /** All of the message. */
  raw: string;
  seconds: number;
}

export interface SmtpSenderResult {
  requests: number;
  perSecond: number;
  /** Milliseconds from MAIL to 250. */
  p50: number;
  p99: number;
}

async function run({ port, connections, apiKey, from, to, raw, seconds }: SmtpSenderRun): Promise<SmtpSenderResult> {
  const transport = createTransport({
    pool: true,
    host: '127.0.0.1',
    port,
    requireTLS: true,
    tls: { rejectUnauthorized: false },
    auth: { user: 'apikey', pass: apiKey },
    maxConnections: connections,
    maxMessages: Infinity,
  });
  const times: number[] = [];
  const begun = performance.now();
  const sendUntilEnd = async () => {
    while (performance.now() - begun < seconds * 1_000) {
      const start = performance.now();
      await transport.sendMail({ envelope: { from, to }, raw });
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: connections }, sendUntilEnd));
  const elapsed = (performance.now() - begun) / 1_000;
  transport.close();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { requests: times.length, perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99) };
}

answerParent({ run });
