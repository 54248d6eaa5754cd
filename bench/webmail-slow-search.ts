// How long the slowest searches that are allowed take among 200,000 messages, and whether the list of the same mailbox goes on
// meanwhile. A search that takes too long is given up and answered BuscaInvalida.
import { bench } from './support/bench.js';
import { LoadGenerator } from './support/load.js';
import { MailApp } from './support/mail-app.js';
import { addMessages } from './support/many-messages.js';
import { readOptions } from './support/options.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';

const options = readOptions({ rounds: 3, messages: 200_000, callers: 4 });
/** A search is two statements at most, each of which is given up after three seconds. */
const MOST_MS = 7_000;
const LIST_MOST_MS = 250;
const LIST_SECONDS = 10;

const words = (from: number, to: number, text: (n: number) => string) =>
  Array.from({ length: to - from }, (_, index) => text(from + index));

/** Words of a low number stand in most messages. */
const SEARCHES: Record<string, string> = {
  'twenty frequent words, one of them': `(${words(0, 20, (n) => `palavra${n}`).join(' OR ')})`,
  'thirty frequent words, all of them': words(0, 30, (n) => `palavra${n}`).join(' '),
  'none of thirty words': words(0, 30, (n) => `-palavra${n}`).join(' '),
  'words side by side': `"${words(0, 10, (n) => `palavra${n}`).join(' ')}" "palavra9 palavra8 palavra7"`,
  'nothing but a size that none has': '-tem:anexo maior:1000MB -lida:sim',
  'frequent words and none': `palavra0 palavra1 -(${words(2, 20, (n) => `palavra${n}`).join(' OR ')}) menor:1`,
};

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const mail = cleanup.add(await MailApp.prepare(services, 'smtp://127.0.0.1:9'));
  const tenant = await mail.addTenant();
  await addMessages(mail, tenant, options.messages);
  const app = cleanup.add(await mail.start({ ROLE: 'api' }));
  const generator = cleanup.add(await LoadGenerator.start());
  const path = `/mailboxes/${tenant.mailboxId}/messages`;
  const headers = { Authorization: `Bearer ${tenant.apiKey}` };

  /** Milliseconds, and what was answered. */
  const search = async (q: string): Promise<{ ms: number; answer: string }> => {
    const started = performance.now();
    const url = `http://127.0.0.1:${app.port}${path}?${new URLSearchParams({ q }).toString()}`;
    const response = await fetch(url, { headers });
    const { messages, error } = (await response.json()) as { messages?: unknown[]; error?: string };
    return { ms: performance.now() - started, answer: messages ? `${messages.length} found` : `${error}` };
  };

  const report = new Report(
    `GET /mailboxes/{id}/messages?q=, ${options.messages.toLocaleString('en-US')} messages, milliseconds`,
    Object.keys(SEARCHES),
  );
  const answers = new Set<string>();
  let worst = 0;
  for (let round = 0; round < options.rounds; round += 1) {
    const figures: number[] = [];
    for (const [name, q] of Object.entries(SEARCHES)) {
      const { ms, answer } = await search(q);
      figures.push(ms);
      answers.add(`${name}: ${answer}`);
      worst = Math.max(worst, ms);
    }
    report.add(figures);
  }
  report.medians();
  for (const answer of answers) console.log(answer);

  const end = performance.now() + LIST_SECONDS * 1_000;
  const caller = async () => {
    while (performance.now() < end) for (const q of Object.values(SEARCHES)) await search(q);
  };
  const callers = Array.from({ length: options.callers }, caller);
  const list = { port: app.port, method: 'GET' as const, path: `${path}?folder=inbox`, headers };
  const { p50 } = await generator.run({ ...list, connections: 1, seconds: LIST_SECONDS, expectedStatus: 200 });
  await Promise.all(callers);
  judge([
    { name: 'the slowest search', value: worst, bound: 'most', floor: MOST_MS },
    { name: `the list beside ${options.callers} of them`, value: p50, bound: 'most', floor: LIST_MOST_MS },
  ]);
});
