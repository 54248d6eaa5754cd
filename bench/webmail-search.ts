// How long GET /mailboxes/{id}/messages?q= takes among 200,000 messages of a mailbox beside others; for comparison its
// statements alone.
import { bench } from './support/bench.js';
import { MessageStatements } from './limits/message-statements.js';
import { LoadGenerator } from './support/load.js';
import { MailApp } from './support/mail-app.js';
import { addMessages, SEARCHES } from './support/many-messages.js';
import { readOptions } from './support/options.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';

const options = readOptions({ rounds: 3, seconds: 3, messages: 200_000, others: 100_000, limit: 50 });
const MOST_MS = 50;

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const mail = cleanup.add(await MailApp.prepare(services, 'smtp://127.0.0.1:9'));
  const [tenant, other] = [await mail.addTenant(), await mail.addTenant()];
  await addMessages(mail, other, options.others);
  await addMessages(mail, tenant, options.messages);
  const app = cleanup.add(await mail.start({ ROLE: 'api' }));
  const generator = cleanup.add(await LoadGenerator.start());
  const statements = cleanup.add(await MessageStatements.connect(mail, tenant, options.limit));

  const names = Object.keys(SEARCHES);
  const throughApi = async (q: string, seconds: number) => {
    const query = new URLSearchParams({ q, limit: String(options.limit) });
    const { p50 } = await generator.run({
      port: app.port,
      method: 'GET',
      path: `/mailboxes/${tenant.mailboxId}/messages?${query.toString()}`,
      headers: { Authorization: `Bearer ${tenant.apiKey}` },
      connections: 1,
      seconds,
      expectedStatus: 200,
    });
    return p50;
  };
  const title = `GET /mailboxes/{id}/messages?q=, ${options.messages.toLocaleString('en-US')} messages, p50 in milliseconds`;
  const report = new Report(
    title,
    names.flatMap((name) => [name, 'SQL']),
  );
  for (let round = 0; round < options.rounds; round += 1) {
    const figures: number[] = [];
    for (const q of Object.values(SEARCHES)) {
      await throughApi(q, 0.5);
      figures.push(await throughApi(q, options.seconds), await statements.p50(options.seconds, q));
    }
    report.add(figures);
  }
  const medians = report.medians();
  judge(names.map((name, index) => ({ name, value: medians[2 * index]!, bound: 'most', floor: MOST_MS })));
});
