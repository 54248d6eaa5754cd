// Messages per second of an import from an mbox file, from its acceptance to its end; beside it the same messages by SMTP, from
// the first connection until the last one is in the mailbox. Both are durable, read, threaded and counted.
import { randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { DnsSink, freePort } from '#libs/test/testing';
import { mboxOf } from '../apps/mail/src/imports/imports.fixture.js';
import { bench } from './support/bench.js';
import { costOf } from './support/costs.js';
import { SessionIssuer } from './support/bench-session.js';
import { MailApp, type MailBenchTenant } from './support/mail-app.js';
import { readOptions } from './support/options.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';
import { until } from './support/until.js';

const options = readOptions({ rounds: 3, messages: 3_000, connections: 16 });
const WITHIN_MS = 600_000;
const PARAGRAPH = 'The quick brown fox jumps over the lazy dog while nobody is looking at it.\n';

interface Progress {
  state: string;
  imported: number;
  seconds: number;
}

const PROGRESS = `
  select state, imported, extract(epoch from finished_at - created_at)::float8 as seconds
    from message_import where mailbox_id = $1`;

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const dns = cleanup.add(await DnsSink.start());
  const issuer = cleanup.add(await SessionIssuer.start(services));
  const mail = cleanup.add(await MailApp.prepare(services, 'smtp://127.0.0.1:9'));
  const inbound = await freePort();
  const app = cleanup.add(
    await mail.start({
      ...issuer.environment,
      ROLE: 'all',
      INBOUND_PORT: String(inbound),
      INBOUND_RECIPIENTS_PER_MINUTE: '10000000',
      INBOUND_BYTES_PER_MINUTE: String(1024 ** 4),
      DNS_SERVER: dns.server,
    }),
  );

  const imported = async (messages: readonly string[]): Promise<number> => {
    await mail.checkpoint();
    const tenant = await mail.addTenant();
    const form = new FormData();
    form.append('arquivo', new Blob([mboxOf(messages)]), 'mail.mbox');
    const headers = { Authorization: `Bearer ${await sessionOf(tenant)}` };
    const url = `http://127.0.0.1:${app.port}/mailboxes/${tenant.mailboxId}/import`;
    const answer = await fetch(url, { method: 'POST', headers, body: form });
    if (answer.status > 202) throw new Error(`The import was answered ${answer.status}: ${await answer.text()}`);
    let progress: Progress | undefined;
    const hasEnded = async () => {
      progress = (await mail.admin.query<Progress>(PROGRESS, [tenant.mailboxId])).rows[0];
      return progress?.state !== 'running';
    };
    await until('the end of the import', hasEnded, WITHIN_MS);
    if (progress?.imported !== messages.length) throw new Error(`${progress?.imported} messages were imported`);
    return messages.length / progress.seconds;
  };

  const sessionOf = async (tenant: MailBenchTenant): Promise<string> => {
    const token = await issuer.session(tenant);
    const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string };
    await mail.admin.query('insert into mailbox_grant (tenant_id, mailbox_id, user_id, role) values ($1, $2, $3, $4)', [
      tenant.id,
      tenant.mailboxId,
      sub,
      'owner',
    ]);
    return token;
  };

  const received = async (messages: readonly string[]): Promise<number> => {
    await mail.checkpoint();
    const { address, mailboxId } = await mail.addTenant();
    const transport = createTransport({
      host: '127.0.0.1',
      port: inbound,
      pool: true,
      maxConnections: options.connections,
      maxMessages: Infinity,
      ignoreTLS: true,
    });
    const started = performance.now();
    const envelope = { from: 'ana@sender.test', to: [address] };
    await Promise.all(messages.map((raw) => transport.sendMail({ envelope, raw: raw.replaceAll('\n', '\r\n') })));
    const areThere = async () => {
      const sql = 'select count(*)::int as count from mail_message where mailbox_id = $1';
      return (await mail.admin.query<{ count: number }>(sql, [mailboxId])).rows[0]?.count === messages.length;
    };
    await until('the last message', areThere, WITHIN_MS);
    transport.close();
    return messages.length / ((performance.now() - started) / 1_000);
  };

  const report = new Report(`${options.messages} messages of mbox, per second`, ['import', 'SMTP', 'ratio']);
  await imported(messagesOf(200));
  await received(messagesOf(200));
  // As autovacuum does within a minute: what is prepared on empty tables reads all of them, and they are about to grow.
  await mail.admin.query('analyze');
  for (let round = 1; round <= options.rounds; round += 1) {
    const [ofImport, bySmtp] = [messagesOf(options.messages), messagesOf(options.messages)];
    const ours = await costOf(
      'imported messages',
      () => imported(ofImport),
      () => options.messages,
    );
    const limit = await costOf(
      'messages by SMTP',
      () => received(bySmtp),
      () => options.messages,
    );
    report.add([ours, limit, ours / limit]);
  }
  const ratio = report.medians().at(-1) ?? 0;
  judge([{ name: 'import / SMTP, the same messages', value: ratio, bound: 'least', floor: 2 }]);
});

/** Texts of some kilobytes in threads of five; each tenth has a file of 20 KB. */
function messagesOf(count: number): string[] {
  const run = randomUUID();
  return Array.from({ length: count }, (_, n) => {
    const first = n - (n % 5);
    const text = PARAGRAPH.repeat(10 + (n % 40));
    const header = [
      `From: Ana <ana${n % 50}@sender.test>`,
      'To: orders@bench.test',
      `Subject: ${n === first ? '' : 'Re: '}Order ${first}`,
      `Date: ${new Date(Date.UTC(2020, 0, 1) + n * 60_000).toUTCString()}`,
      `Message-ID: <${run}.${n}@sender.test>`,
      ...(n === first ? [] : [`References: <${run}.${first}@sender.test>`]),
      'MIME-Version: 1.0',
    ];
    if (n % 10 > 0) return [...header, 'Content-Type: text/plain; charset=utf-8', '', text].join('\n');
    const file = Buffer.alloc(20_000, String(n))
      .toString('base64')
      .replaceAll(/(.{76})/g, '$1\n');
    return [
      ...header,
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      text,
      '--b',
      'Content-Type: application/octet-stream',
      'Content-Disposition: attachment; filename=order.bin',
      'Content-Transfer-Encoding: base64',
      '',
      file,
      '--b--',
      '',
    ].join('\n');
  });
}
