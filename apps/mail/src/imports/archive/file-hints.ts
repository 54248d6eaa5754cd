import type { SystemFolder } from '../../folders/folder-values.js';
import type { MessageHints } from './message-flags.js';
import { meaningOf } from './system-labels.js';

/** The end of a file of a Maildir; systems that forbid the colon have another sign. */
const MAILDIR = /^(\d{9,11})\.[^/]*?(?:[:;!_]2,([A-Za-z]*))?$/;

const FOLDERS: ReadonlySet<string> = new Set<SystemFolder>(['inbox', 'sent', 'drafts', 'archive', 'spam', 'trash']);

/** Reads what the path of a file within an archive says of the messages in it. */
export function hintsOf(path: string): MessageHints {
  const steps = path.split('/');
  const name = steps.at(-1) ?? '';
  const box = steps.at(-2)?.toLowerCase();
  const folder = folderOf(steps);
  const hints: MessageHints = folder ? { folder } : {};
  const [, seconds, flags] = MAILDIR.exec(name) ?? [];
  if (seconds === undefined || (flags === undefined && box !== 'new' && box !== 'cur')) return hints;
  const has = (flag: string) => flags?.includes(flag) ?? false;
  return {
    ...hints,
    ...(has('D') && { folder: 'drafts' }),
    at: new Date(Number(seconds) * 1_000),
    isRead: has('S'),
    isStarred: has('F'),
    isDeleted: has('T'),
  };
}

/** A folder of the system in the path, the innermost first: `.Sent/cur/…`, `Mail/Sent.mbox`, `INBOX.Trash`. */
function folderOf(steps: readonly string[]): SystemFolder | undefined {
  for (const step of steps.toReversed()) {
    const name = step
      .replace(/\.(?:mbox|mbx|sbd|eml|emlx|txt)$/i, '')
      .replace(/^\.+/, '')
      .replace(/^inbox[./](?=.)/i, '');
    const meaning = meaningOf(name);
    if (meaning !== undefined && FOLDERS.has(meaning)) return meaning as SystemFolder;
  }
  return undefined;
}
