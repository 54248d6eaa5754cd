// Messages per second by POST /v1/emails of Mail: each is durable, signed, and taken by a mail server before it is answered.
// Beside it nodemailer's pool, which signs the same mail with the same key, and does nothing else.
import { generateDkimKeyPair } from '#libs/mail/email';
import { bench } from './support/bench.js';
import { HelperProcess } from './support/helper-process.js';
import { LoadGenerator } from './support/load.js';
import { MailApp } from './support/mail-app.js';
import { mailLoad, startPlans } from './support/mail-sending.js';
import { readOptions } from './support/options.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';

const options = readOptions({ rounds: 5, seconds: 5, connections: 32, 'limit-connections': 10 });

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const sink = cleanup.add(await HelperProcess.start('./support/smtp-sink-process.js', import.meta.url));
  const port = await sink.ask<number>('listen');
  const mail = cleanup.add(await MailApp.prepare(services, `smtp://127.0.0.1:${port}`));
  const tenant = await mail.addTenant();
  const { privateKeyPem: privateKey } = await generateDkimKeyPair('rsa-2048');
  await mail.addDkimKey(tenant, 'rsa-2048', privateKey);
  const platformUrl = cleanup.add(await startPlans()).url;
  const app = cleanup.add(await mail.start({ ROLE: 'all', PLATFORM_URL: platformUrl }));
  const nodemailer = cleanup.add(await HelperProcess.start('./limits/nodemailer-process.js', import.meta.url));
  const generator = cleanup.add(await LoadGenerator.start());

  let accepted = 0;
  const through = async (seconds: number) => {
    await mail.checkpoint();
    const load = { ...mailLoad(tenant), port: app.port, connections: options.connections, seconds };
    const result = await generator.run(load);
    accepted += result.requests;
    return result;
  };
  const throughNodemailer = (seconds: number) =>
    nodemailer.ask<number>('run', { port, connections: options['limit-connections'], tenant, privateKey, seconds });

  const report = new Report(`Signed messages over ${options.connections} connections, per second`, [
    'POST /v1/emails',
    'p50 ms',
    'p99 ms',
    'nodemailer',
    'ratio',
  ]);
  await through(2);
  await throughNodemailer(1);
  const before = accepted;
  const sunkBefore = await sink.ask<number>('messages');
  let limitSent = 0;
  for (let round = 0; round < options.rounds; round += 1) {
    const { perSecond, p50, p99 } = await through(options.seconds);
    const sunk = await sink.ask<number>('messages');
    const limit = await throughNodemailer(options.seconds);
    limitSent += (await sink.ask<number>('messages')) - sunk;
    report.add([perSecond, p50, p99, limit, perSecond / limit]);
  }
  const medians = report.medians();
  const received = (await sink.ask<number>('messages')) - sunkBefore - limitSent;
  if (received !== accepted - before) throw new Error(`${accepted - before} were accepted, ${received} arrived`);
  const { rows } = await mail.admin.query<{ count: number }>(`select count(*)::int from mail_message`);
  if (rows[0]?.count !== accepted) throw new Error(`${accepted} were accepted, ${rows[0]?.count} are shown as sent`);
  judge([{ name: 'POST /v1/emails / nodemailer, RSA-2048', value: medians.at(-1) ?? 0, bound: 'least', floor: 0.5 }]);
});
