// Messages per second from the outbox to an SMTP server, signed and recorded; for comparison nodemailer's pool alone.
import { generateDkimKeyPair } from '#libs/mail/email';
import { bench } from './support/bench.js';
import { HelperProcess } from './support/helper-process.js';
import { readOptions } from './support/options.js';
import { deliverFromOutbox } from './support/outbox-delivery.js';
import { Platform, type BenchTenant } from './support/platform.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';

const options = readOptions({ rounds: 5, seconds: 5, messages: 10_000, connections: 10 });

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const sink = cleanup.add(await HelperProcess.start('./support/smtp-sink-process.js', import.meta.url));
  const sinkPort = await sink.ask<number>('listen');
  const platform = cleanup.add(await Platform.prepare(services, `smtp://127.0.0.1:${sinkPort}`));
  const [rsa, ed25519] = [await generateDkimKeyPair('rsa-2048'), await generateDkimKeyPair('ed25519')];
  const [one, both] = [await platform.addTenant(), await platform.addTenant()];
  await platform.addDkimKey(one, 'rsa-2048', rsa.privateKeyPem);
  await platform.addDkimKey(both, 'rsa-2048', rsa.privateKeyPem);
  await platform.addDkimKey(both, 'ed25519', ed25519.privateKeyPem);
  cleanup.add(await platform.start('worker', { SMTP_CONNECTIONS: String(options.connections) }));
  const nodemailer = cleanup.add(await HelperProcess.start('./limits/nodemailer-process.js', import.meta.url));

  const throughPlatform = (tenant: BenchTenant, count: number) =>
    deliverFromOutbox({ platform, sink, tenant, counts: tenant === both ? 'e-mails signed twice' : 'e-mails' }, count);
  const throughNodemailer = (seconds: number) => {
    const { connections } = options;
    const run = { port: sinkPort, connections, tenant: one, privateKey: rsa.privateKeyPem, seconds };
    return nodemailer.ask<number>('run', run);
  };

  const report = new Report(`From the outbox to SMTP over ${options.connections} connections, messages per second`, [
    'RSA-2048',
    'RSA + Ed25519',
    'nodemailer, RSA-2048',
    'ratio',
  ]);
  await throughPlatform(one, 2_000);
  await throughPlatform(both, 1_000);
  await throughNodemailer(1);
  for (let round = 0; round < options.rounds; round += 1) {
    const signedOnce = await throughPlatform(one, options.messages);
    const limit = await throughNodemailer(options.seconds);
    const signedTwice = await throughPlatform(both, options.messages);
    report.add([signedOnce, signedTwice, limit, signedOnce / limit]);
  }
  const ratio = report.medians().at(-1) ?? 0;
  judge([{ name: 'platform / nodemailer, RSA-2048', value: ratio, bound: 'least', floor: 3, aim: 4.5 }]);
});
