import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createDataSource,
  type Entities,
  type KeysetPosition,
  newId,
  positionOf,
  type SqlExecutor,
} from '#libs/core/persistence';
import { parseSearch } from '#libs/mail/mail-search';
import { ContactListRepository } from '../../apps/crm/src/contact-list/contact-list.repository.js';
import { BY_INDEX, indexedIds } from '../../apps/crm/src/contact-list/contact-list.sql.js';
import type { ResolvedFilter } from '../../apps/crm/src/contact-list/contact-filter.js';
import { compileCriteria } from '../../apps/crm/src/criteria/contact-criteria.js';
import { SET_ALL_LIMITS } from '../../apps/crm/src/criteria/criteria-statement.sql.js';
import { parseCriteria } from '../../apps/crm/src/criteria/parse-criteria.js';
import { dayIn } from '../../apps/crm/src/criteria/day-in.js';
import { ContactRepository } from '../../apps/mail/src/contacts/contact.repository.js';
import { ENTITIES as MAIL_ENTITIES } from '../../apps/mail/src/entities.js';
import { findKnown } from '../../apps/mail/src/mailbox-rules/label-rules/correspondence.sql.js';
import { MessageRepository } from '../../apps/mail/src/messages/message.repository.js';
import { indexPartOf } from '../../apps/mail/src/search/index-part.js';
import {
  allMatches,
  indexedMatches,
  newestMatches,
  runMatches,
  runNewest,
  type SearchRequest,
  setSearchLimits,
} from '../../apps/mail/src/search/search-list.sql.js';
import { listMessages } from '../../apps/platform/src/messages/message-history.sql.js';
import { sumByChannel, sumByInterval, sumByTemplate } from '../../apps/platform/src/reports/reports.sql.js';
import { migratedDatabase, type MigratedDatabase } from '../support/schema.js';
import { CIPHER, CONTACTS, INBOX, MAILBOX, MAILS, MESSAGES, OTHER_FOLDER } from './filled-lists.js';
import {
  fillKnownAs,
  type Filling,
  KNOWN_TABLES,
  type KnownTables,
  type RowsRead,
  rowsReadAlone,
  rowsReadBy,
} from './rows-read.js';

const ROWS = 20_000;
const LIMIT = 51;
const OWN = newId('acc');
const OTHER = newId('acc');
const DAY_MS = 86_400_000;

let migrated: MigratedDatabase | undefined;
let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  await migrated?.close();
  [migrated, stop] = [undefined, undefined];
});

interface List {
  /** Rows that it may look at. */
  most: number;
  read: (filled: Filled) => Promise<RowsRead>;
  /** Statistics with which Postgres still takes another index, which reads what the tenant has. */
  except?: readonly KnownTables[];
}

type Lists = Record<string, List>;

/** Nothing tells then that a value is rare: an index of the tenant alone seems as good as that of the value. */
const UNTIL_VALUES_ARE_KNOWN: readonly KnownTables[] = ['never seen', 'empty', 'skewed'];
/** The same until the first autovacuum of a table that has rows, after a minute. */
const UNTIL_LOOKED_AT: readonly KnownTables[] = ['never seen', 'empty'];

interface Filled {
  source: ReturnType<typeof createDataSource>;
  systemUrl: string;
  admin: MigratedDatabase['admin'];
}

/** Reads every list, and returns those that look at more rows than they may. */
async function faultsOf(
  app: string,
  known: KnownTables,
  { filling, lists, entities }: { filling: Filling; lists: Lists; entities?: Entities },
): Promise<unknown[]> {
  migrated = await migratedDatabase(app);
  const { admin, database } = migrated;
  await fillKnownAs(known, admin, filling, { own: OWN, other: OTHER }, ROWS);
  const source = await createDataSource({ url: database.url, entities, applicationName: 'spec' }).initialize();
  stop = () => source.destroy();
  const faults: unknown[] = [];
  for (const [name, { most, read, except }] of Object.entries(lists)) {
    if (except?.includes(known)) continue;
    const { rows, scans } = await read({ source, systemUrl: database.systemUrl, admin });
    if (rows > most || rows === 0) faults.push({ name, rows, most, scans });
  }
  return faults;
}

const COMMON: ResolvedFilter = { exact: { stage: 'contacted', country: 'BR' } };
const RARE: ResolvedFilter = { texts: { city: 'Cidade 77' }, exact: { device: 'mobile' } };
const named = (nameFragment: string): ResolvedFilter => ({ exact: {}, nameFragment });

