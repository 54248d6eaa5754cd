import fc from 'fast-check';
import pg from 'pg';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { matchesSearch, parseSearch, searchDocument } from '#libs/mail/mail-search';
import { Database, many } from '#libs/core/persistence';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { createMailbox, createVerifiedDomain, newMessage } from '../../../../test/support/mail-fixtures.js';
import { mailStack } from '../../../../test/support/mail-stack.js';
import type { MailDomain } from '../domains/mail-domain.entity.js';
import { Folder } from '../folders/folder.entity.js';
import { Label } from '../labels/label.entity.js';
import { MessageLabels } from '../labels/message-labels.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import type { MailMessage } from '../messages/mail-message.entity.js';
import { MessageStore } from '../messages/store/message-store.js';
import type { NewMessage } from '../messages/store/new-message.js';
import { indexPartOf } from './index-part.js';
import { MessageSearches } from './message-searches.js';
import {
  allMatches,
  indexedMatches,
  newestMatches,
  runMatches,
  runNewest,
  type SearchRequest,
  setSearchLimits,
} from './search-list.sql.js';
import { readScope } from './search-scope.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
let domain: MailDomain;
let reader: HttpClient;

beforeAll(async () => {
  domain = await createVerifiedDomain(stack, tenant.id, 'shop.test');
  reader = await tenant.key('email:read');
});
const database = () => stack.app.get(Database, { strict: false });
const mailbox = () => createMailbox(stack, domain, v7());

async function insert(box: Mailbox, values: Partial<NewMessage> = {}): Promise<MailMessage> {
  const store = stack.app.get(MessageStore, { strict: false });
  return database().tenant(box.tenantId, (tx) =>
    store.insert(tx, box.tenantId, newMessage(box, { from: person('zoe@y.test'), ...values })),
  );
}

async function find(box: Mailbox, q: string, query = ''): Promise<string[]> {
  const { status, body } = await reader.get(`/mailboxes/${box.id}/messages?q=${encodeURIComponent(q)}${query}`);
  expect(status).toBe(200);
  return body.messages.map(({ subject }: { subject: string }) => subject).toSorted();
}

const person = (text: string) => {
  const [, name = '', address = text] = /^(.*) <(.*)>$/.exec(text) ?? [];
  return { name, address };
};
const file = (fileName: string) => ({
  fileName,
  contentType: 'application/pdf',
  bytes: 5,
  contentId: null,
  isInline: false,
  blobHash: 'b'.repeat(64),
  scanVerdict: 'unscanned' as const,
});

