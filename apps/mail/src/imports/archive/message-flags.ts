import { HeaderFields, type ParsedMessage } from '#libs/mail/mime';
import type { SystemFolder } from '../../folders/folder-values.js';
import { meaningOf } from './system-labels.js';

/** Flags and labels that an archive has for a message beside its content. */
export interface MessageFlags {
  isRead: boolean;
  isStarred: boolean;
  /** True if it was deleted, and was in the file because nobody had rewritten it. */
  isDeleted: boolean;
  folder: SystemFolder;
  /** Names of labels that people gave it. */
  labels: string[];
}

/** Hints that the place of a message in an archive gives: the name of its file, or what stands around it. */
export type MessageHints = Partial<MessageFlags> & {
  /** Time at which it was received. */
  at?: Date;
};

/** Bits of X-Mozilla-Status. */
const MOZILLA = { read: 0x0001, starred: 0x0004, deleted: 0x0008 };

/** The labels that Thunderbird has from the beginning, which it writes by their number. */
const THUNDERBIRD_LABELS: ReadonlyMap<string, string> = new Map([
  ['$label1', 'Importante'],
  ['$label2', 'Trabalho'],
  ['$label3', 'Pessoal'],
  ['$label4', 'Tarefas'],
  ['$label5', 'Mais tarde'],
]);

/** Keywords of programs, which are no labels of people. */
const KEYWORDS = /^(?:\$|\\|nonjunk$|notjunk$|junk$|forwarded$|redirected$|receipt-handled$|nil$|old$|recent$)/i;

const LABELS_MAX = 50;
const LABEL_NAME_MAX = 60;

/**
 * Reads flags from X-Gmail-Labels; from Status, X-Status and X-Keywords (mbox), or X-Mozilla-Status and X-Mozilla-Keys
 * (Thunderbird); else from the place of the message. Without them a message is read, and in the inbox: imports are rarely news.
 */
export function flagsOf(
  { headers }: Pick<ParsedMessage<unknown>, 'headers'>,
  { at: _at, ...hints }: MessageHints = {},
): MessageFlags {
  const header = new HeaderFields(headers);
  const plain = { isRead: true, isStarred: false, isDeleted: false, folder: 'inbox' as const, labels: [], ...hints };
  if (header.get('x-gmail-labels') !== undefined) return { ...plain, ...byGmail(header.text('x-gmail-labels')) };
  const mozilla = header.get('x-mozilla-status') ?? '';
  if (/^[0-9a-f]{4}$/i.test(mozilla)) return { ...plain, ...byMozilla(mozilla, header.text('x-mozilla-keys')) };
  return { ...plain, ...byStatus(header) };
}

function byMozilla(status: string, keys: string): Partial<MessageFlags> {
  const bits = Number.parseInt(status, 16);
  return {
    isRead: (bits & MOZILLA.read) > 0,
    isStarred: (bits & MOZILLA.starred) > 0,
    isDeleted: (bits & MOZILLA.deleted) > 0,
    ...byKeywords(keys),
  };
}

/** `Status: RO`, `X-Status: AFDT`: answered, flagged, deleted, draft. */
function byStatus(header: HeaderFields): Partial<MessageFlags> {
  const status = header.get('status');
  const more = header.get('x-status') ?? '';
  return {
    ...(status !== undefined && { isRead: status.includes('R') }),
    ...(more.includes('F') && { isStarred: true }),
    ...(more.includes('D') && { isDeleted: true }),
    ...(more.includes('T') && { folder: 'drafts' as const }),
    ...byKeywords(header.text('x-keywords')),
  };
}

function byKeywords(text: string): Partial<MessageFlags> {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const labels = words.flatMap(
    (word) => THUNDERBIRD_LABELS.get(word.toLowerCase()) ?? (KEYWORDS.test(word) ? [] : word),
  );
  const isJunk = words.some((word) => /^\$?junk$/i.test(word));
  return { ...(labels.length > 0 && { labels: namesOf(labels) }), ...(isJunk && { folder: 'spam' as const }) };
}

/** Reads the labels of Gmail, which are a row of CSV. */
function byGmail(text: string): Partial<MessageFlags> {
  const all = [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/g)].map(([, quoted, bare = '']) =>
    (quoted?.replaceAll('""', '"') ?? bare).trim(),
  );
  const meanings = new Set(all.map(meaningOf));
  const folder = (['spam', 'trash', 'drafts', 'inbox', 'sent'] as const).find((one) => meanings.has(one)) ?? 'archive';
  const labels = all.filter((label) => meaningOf(label) === undefined);
  return {
    isRead: !meanings.has('unread'),
    isStarred: meanings.has('starred'),
    folder,
    labels: namesOf(meanings.has('important') ? ['Importante', ...labels] : labels),
  };
}

const namesOf = (labels: readonly string[]): string[] =>
  [...new Set(labels.map((label) => [...label].slice(0, LABEL_NAME_MAX).join('').trim()))]
    .filter((label) => label !== '')
    .slice(0, LABELS_MAX);