/** A page of contacts among the newest, as the app's role reads it. */
const newest =
  (filter: ResolvedFilter, deep = false) =>
  async ({ source, admin }: Filled): Promise<RowsRead> => {
    const after = deep ? await positionAt(admin, ROWS / 8) : undefined;
    const list = new ContactListRepository({} as never);
    return rowsReadBy(source, OWN, (tx) => list.listNewest(tx, { tenantId: OWN, filter, limit: LIMIT - 1, after }));
  };

/** The same by the index of the filters, as the system role reads it. */
const indexed =
  (filter: ResolvedFilter) =>
  ({ systemUrl }: Filled): Promise<RowsRead> => {
    const { text, values } = indexedIds({ tenantId: OWN, filter, limit: LIMIT });
    return rowsReadAlone(systemUrl, BY_INDEX, text, values);
  };

async function positionAt(admin: Filled['admin'], offset: number): Promise<KeysetPosition> {
  const { rows } = await admin.query<{ at: Date; id: string }>(
    'select created_at as at, id from contact where tenant_id = $1 order by created_at desc, id desc offset $2 limit 1',
    [OWN, offset],
  );
  return [rows[0]!.at, rows[0]!.id];
}

const CRITERIA = [
  { campo: 'estagio', operador: 'em', valor: ['contatado', 'cliente'] },
  { campo: 'cidade', operador: 'comeca_com', valor: 'Cidade 1' },
  { campo: 'email_dominio', operador: 'em', valor: ['example.com'] },
  { campo: 'eventos.email_aberto', operador: 'nos_ultimos_dias', valor: 30 },
  { campo: 'criado_em', operador: 'nos_ultimos_dias', valor: 180 },
];

/** The reach of a segment: it has to look at every contact, and at the rows of each once; those of a bitmap count twice. */
async function reach({ source }: Filled): Promise<RowsRead> {
  const timeZone = 'America/Sao_Paulo';
  const today = dayIn(timeZone, new Date());
  const context = { country: 'BR', timeZone, today, customFields: [], cipher: CIPHER };
  const criteria = parseCriteria(context, { criterios: CRITERIA }, '');
  const { sql, condition } = compileCriteria(context, OWN, criteria, { kind: 'all' });
  return rowsReadBy(source, OWN, async (tx) => {
    await tx.query(SET_ALL_LIMITS, ['60000']);
    await tx.query(sql.text('count(*)::int as count', condition), sql.values);
  });
}

const CONTACT_LISTS: Lists = {
  'two filters, page 1': { most: 5_100, read: newest(COMMON) },
  'two filters, a page far behind': { most: 5_100, read: newest(COMMON, true) },
  'a rare value, among the newest': { most: 5_100, read: newest(RARE) },
  'a rare value, by the index': { most: 1_000, read: indexed(RARE), except: UNTIL_LOOKED_AT },
  'a contact by its address': { most: 4, read: newest({ exact: {}, contactId: 'cnt_0000000000004000' }) },
  'a contact by its address, with other filters': {
    most: 4,
    read: newest({ exact: {}, texts: { city: 'Cidade 384' }, contactId: 'cnt_0000000000004000' }),
  },
  'a frequent fragment of a name': { most: 5_100, read: newest(named('silva')) },
  'a rare fragment of a name, among the newest': {
    most: 5_100,
    read: newest(named('wenceslau')),
  },
  'a rare fragment of a name, by the index': {
    most: 1_000,
    read: indexed(named('wenceslau')),
    except: UNTIL_VALUES_ARE_KNOWN,
  },
  'the reach of a segment': { most: 6 * ROWS, read: reach },
};

const ofInbox = (tx: Parameters<MessageRepository['listPage']>[0], after?: KeysetPosition) =>
  new MessageRepository().listPage(tx, OWN, MAILBOX, { folder: 'inbox' }, { limit: LIMIT, after });

const MAIL_LISTS: Lists = {
  'page 1 of an inbox': { most: 150, read: ({ source }) => rowsReadBy(source, OWN, (tx) => ofInbox(tx)) },
  'a page of an inbox far behind': {
    most: 150,
    read: async ({ source, admin }) => {
      const { rows } = await admin.query<{ at: Date; id: string }>(
        'select sorted_at as at, id from mail_message where tenant_id = $1 order by sorted_at desc, id desc offset $2 limit 1',
        [OWN, ROWS / 2],
      );
      return rowsReadBy(source, OWN, (tx) => ofInbox(tx, [rows[0]!.at, rows[0]!.id]));
    },
  },
};

/** A search of the messages that are no spam. */
const searchFor = (q: string): SearchRequest => ({
  search: parseSearch(q),
  scope: { tenantId: OWN, mailboxId: MAILBOX, folders: [], labels: [] },
  list: (values) => [`m.folder_id = any ($${values.push([INBOX, OTHER_FOLDER])}::uuid[])`],
  page: { limit: LIMIT - 1 },
});

