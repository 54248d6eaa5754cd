// Messages per second that come in by SMTP: each is durable before it is accepted, examined, parsed, and stands in the list of its
// mailbox. Two processes do it, which share the connections, as the two receivers of docker-compose.yml do with an address each.
// Beside it smtp-server alone, which writes the same bytes to a file and flushes it; and the least that two processes must do.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, startDns } from '#libs/test/embedded';
import { bench } from './support/bench.js';
import { costOf } from './support/costs.js';
import { CpuTime } from './support/cpu-time.js';
import { HelperProcess } from './support/helper-process.js';
import { MailApp } from './support/mail-app.js';
import { addReceiver, listedOf, type Receiver, startReceiving } from './support/mail-receiving.js';
import { readOptions } from './support/options.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';
import type { SmtpClientRun } from './support/smtp-client-process.js';

const options = readOptions({ rounds: 5, seconds: 5, connections: 32, mailboxes: 16, size: 4_000, receivers: 2 });
const POLL_MS = 20;
const WARM_UP_SECONDS = 10;

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const dnsPort = await freePort();
  cleanup.add(await startDns(dnsPort, () => []));
  const mail = cleanup.add(await MailApp.prepare(services, 'smtp://127.0.0.1:9'));
  const receiver = (processes: number) => addReceiver(mail, options.mailboxes, processes);
  const ours = await receiver(options.receivers);
  const processes = new Map<number, string>();
  for (const app of await startReceiving(mail, ours.ports, dnsPort, cleanup)) processes.set(app.pid, 'mail');
  const least = await receiver(1);
  const bare = cleanup.add(await HelperProcess.start('./limits/bare-receiving-process.js', import.meta.url));
  processes.set(bare.pid, 'least');
  await bare.ask('listen', { databaseUrl: mail.adminUrl, tenantId: least.tenant.id, port: least.ports[0] });
  const limit = cleanup.add(await HelperProcess.start('./limits/smtp-server-process.js', import.meta.url));
  const limitPort = await limit.ask<number>('listen', join(services.dir, 'limit'));
  const client = cleanup.add(await HelperProcess.start('./support/smtp-client-process.js', import.meta.url));
  const send = (ports: readonly number[], recipients: string[], seconds: number): Promise<number> => {
    const { connections, size } = options;
    return client.ask<number>('run', { ports, connections, recipients, size, seconds } satisfies SmtpClientRun);
  };
  /**
   * Per second: those that were accepted, and those that stood in their lists at the end; and the milliseconds of processor
   * time that each has cost.
   */
  const receive = async (name: 'mail' | 'least', by: Receiver, seconds: number) => {
    await mail.checkpoint();
    const cpu = CpuTime.start();
    const started = performance.now();
    const took = () => (performance.now() - started) / 1_000;
    const sent = await send(by.ports, by.recipients, seconds);
    const acceptedPerSecond = sent / took();
    by.accepted += sent;
    while ((await listedOf(mail, by)) < by.accepted) await delay(POLL_MS);
    const listedPerSecond = sent / took();
    const costs = cpu.since(processes);
    const cost = (of: string) => (costs.get(of) ?? Number.NaN) / sent;
    return { sent, acceptedPerSecond, listedPerSecond, ofReceivers: cost(name), ofPostgres: cost('postgres') };
  };
  const receiveAsCounted = (seconds: number) =>
    costOf(
      'messages',
      () => receive('mail', ours, seconds),
      ({ sent }) => sent,
    );
  const toLimit = async (seconds: number): Promise<number> => {
    const started = performance.now();
    return (await send([limitPort], ours.recipients, seconds)) / ((performance.now() - started) / 1_000);
  };

  const report = new Report(
    `Messages of ${options.size} characters to ${options.mailboxes} mailboxes over ${options.connections} connections, ${options.receivers} receiving processes, per second`,
    [
      'accepted',
      'listed',
      'CPU of Mail',
      'of Postgres',
      'least',
      'CPU of it',
      'smtp-server',
      'of the least',
      'least / it',
      'ratio',
    ],
  );
  // A server runs for days: its first thousands of messages cost twice as much, while V8 compiles.
  await receive('mail', ours, WARM_UP_SECONDS);
  await receive('least', least, WARM_UP_SECONDS);
  await toLimit(1);
  // As autovacuum does within a minute: what is prepared on empty tables reads all of them, and they are about to grow.
  await mail.admin.query('analyze');
  for (let round = 0; round < options.rounds; round += 1) {
    const ofMail = await receiveAsCounted(options.seconds);
    const ofLeast = await receive('least', least, options.seconds);
    const alone = await toLimit(options.seconds);
    const [listed, bareListed] = [ofMail.listedPerSecond, ofLeast.listedPerSecond];
    report.add([
      ofMail.acceptedPerSecond,
      listed,
      ofMail.ofReceivers,
      ofMail.ofPostgres,
      bareListed,
      ofLeast.ofReceivers,
      alone,
      listed / bareListed,
      bareListed / alone,
      listed / alone,
    ]);
  }
  const medians = report.medians();
  const { rows } = await mail.admin.query<{ count: number }>(
    'select count(*)::int from mail_message where tenant_id = $1',
    [ours.tenant.id],
  );
  if (rows[0]?.count !== ours.accepted) throw new Error(`${ours.accepted} were accepted, ${rows[0]?.count} are there`);
  judge([
    { name: 'received and listed / smtp-server with fsync', value: medians.at(-1) ?? 0, bound: 'least', floor: 0.3 },
  ]);
});
