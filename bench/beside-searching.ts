// How long a page of an inbox and a page of a search take by our API, beside Dovecot's IMAP with its full-text index: the same messages, and of
// each of the fifty shown the same fields.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort } from '#libs/test/embedded';
import { Side } from './beside/costs.js';
import { BesideDir } from './beside/daemon.js';
import { Dovecot, IMAP_PASSWORD } from './beside/dovecot.js';
import { foundBy, ImapClient } from './beside/imap-client.js';
import { writeMaildir } from './beside/maildir.js';
import { requirePackages } from './beside/packages.js';
import { bench } from './support/bench.js';
import { LoadGenerator } from './support/load.js';
import { MailApp } from './support/mail-app.js';
import { addMessages, manyMessages, shortWord } from './support/many-messages.js';
import { readOptions } from './support/options.js';
import { Report } from './support/report.js';
import { startServices } from './support/services.js';
import { quantile } from './support/statistics.js';

const options = readOptions({ rounds: 3, seconds: 1.5, messages: 20_000, page: 200, limit: 50, 'warm-up': 2.5 });
const run = promisify(execFile);
const INDEXED_WITHIN_MS = 400_000;
const ACCOUNT = 'box';

/** Items of a message that a list shows. */
const ITEMS = '(UID FLAGS INTERNALDATE RFC822.SIZE ENVELOPE BODYSTRUCTURE PREVIEW)';

/** The same search in both languages. The last two need a word that one of 20,000 messages has. */
const SEARCHES = {
  operators: {
    q: 'de:pessoa77 assunto:assunto tem:anexo',
    imap: 'FROM pessoa77 SUBJECT assunto KEYWORD $HasAttachment',
  },
  'a word of one in 40': { q: 'relatorio', imap: 'TEXT relatorio' },
  'of one in 4': { q: 'reuniao', imap: 'TEXT reuniao' },
  'of one': { q: 'wenceslau', imap: 'TEXT wenceslau' },
  'of one in 4, and of one': { q: 'reuniao wenceslau', imap: 'TEXT reuniao TEXT wenceslau' },
};
const RARE = 'wenceslau';