const inOrder =
  (search: (tx: SqlExecutor) => Promise<unknown>) =>
  ({ source }: Filled): Promise<RowsRead> =>
    rowsReadBy(source, OWN, async (tx) => {
      await setSearchLimits(tx, 60_000, 'order');
      await search(tx);
    });

const MAIL_SEARCHES: Lists = {
  'a word, among the newest messages': {
    most: 1_100,
    read: inOrder((tx) => runNewest(tx, newestMatches(searchFor('wenceslau'), 500))),
  },
  'what no index of words knows': {
    most: 2 * LIMIT,
    read: inOrder((tx) => runMatches(tx, allMatches(searchFor('lida:sim')))),
  },
  'a rare word, by the index': {
    most: 6 * (ROWS / 1_000),
    read: async ({ systemUrl }) => {
      const request = searchFor('wenceslau');
      const { text, values } = indexedMatches(request, indexPartOf(request.search)!);
      return rowsReadAlone(systemUrl, `set enable_seqscan = off`, text, values);
    },
  },
};

const KNOWN_SENDER = { tenantId: OWN, mailboxId: MAILBOX, threadId: randomUUID(), sender: 'person.77@example.test' };

const MAIL_LOOK_UPS: Lists = {
  'a sender of a message that comes, in the address book': {
    most: 4,
    read: ({ source }) => rowsReadBy(source, OWN, (_, hot) => findKnown(hot, [KNOWN_SENDER])),
  },
  'an address in the address book': {
    most: 4,
    read: ({ source }) =>
      rowsReadBy(source, OWN, (tx) => new ContactRepository().findByEmail(tx, OWN, MAILBOX, 'PERSON.77@example.test')),
  },
};

const messages =
  (filter: { recipient?: string; tag?: string }, deep = false) =>
  async ({ source, admin }: Filled): Promise<RowsRead> => {
    const sql = `select id from message where tenant_id = $1 and id like 'msg%' order by id desc offset $2 limit 1`;
    const { rows } = await admin.query<{ id: string }>(sql, [OWN, ROWS / 4]);
    const cursor = deep ? positionOf(rows[0]!.id) : undefined;
    return rowsReadBy(source, OWN, (tx) =>
      listMessages(tx, OWN, { channel: 'email', ...filter }, { limit: LIMIT, cursor }),
    );
  };

const DAYS = 30;
const PERIOD = { from: new Date(Date.now() - DAYS * DAY_MS), to: new Date() };
/** Eight events of each day, and those of the hours of a day at both ends. */
const IN_PERIOD = 8 * (DAYS + 48 + 2);

const PLATFORM_LISTS: Lists = {
  'page 1 of e-mails': { most: 2 * LIMIT, read: messages({}) },
  'a page of e-mails far behind': { most: 2 * LIMIT, read: messages({}, true) },
  'e-mails to one recipient': {
    most: 4 * LIMIT,
    read: messages({ recipient: 'customer.77@example.test' }),
    except: UNTIL_VALUES_ARE_KNOWN,
  },
  'e-mails with a tag': { most: 4 * LIMIT, read: messages({ tag: 'customer:customer.77@example.test' }) },
  'a report by channels': {
    most: 2 * IN_PERIOD,
    read: ({ source }) => rowsReadBy(source, OWN, (tx) => sumByChannel(tx, OWN, PERIOD, undefined)),
  },
  'a report by days': {
    most: 2 * IN_PERIOD,
    read: ({ source }) => rowsReadBy(source, OWN, (tx) => sumByInterval(tx, OWN, PERIOD, 'day', {})),
  },
  'a report by templates': {
    most: 2 * IN_PERIOD,
    read: ({ source }) => rowsReadBy(source, OWN, (tx) => sumByTemplate(tx, OWN, PERIOD, undefined, 100)),
  },
};

describe.each(KNOWN_TABLES)('while Postgres knows tables as %s', (known) => {
  it('lists of contacts look at what they show, and no more', async () => {
    expect(await faultsOf('crm', known, { filling: CONTACTS, lists: CONTACT_LISTS })).toEqual([]);
  });

  it('lists of a mailbox look at what they show, and no more', async () => {
    const faults = await faultsOf('mail', known, {
      filling: MAILS,
      lists: { ...MAIL_LISTS, ...MAIL_SEARCHES, ...MAIL_LOOK_UPS },
      entities: MAIL_ENTITIES,
    });
    expect(faults).toEqual([]);
  });

  it('lists of messages and reports look at what they show, and no more', async () => {
    expect(await faultsOf('platform', known, { filling: MESSAGES, lists: PLATFORM_LISTS })).toEqual([]);
  });
});