describe('a search of messages', () => {
  let box: Mailbox;

  beforeAll(async () => {
    box = await mailbox();
    const [other, rival] = [await mailbox(), await stack.createTenant()];
    const foreign = await createMailbox(stack, await createVerifiedDomain(stack, rival.id, 'rival.test'), 'box');
    for (const one of [other, foreign])
      await insert(one, { subject: 'foreign', searchText: 'fatura informações invoice' });
    const id = v7();
    await database().tenant(tenant.id, async (tx) => {
      const own = { tenantId: tenant.id, mailboxId: box.id };
      await tx.insert(Folder, { ...own, id, kind: 'custom', name: 'Notas Fiscais', total: 0, unread: 0 });
      await tx.insert(Label, { ...own, id: v7(), name: 'Casa', colour: '#112233', systemKey: null });
    });
    const at = (day: string) => ({ sortedAt: new Date(`${day}T12:00:00Z`) });
    const ana = person('Ana Lima <ana.lima@mail.loja.test>');
    await insert(box, {
      ...at('2024-01-31'),
      subject: 'A',
      from: ana,
      searchText: 'Segue a fatura com informações.',
      bytes: 2_000,
    });
    await insert(box, {
      ...at('2024-02-01'),
      subject: 'B',
      to: [ana],
      searchText: 'Invoices for the meeting',
      attachments: [file('Relatório anual.pdf')],
    });
    await insert(box, {
      ...at('2024-02-02'),
      subject: 'C',
      cc: [ana],
      searchText: 'Reuniões de família',
      isRead: true,
      bytes: 3_000,
    });
    const d = await insert(box, {
      ...at('2024-02-03'),
      subject: 'D',
      listId: 'news.loja.test',
      searchText: 'faturas, informacao',
    });
    await insert(box, { ...at('2024-02-04'), subject: 'E', folder: { id }, searchText: 'nota fiscal 2024' });
    await insert(box, { ...at('2024-02-05'), subject: 'F', folder: 'spam', searchText: 'fatura' });
    await insert(box, { ...at('2024-02-06'), subject: 'G', folder: 'quarantine', searchText: 'fatura' });
    await insert(box, {
      ...at('2024-02-07'),
      subject: "H's <b>",
      from: person("o'brien@x.test"),
      searchText: `100% \\ 'quoted' 検索エンジン`,
    });
    await database().tenant(tenant.id, async (tx) => {
      const [label] = await tx.findBy(Label, { tenantId: tenant.id, mailboxId: box.id, name: 'Casa' });
      await stack.app
        .get(MessageLabels, { strict: false })
        .change(tx, tenant.id, box.id, [d.id], { apply: [label!.id] });
    });
  });

  it.each([
    ['fatura', 'A,D'],
    ['FATURAS', 'A,D'],
    ['informação', 'A,D'],
    ['informacoes', 'A,D'],
    ['invoice', 'B'],
    ['meetings', 'B'],
    ['reuniao', 'C'],
    ['"nota fiscal"', 'E'],
    ['"fiscal nota"', ''],
    ['fiscal nota', 'E'],
    ['ana', 'A,B,C'],
    ['relatorio', 'B'],
    ['de:ana', 'A'],
    ['de:"ana lima"', 'A'],
    ['from:ana.lima@mail.loja.test', 'A'],
    ['from:lima@mail.loja.test', ''],
    ["de:o'brien@x.test", "H's <b>"],
    ['para:ana', 'B'],
    ['cc:lima', 'C'],
    ['de:lima,obrien', 'A'],
    ['assunto:(a OR e)', 'A,E'],
    ['dominio:loja.test', 'A,B,C'],
    ['dominio:mail.loja.test', 'A,B,C'],
    ['dominio:oja.test', ''],
    ['lista:news.loja.test', 'D'],
    ['lista:loja', 'D'],
    ['tem:anexo', 'B'],
    ["etiqueta:'casa'", 'D'],
    ['etiqueta:Trabalho', ''],
    ['-etiqueta:Trabalho dominio:loja.test', 'A,B,C'],
    ['pasta:"notas fiscais"', 'E'],
    ['pasta:nenhuma', ''],
    ['pasta:spam', 'F'],
    ['fatura pasta:todas', 'A,D,F'],
    ['antes:2024-02-01', 'A'],
    ['depois:2024-02-03 antes:2024-02-04', 'D'],
    ['maior:2000', 'C'],
    ['maior:1999 menor:3KB', 'A,C'],
    ['lida:sim', 'C'],
    ['is:read', 'C'],
    ['nao-lida ana', 'A,B'],
    ['ana -lida:sim -tem:anexo', 'A'],
    ['fatura -de:ana', 'D'],
    ['de:ana OR tem:anexo', 'A,B'],
    ['is:read OR fatura lista:news', 'C,D'],
    ['(is:read OR fatura) -ana', 'D'],
    [String.raw`"100% \\ 'quoted'"`, "H's <b>"],
    ['検索', "H's <b>"],
    ['-fatura -ana -nota', "H's <b>"],
    ['foreign', ''],
    ['  ', 'A,B,C,D,E'],
  ])('%s finds %s', async (q, expected) => {
    const found = await find(box, q);
    expect(q.trim() === '' ? found.slice(0, 5).join() : found.join()).toBe(expected);
  });

  it('is joined with the folder and the flags of the list', async () => {
    expect(await find(box, 'fatura', '&folder=spam')).toEqual(['F']);
    expect(await find(box, 'ana', '&unread=1')).toEqual(['A', 'B']);
    expect(await find(box, 'ana', '&starred=1')).toEqual([]);
    expect(await find(box, 'fatura', '&folder=inbox&limit=1')).toEqual(['D']);
  });

  it('that is not valid is answered with where and why', async () => {
    const search = (q: string) => reader.get(`/mailboxes/${box.id}/messages?q=${encodeURIComponent(q)}`);
    const { status, body } = await search('fatura remetente:ana');
    expect([status, body.error, body.position]).toEqual([400, 'BuscaInvalida', 7]);
    expect(body.message).toBe(
      'The search is not valid: There is no such operator; a text with a colon stands in quotation marks (at character 8).',
    );
    expect((await search('a'.repeat(513))).body).toMatchObject({ error: 'BuscaInvalida', position: 512 });
  });

  it('that takes too long is given up', async () => {
    const searches = stack.app.get(MessageSearches, { strict: false });
    const usual = searches.statementMs;
    searches.statementMs = 100;
    const blocker = new pg.Client({ connectionString: stack.database.adminUrl });
    await blocker.connect();
    try {
      await blocker.query('begin; lock table message_search');
      const { status, body } = await reader.get(`/mailboxes/${box.id}/messages?q=fatura`);
      expect([status, body.error, body.message]).toEqual([
        400,
        'BuscaInvalida',
        'The search takes too long. Name a sender, a rare word or days.',
      ]);
    } finally {
      searches.statementMs = usual;
      await blocker.end();
    }
  });

  it('finds a message that is written anew by what it says now', async () => {
    const drafts = await mailbox();
    const before = await insert(drafts, { folder: 'drafts', searchText: 'rascunho' });
    const store = stack.app.get(MessageStore, { strict: false });
    await database().tenant(tenant.id, (tx) => store.rewrite(tx, before, { subject: 'Proposta' }, 'texto novo'));
    expect([await find(drafts, 'rascunho'), await find(drafts, 'novo assunto:proposta')]).toEqual([[], ['Proposta']]);
  });

  it('has pages that neither repeat nor miss a message', async () => {
    const evens = await mailbox();
    for (let n = 0; n < 7; n += 1) await insert(evens, { subject: `s${n}`, searchText: n % 2 ? 'odd' : 'even' });
    const subjects: string[] = [];
    for (let cursor = '', page = 0; page < 2; page += 1) {
      const path = `/mailboxes/${evens.id}/messages?q=even&limit=2&cursor=${cursor}`;
      const { body } = await reader.get(path);
      subjects.push(...body.messages.map(({ subject }: { subject: string }) => subject));
      cursor = body.next_cursor;
      await insert(evens, { subject: 'later', searchText: 'even' });
    }
    expect(subjects).toEqual(['s6', 's4', 's2', 's0']);
  });
});

