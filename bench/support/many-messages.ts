import { searchDocument, toTsvector } from '#libs/mail/mail-search';
import { RowParameters } from '#libs/core/persistence';
import type { MailApp, MailBenchTenant } from './mail-app.js';

/** Searches with the words of {@link addMessages}: operators, a word of one message in 40, in 4 and in 20,000, and both. */
export const SEARCHES = {
  operators: 'de:pessoa7 assunto:fatura tem:anexo',
  word: 'relatorio',
  frequent: 'reuniao',
  rare: 'wenceslau',
  'frequent, rare': 'reuniao wenceslau',
};

const BATCH = 2_000;
const VOCABULARY = 20_000;
const WORDS_PER_MESSAGE = 120;

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

const ROWS = new RowParameters<ReturnType<typeof rowOf>>({
  age: { type: 'int', of: ({ n }) => n },
  subject: { type: 'text', of: ({ subject }) => subject },
  sender: { type: 'text', of: ({ sender }) => sender },
  has_file: { type: 'boolean', of: ({ hasFile }) => hasFile },
  lexemes: { type: 'tsvector', of: ({ lexemes }) => lexemes },
});

const FILL = `
  with given as (
    select age as n, gen_random_uuid() as id, subject, sender, has_file, lexemes,
           date_trunc('milliseconds', now()) - age * interval '1 minute' as at
      from ${ROWS.sql(3)} as row
  ), messages as (
    insert into mail_message (tenant_id, id, mailbox_id, folder_id, thread_id, origin, blob_hash, bytes, message_id, subject,
                              "from", "to", cc, bcc, reply_to, snippet, sorted_at, is_read, has_attachments, scan_verdict)
    select $1, id, $2, (select id from folder where tenant_id = $1 and mailbox_id = $2 and kind = 'inbox'), id, 'received',
           repeat('a', 64), 5000 + n % 5000, id || '@x.test', subject,
           jsonb_build_object('name', sender, 'address', sender || '@shop.test'), '[{"name": "", "address": "box@bench.test"}]',
           '[]', '[]', '[]', repeat('texto ', 30), at, n % 3 = 0, has_file, 'clean'
      from given
  )
  insert into message_search (tenant_id, message_id, mailbox_id, sorted_at, lexemes) select $1, id, $2, at, lexemes from given`;

/** So many messages of a mailbox, one a minute until now, of 120 words each; frequent words are most of them. */
export async function addMessages(
  mail: MailApp,
  { id, mailboxId }: MailBenchTenant,
  count: number,
  wordOf = longWord,
): Promise<void> {
  let rows: ReturnType<typeof rowOf>[] = [];
  for (const message of manyMessages(count, wordOf)) {
    rows.push(rowOf(message));
    if (rows.length < BATCH && message.n > 1) continue;
    await mail.admin.query(FILL, [id, mailboxId, ...ROWS.values(rows)]);
    rows = [];
  }
  await mail.admin.query('vacuum (analyze) mail_message, message_search');
  await mail.checkpoint();
}

/** A message of {@link addMessages}. */
export interface OneOfMany {
  /** Its age in minutes. */
  n: number;
  subject: string;
  sender: string;
  text: string;
  /** True with `nota.pdf` attached. */
  hasFile: boolean;
}

/** A word of a vocabulary by its rank among them, 0 for the most frequent. */
export type WordOf = (rank: number) => string;

/** Words that begin alike and differ in a number. */
const longWord: WordOf = (rank) => `palavra${rank}`;

const SYLLABLES = [...'bcdfglmnprstv'].flatMap((consonant) => [...'aeiou'].map((vowel) => consonant + vowel));

/** Words of two or three syllables, as long as those of a text: five letters on average. */
export const shortWord: WordOf = (rank) => {
  const last = SYLLABLES[rank % SYLLABLES.length]!;
  const before = Math.floor(rank / SYLLABLES.length);
  return before < SYLLABLES.length ? SYLLABLES[before] + last : shortWord(before) + last;
};

/** The messages, from the oldest to the newest, which is number 1; the same in every run. */
export function* manyMessages(count: number, wordOf = longWord): Generator<OneOfMany> {
  const random = numbers(7);
  const below = (limit: number) => Math.floor(random.next().value * limit);
  for (let n = count; n > 0; n -= 1) yield messageOf(n, below, wordOf);
}

function messageOf(n: number, below: (limit: number) => number, wordOf: WordOf): OneOfMany {
  // The product of two numbers: words of a low rank stand in many messages.
  const words = Array.from({ length: WORDS_PER_MESSAGE }, () =>
    wordOf(Math.floor((below(1_000) * below(1_000) * VOCABULARY) / 1e6)),
  );
  if (n % 4 === 0) words.push('reunião');
  if (n % 40 === 0) words.push('relatórios');
  if (n % 20_000 === 19_999) words.push('Wenceslau', 'reunião');
  const subject = n % 10 === 0 ? `Fatura ${n}` : `Assunto ${n}`;
  return { n, subject, sender: `pessoa${below(200)}`, text: words.join(' '), hasFile: n % 3 === 0 };
}

function rowOf({ n, subject, sender, text, hasFile }: OneOfMany) {
  const from = { name: sender, address: `${sender}@shop.test` };
  const to = [{ name: '', address: 'box@bench.test' }];
  const texts = { subject, text, from, to, cc: [], bcc: [], fileNames: hasFile ? ['nota.pdf'] : [] };
  return {
    n,
    subject,
    sender,
    hasFile,
    lexemes: toTsvector(searchDocument({ ...texts, listId: null, hasAttachments: hasFile })),
  };
}
