import { HeaderFields, type ParsedMessage } from '#libs/mime';
import type { SystemFolder } from '../../folders/folder-values.js';

/** What an archive says of a message beside its content. */
export interface MessageFlags {
  isRead: boolean;
  isStarred: boolean;
  folder: SystemFolder;
}

/** Labels of Gmail in English and Portuguese, in lower case. */
const LABELS: Record<string, readonly string[]> = {
  inbox: ['inbox', 'caixa de entrada', 'entrada'],
  sent: ['sent', 'sent mail', 'enviados', 'e-mails enviados', 'enviadas'],
  spam: ['spam'],
  trash: ['trash', 'bin', 'lixeira'],
  unread: ['unread', 'não lidas', 'não lidos', 'não lida', 'não lido'],
  starred: ['starred', 'com estrela'],
};

/** Bits of X-Mozilla-Status. */
const MOZILLA_READ = 0x0001;
const MOZILLA_STARRED = 0x0004;

/**
 * By X-Gmail-Labels; by Status and X-Status (mbox), or X-Mozilla-Status (Thunderbird). Without them a message is read, and in
 * the inbox: what is imported is rarely news.
 */
export function flagsOf({ headers }: Pick<ParsedMessage<unknown>, 'headers'>): MessageFlags {
  const header = new HeaderFields(headers);
  if (header.get('x-gmail-labels') !== undefined) return byGmail(header.text('x-gmail-labels'));
  const mozilla = header.get('x-mozilla-status') ?? '';
  if (/^[0-9a-f]{4}$/i.test(mozilla)) {
    const bits = Number.parseInt(mozilla, 16);
    return { isRead: (bits & MOZILLA_READ) > 0, isStarred: (bits & MOZILLA_STARRED) > 0, folder: 'inbox' };
  }
  const isRead = header.get('status')?.includes('R') ?? true;
  return { isRead, isStarred: header.get('x-status')?.includes('F') ?? false, folder: 'inbox' };
}

function byGmail(text: string): MessageFlags {
  const labels = new Set(text.split(',').map((label) => label.trim().replaceAll('"', '').toLowerCase()));
  const has = (name: string) => (LABELS[name] ?? []).some((label) => labels.has(label));
  const folder = (['spam', 'trash', 'inbox', 'sent'] as const).find(has) ?? 'archive';
  return { isRead: !has('unread'), isStarred: has('starred'), folder };
}
