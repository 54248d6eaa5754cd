// The same e-mail per second by SMTP with STARTTLS and a password, and by POST /v1/emails/send, until a mail server has taken it, signed by
// RSA-2048; beside Postfix, whose submissions OpenDKIM signs. Both are durable before they accept.
import { generateDkimKeyPair } from '#libs/mail/email';
import { freePort } from '#libs/test/embedded';
import { selfSigned } from '../scripts/stack/certificate/self-signed.js';
import { Side } from './beside/costs.js';
import { BesideDir } from './beside/daemon.js';
import { Dovecot, IMAP_PASSWORD } from './beside/dovecot.js';
import { startSigner } from './beside/milters.js';
import { requirePackages } from './beside/packages.js';
import { startPostfix } from './beside/postfix.js';
import { bench } from './support/bench.js';
import { HelperProcess } from './support/helper-process.js';
import { LoadGenerator } from './support/load.js';
import { sendRequest } from './support/mail.js';
import { readOptions } from './support/options.js';
import { isOutboxEmpty } from './support/outbox-delivery.js';
import { Platform } from './support/platform.js';
import { Report } from './support/report.js';
import { startServices } from './support/services.js';
import type { SmtpSenderResult, SmtpSenderRun } from './support/smtp-sender-process.js';
import { until } from './support/until.js';

const options = readOptions({ rounds: 3, seconds: 4, connections: 32, 'warm-up': 10 });
const TIMEOUT_MS = 120_000;

await bench(async (cleanup) => {
  requirePackages('postfix', 'opendkim', 'dovecot-imapd');
  const services = cleanup.add(await startServices());
  const dir = cleanup.add(await BesideDir.make());
  const sink = cleanup.add(await HelperProcess.start('./support/smtp-sink-process.js', import.meta.url));
  const sinkPort = await sink.ask<number>('listen');
  const platform = cleanup.add(await Platform.prepare(services, `smtp://127.0.0.1:${sinkPort}`));
  const tenant = await platform.addTenant();
  const { privateKeyPem } = await generateDkimKeyPair('rsa-2048');
  await platform.addDkimKey(tenant, 'rsa-2048', privateKeyPem);
  const made = selfSigned(2);
  const [cert, key] = [await dir.write('cert.pem', made.cert), await dir.write('key.pem', made.key)];

  const smtpPort = await freePort();
  const app = cleanup.add(
    await platform.start('all', {
      SENDING_SMTP_PORT: String(smtpPort),
      SENDING_SMTP_TLS_CERT_FILE: cert,
      SENDING_SMTP_TLS_KEY_FILE: key,
      SENDING_SMTP_BYTES_PER_MINUTE: '10000000000',
    }),
  );
  const dovecot = cleanup.add(await Dovecot.start(dir, await freePort()));
  const signer = cleanup.add(await startSigner(dir, tenant.domain, privateKeyPem));
  const postfix = cleanup.add(
    await startPostfix(dir, {
      port: await freePort(),
      main: `
mynetworks = 192.0.2.1/32
relayhost = [127.0.0.1]:${sinkPort}
smtpd_tls_security_level = encrypt
smtpd_tls_cert_file = ${cert}
smtpd_tls_key_file = ${key}
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = ${dovecot.authSocket}
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_milters = inet:127.0.0.1:${signer.port}
# Each connection would wait for a second while more comes in than goes out.
in_flow_delay = 0
`,
    }),
  );
  const ours = Side.ours([app.pid]);
  const theirs = Side.theirs([postfix, dovecot, signer]);
  const generator = cleanup.add(await LoadGenerator.start());
  const sender = cleanup.add(await HelperProcess.start('./support/smtp-sender-process.js', import.meta.url));

  const { Source, Destination, Message, Headers } = sendRequest(tenant);
  const { connections } = options;
  const to = Destination.ToAddresses[0]!;
  const fields = { From: Source, To: to, Subject: Message.Subject.Data, ...Headers };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const raw = `${head.join('')}\r\n${Message.Body.Text.Data}`;
  const bySmtp = (port: number, password: string, seconds: number) => {
    const from = `orders@${tenant.domain}`;
    const run: SmtpSenderRun = { port, connections, apiKey: password, from, to, raw, seconds };
    return sender.ask<SmtpSenderResult>('run', run);
  };
  const byRest = (seconds: number) =>
    generator.run({
      port: app.port,
      method: 'POST',
      path: '/v1/emails/send',
      headers: { Authorization: `Bearer ${tenant.apiKey}` },
      body: JSON.stringify(sendRequest(tenant)),
      connections,
      seconds,
      expectedStatus: 202,
    });

  const ways = {
    'ours, SMTP': { side: ours, send: (seconds: number) => bySmtp(smtpPort, tenant.apiKey, seconds) },
    'ours, HTTP': { side: ours, send: byRest },
    Postfix: { side: theirs, send: (seconds: number) => bySmtp(postfix.port, IMAP_PASSWORD, seconds) },
  };

  /** Per second: accepted, and taken by the mail server; milliseconds of processor time a message; MiB. */
  const measure = async ({ side, send }: (typeof ways)['Postfix'], seconds: number) => {
    await platform.checkpoint();
    const before = await sink.ask<number>('messages');
    const cpu = side.took();
    const started = performance.now();
    const { requests, perSecond } = await send(seconds);
    const arrived = async () => (await sink.ask<number>('messages')) - before;
    await until('the mails', async () => (await arrived()) >= requests, TIMEOUT_MS);
    const sent = (requests / (performance.now() - started)) * 1_000;
    await until('their record', () => isOutboxEmpty(platform), TIMEOUT_MS);
    const took = (await side.tookAtRest()) - cpu;
    if ((await arrived()) !== requests) throw new Error(`${requests} were accepted, ${await arrived()} arrived`);
    const signature = new RegExp(`^DKIM-Signature: [^]*?\\bd=${tenant.domain};`, 'im');
    if (!signature.test(await sink.ask<string>('last'))) throw new Error('A mail is not signed');
    return [perSecond, sent, took / requests, side.memory()];
  };

  const report = new Report(
    `The same e-mail over ${connections} connections, per second`,
    Object.keys(ways)
      .flatMap((name) => [name, 'sent', 'CPU ms', 'MiB'])
      .concat('SMTP ratio', 'HTTP ratio'),
  );
  // A server runs for days: its first thousands of messages cost more, while V8 compiles.
  for (const way of Object.values(ways)) await measure(way, way.side === ours ? options['warm-up'] : 3);
  await platform.admin.query('analyze');
  for (let round = 0; round < options.rounds; round += 1) {
    const figures: number[][] = [];
    for (const way of Object.values(ways)) figures.push(await measure(way, options.seconds));
    const [smtp = 0, http = 0, postfixSent = 0] = figures.map(([, sent]) => sent);
    report.add([...figures.flat(), smtp / postfixSent, http / postfixSent]);
  }
  report.medians();
  console.log(`\nours: ${ours.programs()}\ntheirs: ${theirs.programs()}`);
});