const WORDS = ['fatura', 'faturas', 'reunião', 'meeting', 'meetings', 'nota', 'ana', 'x1'];
const PEOPLE = ['Ana Lima <ana@a.test>', 'bia@b.a.test', 'Caio Nota <caio@c.test>'].map(person);

describe('any search of any messages', () => {
  const some = <T>(values: readonly T[], max: number) => fc.sample(fc.subarray([...values], { maxLength: max }), 1)[0]!;
  const word = fc.constantFrom(
    ...WORDS,
    '"nota fatura"',
    'de:ana',
    'de:ana@a.test',
    'para:bia',
    'cc:caio,ana',
    'dominio:a.test',
  );
  const flag = fc.constantFrom(
    'tem:anexo',
    'is:read',
    'pasta:arquivo',
    'etiqueta:Casa',
    'maior:500',
    'antes:2024-01-03',
    'assunto:nota',
  );
  const term = fc.tuple(fc.constantFrom('', '', '-'), fc.oneof(word, word, flag)).map((parts) => parts.join(''));
  const group = fc.array(term, { minLength: 1, maxLength: 3 }).map((terms) => terms.join(' '));
  const text = fc.array(group, { minLength: 1, maxLength: 3 }).map((groups) => groups.join(' OR '));

  it('finds what it finds in memory, whichever way it goes', async () => {
    const box = await mailbox();
    const label = {
      id: v7(),
      tenantId: tenant.id,
      mailboxId: box.id,
      name: 'Casa',
      colour: '#112233',
      systemKey: null,
    };
    await database().tenant(tenant.id, (tx) => tx.insert(Label, label));
    const messages = [];
    for (let n = 0; n < 40; n += 1) {
      const isLabelled = n % 5 === 0;
      const texts = {
        subject: some(WORDS, 2).join(' '),
        searchText: fc.sample(fc.shuffledSubarray(WORDS), 1)[0]!.join(' '),
      };
      const people = { from: some(PEOPLE, 1)[0] ?? null, to: some(PEOPLE, 2), cc: some(PEOPLE, 1) };
      const attachments = n % 4 === 0 ? [file('nota.pdf')] : [];
      const folder = n % 3 === 0 ? ('archive' as const) : ('inbox' as const);
      const values = { ...texts, ...people, attachments, folder, isRead: n % 2 === 0, bytes: n * 20 };
      const row = await insert(box, { ...values, sortedAt: new Date(Date.UTC(2024, 0, 1, n)) });
      await database().tenant(tenant.id, async (tx) => {
        if (!isLabelled) return;
        await stack.app
          .get(MessageLabels, { strict: false })
          .change(tx, tenant.id, box.id, [row.id], { apply: [label.id] });
      });
      const document = searchDocument({
        ...row,
        text: values.searchText,
        fileNames: attachments.map(({ fileName }) => fileName),
      });
      const facts = {
        document,
        at: row.sortedAt,
        bytes: row.bytes,
        isRead: row.isRead,
        folder: { kind: folder, name: folder },
      };
      messages.push({ id: row.id, facts: { ...facts, labels: isLabelled ? ['Casa'] : [] } });
    }
    let indexed = 0;
    for (const q of fc.sample(text, 80)) {
      const search = parseSearch(q);
      const scope = await database().tenant(tenant.id, (tx) => readScope(tx, tenant.id, box.id, search));
      const request: SearchRequest = { search, scope, list: () => ['true'], page: { limit: 100 } };
      const expected = messages
        .filter(({ facts }) => matchesSearch(search, facts))
        .map(({ id }) => id)
        .toReversed();
      const ids = (found: { id: string }[]) => found.map(({ id }) => id);
      const [all, newest] = await database().tenant(tenant.id, async (tx) => [
        ids(await runMatches(tx, allMatches(request))),
        ids((await runNewest(tx, newestMatches(request, 500))).found),
      ]);
      expect(all, q).toEqual(expected);
      expect(newest, q).toEqual(expected);
      const index = indexPartOf(search);
      if (!index) continue;
      indexed += 1;
      const byIndex = await database().system((tx) => runMatches(tx, indexedMatches(request, index)));
      expect(ids(byIndex), q).toEqual(expected);
    }
    expect(indexed).toBeGreaterThan(10);
  });

  it('reads the index of lexemes, and of the messages found only the page', async () => {
    const box = await mailbox();
    const { id } = await insert(box);
    for (const [table, key] of [
      ['mail_message', 'id'],
      ['message_search', 'message_id'],
    ])
      await stack.sql(
        `insert into ${table} select copy.* from ${table} one, generate_series(1, 3000) n, md5(n::text) hash,
                lateral jsonb_populate_record(one, jsonb_build_object('${key}', hash)) copy where one.${key} = $1`,
        [id],
      );
    await stack.sql('vacuum analyze mail_message, message_search');
    const search = parseSearch('de:ana assunto:nota tem:anexo -fatura');
    const scope = await database().tenant(tenant.id, (tx) => readScope(tx, tenant.id, box.id, search));
    const request: SearchRequest = { search, scope, list: () => ['not m.is_read'], page: { limit: 50 } };
    const { text: sql, values } = indexedMatches(request, indexPartOf(search)!);
    const plan = await database().system(async (tx) => {
      await setSearchLimits(tx, 3_000, 'lexemes');
      return many<{ 'QUERY PLAN': string }>(tx, `explain ${sql}`, values);
    });
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(lines).toContain('Bitmap Index Scan on message_search__lexemes__ix');
    expect(lines).toMatch(/Index (?:Only )?Scan using mail_message__pk/);
    expect(lines).not.toContain('Seq Scan');
  });
});