await bench(async (cleanup) => {
  requirePackages('dovecot-imapd', 'dovecot-fts-xapian');
  const { messages, limit, seconds } = options;
  const services = cleanup.add(await startServices());
  const dir = cleanup.add(await BesideDir.make());
  const mail = cleanup.add(await MailApp.prepare(services, 'smtp://127.0.0.1:9'));
  const tenant = await mail.addTenant();
  await addMessages(mail, tenant, messages, shortWord);
  const dovecot = cleanup.add(await Dovecot.start(dir, await freePort(), { hasFullText: true }));
  await writeMaildir(dovecot.maildir(ACCOUNT), manyMessages(messages, shortWord));
  await run('chown', ['-R', 'mail:mail', dovecot.maildir(ACCOUNT)]);
  const begun = performance.now();
  const index = ['-c', dovecot.configFile, 'index', '-u', ACCOUNT, 'INBOX'];
  await run('doveadm', index, { timeout: INDEXED_WITHIN_MS });
  console.log(`Dovecot indexed ${Math.round(messages / ((performance.now() - begun) / 1_000))} messages per second`);

  const app = cleanup.add(await mail.start({ ROLE: 'api' }));
  const generator = cleanup.add(await LoadGenerator.start());
  const imap = cleanup.add(await ImapClient.open(dovecot.port, ACCOUNT, IMAP_PASSWORD));
  const [ours, theirs] = [Side.ours([app.pid]), Side.theirs([dovecot])];

  const headers = { Authorization: `Bearer ${tenant.apiKey}` };
  const pathOf = (query: Record<string, string>) =>
    `/mailboxes/${tenant.mailboxId}/messages?${new URLSearchParams({ ...query, limit: String(limit) }).toString()}`;
  const get = async (query: Record<string, string>) => {
    const response = await fetch(`http://127.0.0.1:${app.port}${pathOf(query)}`, { headers });
    return (await response.json()) as { messages: { subject: string }[]; next_cursor: string | null };
  };
  const subjectsOf = (answer: string) =>
    [...answer.matchAll(/ENVELOPE \("[^"]*" "([^"]*)"/g)].map(([, subject]) => subject!);

  const deep: Record<string, string> = { folder: 'inbox' };
  for (let page = 1; page < options.page; page += 1) deep['cursor'] = (await get(deep)).next_cursor ?? '';
  const range = (page: number) => `${messages - page * limit + 1}:${messages - (page - 1) * limit}`;
  const search = async (imapSearch: string) => {
    const found = foundBy(await imap.ask(`UID SEARCH ${imapSearch}`)).slice(-limit);
    if (found.length === 0) throw new Error(`Dovecot finds nothing by ${imapSearch}`);
    return imap.ask(`UID FETCH ${found.join(',')} ${ITEMS}`);
  };
  const calls: Record<string, { query: Record<string, string>; byImap: () => Promise<string> }> = {
    'page 1': { query: { folder: 'inbox' }, byImap: () => imap.ask(`FETCH ${range(1)} ${ITEMS}`) },
    [`page ${options.page}`]: { query: deep, byImap: () => imap.ask(`FETCH ${range(options.page)} ${ITEMS}`) },
  };
  for (const [name, { q, imap: imapSearch }] of Object.entries(SEARCHES)) {
    if (q.includes(RARE) && messages < 20_000) console.log(`Left out for want of messages: ${name}`);
    else calls[name] = { query: { q }, byImap: () => search(imapSearch) };
  }

  const byApi = async (query: Record<string, string>, time: number) => {
    const before = ours.took();
    const load = { port: app.port, method: 'GET', path: pathOf(query), headers, connections: 1 } as const;
    const { p50, requests } = await generator.run({ ...load, seconds: time, expectedStatus: 200 });
    return [p50, (ours.took() - before) / requests] as const;
  };
  const byImap = async (call: () => Promise<string>, time: number) => {
    const before = theirs.took();
    const times: number[] = [];
    const end = performance.now() + time * 1_000;
    for (let start = performance.now(); start < end;) {
      await call();
      const now = performance.now();
      times.push(now - start);
      start = now;
    }
    return [quantile(times), (theirs.took() - before) / times.length] as const;
  };

  const report = new Report(
    `Pages of ${limit} of ${messages.toLocaleString('en-US')} messages, one caller, p50 and processor time in milliseconds`,
    ['shown', 'ours', 'CPU', 'Dovecot', 'CPU', 'ratio', 'CPU ratio'],
    { name: 'what', width: 25 },
  );
  const warmUp = options['warm-up'];
  for (const { query, byImap: call } of Object.values(calls)) {
    await byApi(query, warmUp);
    await byImap(call, 0.5);
  }
  for (const [name, { query, byImap: call }] of Object.entries(calls)) {
    const expected = (await get(query)).messages.map(({ subject }) => subject);
    // We give the newest one first, IMAP the oldest.
    const shown = subjectsOf(await call()).toReversed();
    if (expected.length === 0 || expected.join() !== shown.join()) {
      throw new Error(`${name}: we show ${expected.length}, Dovecot ${shown.length}: ${expected[0]}, ${shown[0]}`);
    }
    const rounds: (readonly [number, number, number, number])[] = [];
    for (let round = 0; round < options.rounds; round += 1) {
      rounds.push([...(await byApi(query, seconds)), ...(await byImap(call, seconds))]);
    }
    const [a, aCpu, b, bCpu] = [0, 1, 2, 3].map((column) => quantile(rounds.map((one) => one[column]!))) as [
      number,
      number,
      number,
      number,
    ];
    report.add([shown.length, a, aCpu, b, bCpu, a / b, aCpu / bCpu], name);
  }
  console.log(`\nours: ${ours.programs()}\ntheirs: ${theirs.programs()}`);
  console.log(`Memory: ours ${Math.round(ours.memory())} MiB, Dovecot ${Math.round(theirs.memory())} MiB`);
});
