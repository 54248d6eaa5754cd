import type { MessageHints } from './message-flags.js';

/** Bits of the flags that Apple Mail keeps. */
const FLAGS = { read: 0x01, deleted: 0x02, flagged: 0x10, draft: 0x40 };

/** The length of the message stands before it, in a line of its own. */
const LENGTH = /^[ \t]*(\d{1,10})[ \t]*\r?\n/;

/** Tells whether a file is one of Apple Mail (`.emlx`), by its beginning. */
export const isEmlx = (beginning: string): boolean =>
  /^[ \t]*\d{1,10}[ \t]*\r?\n[!-9;-~]{1,100}[ \t]*:/.test(beginning);

/** The message of a file of Apple Mail, and what the properties behind it say. */
export function readEmlx(file: Buffer): { raw: Buffer; hints: MessageHints } {
  const [line = '', length = '0'] = LENGTH.exec(file.subarray(0, 64).toString('latin1')) ?? [];
  const end = line.length + Number(length);
  return { raw: file.subarray(line.length, end), hints: propertiesIn(file.subarray(end).toString('utf8')) };
}

function propertiesIn(plist: string): MessageHints {
  const flags = numberIn(plist, 'flags');
  const received = numberIn(plist, 'date-received');
  if (flags === undefined) return received === undefined ? {} : { at: new Date(received * 1_000) };
  // Beyond 32 bits are counts.
  const has = (bit: number) => (BigInt(flags) & BigInt(bit)) !== 0n;
  return {
    isRead: has(FLAGS.read),
    isStarred: has(FLAGS.flagged),
    isDeleted: has(FLAGS.deleted),
    ...(has(FLAGS.draft) && { folder: 'drafts' as const }),
    ...(received !== undefined && { at: new Date(received * 1_000) }),
  };
}

function numberIn(plist: string, key: string): number | undefined {
  const at = plist.indexOf(`<key>${key}</key>`);
  const [, digits] =
    at < 0 ? [] : (/^<key>[\w-]+<\/key>\s*<(?:integer|real)>(\d{1,15})/.exec(plist.slice(at, at + 200)) ?? []);
  return digits === undefined ? undefined : Number(digits);
}
