// Messages per second that come in by SMTP: each is durable before it is accepted, then examined, parsed, and stands in the list
// of its mailbox. Two processes do it, as docker-compose.yml starts them: both deliver, one accepts. Beside it smtp-server alone,
// which writes the same bytes to a file and flushes it; and the least that two processes must do of the same.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, startDns } from '#libs/embedded';
import { bench } from './support/bench.js';
import { CpuTime } from './support/cpu-time.js';
import { HelperProcess } from './support/helper-process.js';
import { MailApp, type MailBenchTenant } from './support/mail-app.js';
import { readOptions } from './support/options.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';
import type { SmtpClientRun } from './support/smtp-client-process.js';

const options = readOptions({ rounds: 5, seconds: 5, connections: 32, mailboxes: 16, size: 4_000, workers: 1 });
const POLL_MS = 20;

/** What receives messages, and how many it has accepted. */
interface Receiver {
  port: number;
  recipients: string[];
  tenant: MailBenchTenant;
  accepted: number;
}

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const dnsPort = await freePort();
  cleanup.add(await startDns(dnsPort, () => []));
  const mail = cleanup.add(await MailApp.prepare(services, 'smtp://127.0.0.1:9'));
  const receiver = async (): Promise<Receiver> => {
    const tenant = await mail.addTenant();
    const recipients = await mail.addMailboxes(tenant, options.mailboxes);
    return { port: await freePort(), recipients, tenant, accepted: 0 };
  };
  const ours = await receiver();
  const processes = new Map<number, string>();
  const start = async (environment: Record<string, string>) => {
    const app = cleanup.add(await mail.start({ DNS_SERVER: `127.0.0.1:${dnsPort}`, ...environment }));
    processes.set(app.pid, 'mail');
  };
  await start({
    ROLE: 'all',
    INBOUND_PORT: String(ours.port),
    INBOUND_RECIPIENTS_PER_MINUTE: '1000000',
    INBOUND_BYTES_PER_MINUTE: '10000000000',
  });
  for (let workers = 0; workers < options.workers; workers += 1) await start({ ROLE: 'worker' });
  const least = await receiver();
  const bare = cleanup.add(await HelperProcess.start('./limits/bare-receiving-process.js', import.meta.url));
  await bare.ask('listen', { databaseUrl: mail.adminUrl, tenantId: least.tenant.id, port: least.port });
  const limit = cleanup.add(await HelperProcess.start('./limits/smtp-server-process.js', import.meta.url));
  const limitPort = await limit.ask<number>('listen', join(services.dir, 'limit'));
  const client = cleanup.add(await HelperProcess.start('./support/smtp-client-process.js', import.meta.url));
  const send = (port: number, recipients: string[], seconds: number): Promise<number> => {
    const { connections, size } = options;
    return client.ask<number>('run', { port, connections, recipients, size, seconds } satisfies SmtpClientRun);
  };
  const listed = async ({ tenant }: Receiver) => {
    const { rows } = await mail.admin.query<{ count: number }>(
      `select sum(total)::int as count from folder where kind in ('inbox', 'spam') and tenant_id = $1`,
      [tenant.id],
    );
    return rows[0]?.count ?? 0;
  };

  /**
   * Per second: those that were accepted, and those that stood in their lists at the end; and the milliseconds of processor
   * time that each has cost.
   */
  const receive = async (by: Receiver, seconds: number) => {
    await mail.checkpoint();
    const cpu = CpuTime.start();
    const started = performance.now();
    const took = () => (performance.now() - started) / 1_000;
    const sent = await send(by.port, by.recipients, seconds);
    const acceptedPerSecond = sent / took();
    by.accepted += sent;
    while ((await listed(by)) < by.accepted) await delay(POLL_MS);
    const listedPerSecond = sent / took();
    const costs = cpu.since(processes);
    const cost = (name: string) => (costs.get(name) ?? Number.NaN) / sent;
    return { acceptedPerSecond, listedPerSecond, ofMail: cost('mail'), ofPostgres: cost('postgres') };
  };
  const toLimit = async (seconds: number): Promise<number> => {
    const started = performance.now();
    return (await send(limitPort, ours.recipients, seconds)) / ((performance.now() - started) / 1_000);
  };

  const report = new Report(
    `Messages of ${options.size} characters to ${options.mailboxes} mailboxes over ${options.connections} connections, ${options.workers} workers beside, per second`,
    ['accepted', 'listed', 'CPU of Mail', 'of Postgres', 'least', 'smtp-server', 'least / it', 'ratio'],
  );
  await receive(ours, 2);
  await receive(least, 2);
  await toLimit(1);
  // As autovacuum does within a minute: what is prepared on empty tables reads all of them, and they are about to grow.
  await mail.admin.query('analyze');
  for (let round = 0; round < options.rounds; round += 1) {
    const { acceptedPerSecond, listedPerSecond, ofMail, ofPostgres } = await receive(ours, options.seconds);
    const bareListed = (await receive(least, options.seconds)).listedPerSecond;
    const alone = await toLimit(options.seconds);
    const ratios = [bareListed / alone, listedPerSecond / alone];
    report.add([acceptedPerSecond, listedPerSecond, ofMail, ofPostgres, bareListed, alone, ...ratios]);
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
