// The same e-mail accepted per second by POST /v1/emails/send, by a client of Amazon SES and by SMTP with an API key. One process accepts and
// delivers, so that the three are at the same.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashKey, signingSecretOf } from '#libs/core/auth';
import { selfSigned } from '../scripts/stack/certificate/self-signed.js';
import { bench } from './support/bench.js';
import { costOf } from './support/costs.js';
import { freePort } from '#libs/test/embedded';
import { HelperProcess } from './support/helper-process.js';
import { LoadGenerator } from './support/load.js';
import { sendRequest } from './support/mail.js';
import { readOptions } from './support/options.js';
import { isOutboxEmpty } from './support/outbox-delivery.js';
import { Platform, SERVICE_SECRET } from './support/platform.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';
import { signedHeaders } from './support/sigv4.js';
import type { SmtpSenderResult, SmtpSenderRun } from './support/smtp-sender-process.js';
import { until } from './support/until.js';

const options = readOptions({ rounds: 5, seconds: 5, connections: 32 });
const SENT_WITHIN_MS = 60_000;
const SES_PATH = '/v2/email/outbound-emails';

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const sink = cleanup.add(await HelperProcess.start('./support/smtp-sink-process.js', import.meta.url));
  const platform = cleanup.add(
    await Platform.prepare(services, `smtp://127.0.0.1:${await sink.ask<number>('listen')}`),
  );
  const tenant = await platform.addTenant();
  const folder = await mkdtemp(join(tmpdir(), 'bench-certificate-'));
  cleanup.add({ stop: () => rm(folder, { recursive: true, force: true }) });
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const made = selfSigned(2);
  await Promise.all([writeFile(cert, made.cert), writeFile(key, made.key)]);
  const smtpPort = await freePort();
  const app = cleanup.add(
    await platform.start('all', {
      SENDING_SMTP_PORT: String(smtpPort),
      SENDING_SMTP_TLS_CERT_FILE: cert,
      SENDING_SMTP_TLS_KEY_FILE: key,
      SENDING_SMTP_BYTES_PER_MINUTE: '10000000000',
    }),
  );
  const generator = cleanup.add(await LoadGenerator.start());
  const sender = cleanup.add(await HelperProcess.start('./support/smtp-sender-process.js', import.meta.url));
  const { Source, Destination, Message } = sendRequest(tenant);
  const { connections } = options;
  const common = { port: app.port, method: 'POST', connections } as const;

  const byRest = (seconds: number) =>
    generator.run({
      ...common,
      path: '/v1/emails/send',
      headers: { Authorization: `Bearer ${tenant.apiKey}` },
      body: JSON.stringify(sendRequest(tenant)),
      seconds,
      expectedStatus: 202,
    });
  const bySes = (seconds: number) => {
    const body = JSON.stringify({ FromEmailAddress: Source, Destination, Content: { Simple: Message } });
    const host = `127.0.0.1:${app.port}`;
    const secret = signingSecretOf(SERVICE_SECRET, hashKey(tenant.apiKey), tenant.keyId!);
    const headers = signedHeaders({ keyId: tenant.keyId!, secret, host, path: SES_PATH, body });
    return generator.run({
      ...common,
      path: SES_PATH,
      headers: { ...headers, Host: host },
      body,
      seconds,
      expectedStatus: 200,
    });
  };
  const bySmtp = (seconds: number) => {
    const to = Destination.ToAddresses[0]!;
    const raw = `From: ${Source}\r\nTo: ${to}\r\nSubject: ${Message.Subject.Data}\r\n\r\n${Message.Body.Text.Data}`;
    const run: SmtpSenderRun = { port: smtpPort, connections, apiKey: tenant.apiKey, from: Source, to, raw, seconds };
    const ask = () => sender.ask<SmtpSenderResult>('run', { ...run, from: `orders@${tenant.domain}` });
    return costOf('e-mails by SMTP', ask, ({ perSecond }) => perSecond * seconds);
  };

  const report = new Report(`The same e-mail over ${connections} connections, accepted per second`, [
    'POST /v1/emails/send',
    'p50 ms',
    'p99 ms',
    'SES v2',
    'p50 ms',
    'p99 ms',
    'ratio',
    'SMTP',
    'p50 ms',
    'p99 ms',
    'ratio',
  ]);
  const untilSent = () => until('what was accepted to be sent', () => isOutboxEmpty(platform), SENT_WITHIN_MS);
  for (const measure of [byRest, bySes, bySmtp]) {
    await measure(2);
    await untilSent();
  }
  for (let round = 0; round < options.rounds; round += 1) {
    const results = [];
    for (const measure of [byRest, bySes, bySmtp]) {
      await platform.checkpoint();
      results.push(await measure(options.seconds));
      // Or those of one way are sent while the next one is measured.
      await untilSent();
    }
    const [rest, ses, smtp] = results as [SmtpSenderResult, SmtpSenderResult, SmtpSenderResult];
    const row = ({ perSecond, p50, p99 }: SmtpSenderResult) => [perSecond, p50, p99];
    report.add([
      ...row(rest),
      ...row(ses),
      ses.perSecond / rest.perSecond,
      ...row(smtp),
      smtp.perSecond / rest.perSecond,
    ]);
  }
  const medians = report.medians();
  judge([
    { name: 'SES v2 / POST /v1/emails/send', value: medians[6] ?? 0, bound: 'least', floor: 0.7 },
    { name: 'SMTP / POST /v1/emails/send', value: medians[10] ?? 0, bound: 'least', floor: 0.15 },
  ]);
});
