// How long the first page and page 1,000 of an inbox take among 200,000 messages; beside them the same SQL by itself.
import pg from 'pg';
import { type KeysetPosition, SealedCursors } from '#libs/core/persistence';
import { KeyRing, SecretBox } from '#libs/core/secrets';
import { bench } from './support/bench.js';
import { LoadGenerator } from './support/load.js';
import { MailApp } from './support/mail-app.js';
import { addMessages } from './support/many-messages.js';
import { readOptions } from './support/options.js';
import { ENCRYPTION_KEYS } from './support/platform.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';
import { quantile } from './support/statistics.js';

const options = readOptions({ rounds: 3, seconds: 3, messages: 200_000, page: 1_000, limit: 50 });
const MOST_MS = 20;
const MOST_RATIO = 1.3;

const INBOX = `(select id from folder where tenant_id = $1 and mailbox_id = $2 and kind = 'inbox')`;
const OF_INBOX = `tenant_id = $1 and mailbox_id = $2 and folder_id = ${INBOX}`;
const ORDER = 'order by sorted_at desc, id desc';
const LABELS =
  'select message_id, array_agg(label_id) from message_label where tenant_id = $1 and message_id = any ($2) group by 1';

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const mail = cleanup.add(await MailApp.prepare(services, 'smtp://127.0.0.1:9'));
  const tenant = await mail.addTenant();
  await addMessages(mail, tenant, options.messages);
  const app = cleanup.add(await mail.start({ ROLE: 'api' }));
  const generator = cleanup.add(await LoadGenerator.start());
  const client = new pg.Client({ connectionString: mail.appUrl });
  await client.connect();
  cleanup.add({ stop: () => client.end() });
  await client.query(`select set_config('app.tenants', $1, false)`, [tenant.id]);
  const own = [tenant.id, tenant.mailboxId];

  const cursors = new SealedCursors(new SecretBox(KeyRing.fromConfig(ENCRYPTION_KEYS)), 'mail.messages');
  const throughApi = (after: KeysetPosition | undefined, seconds: number) => {
    const cursor = cursors.seal(after ?? null);
    const query = new URLSearchParams({ folder: 'inbox', limit: String(options.limit), ...(cursor && { cursor }) });
    return generator.run({
      port: app.port,
      method: 'GET',
      path: `/mailboxes/${tenant.mailboxId}/messages?${query.toString()}`,
      headers: { Authorization: `Bearer ${tenant.apiKey}` },
      connections: 1,
      seconds,
      expectedStatus: 200,
    });
  };
  const bySql = async (after: KeysetPosition | undefined, seconds: number): Promise<number> => {
    const times: number[] = [];
    const end = performance.now() + seconds * 1_000;
    const begins = after ? 'and (sorted_at, id) < ($3, $4)' : '';
    const page = `select * from mail_message where ${OF_INBOX} ${begins} ${ORDER} limit ${options.limit + 1}`;
    for (let start = performance.now(); start < end;) {
      const { rows } = await client.query<{ id: string }>(page, [...own, ...(after ?? [])]);
      await client.query(LABELS, [tenant.id, rows.map(({ id }) => id)]);
      const now = performance.now();
      times.push(now - start);
      start = now;
    }
    return quantile(times);
  };

  const { rows } = await client.query<{ sorted_at: Date; id: string }>(
    `select sorted_at, id from mail_message where ${OF_INBOX} ${ORDER} offset $3 limit 1`,
    [...own, (options.page - 1) * options.limit - 1],
  );
  if (!rows[0]) throw new Error(`There is no page ${options.page}`);
  const pages = [undefined, [rows[0].sorted_at, rows[0].id]] as const;

  const title = `GET /mailboxes/{id}/messages?folder=inbox, ${options.messages.toLocaleString('en-US')} messages, p50 in milliseconds`;
  const report = new Report(title, ['page 1', 'SQL', `page ${options.page}`, 'SQL', 'ratio']);
  for (let round = 0; round < options.rounds; round += 1) {
    const figures: number[] = [];
    for (const after of pages) {
      await throughApi(after, 1);
      const { p50 } = await throughApi(after, options.seconds);
      figures.push(p50, await bySql(after, options.seconds));
    }
    report.add([...figures, figures[2]! / figures[0]!]);
  }
  const [first = 0, , deep = 0, , ratio = 0] = report.medians();
  judge([
    { name: 'page 1', value: first, bound: 'most', floor: MOST_MS },
    { name: `page ${options.page}`, value: deep, bound: 'most', floor: MOST_MS },
    { name: 'of each other', value: Math.max(ratio, 1 / ratio), bound: 'most', floor: MOST_RATIO },
  ]);
});
