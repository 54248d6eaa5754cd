import { addressesIn, addressIn } from './fields.js';
import type { ReportMail } from './report-mail.js';
import type { ReportedAction } from './report.js';
import { isDaemon } from './report-senders.js';

const MAX_RECIPIENTS = 50;
const MAX_REASON_LINES = 12;

/** A recipient that a text names, with the server's words about it. */
export interface Entry {
  /** Absent if the text names none. */
  address: string | undefined;
  lines: readonly string[];
  /** The action of the section that it stands in, such as "transient non-fatal errors". */
  action?: ReportedAction;
}

/** A line that names an address. */
export interface Mention {
  address: string;
  line: number;
}

const ADDRESS = String.raw`([^\s<>'":;,()[\]]{1,64}@[^\s<>'":;,()@[\]]{1,255}?)`;
const END = String.raw`(?=[.,;:]?(?:[\s<>'")\]]|$)|[,;:])`;

/** An address that begins a line, as most servers write the recipients that they speak of. */
const LEADING = new RegExp(String.raw`^[<"'*[(\s-]{0,6}(?:smtp:|mailto:)?${ADDRESS}${END}`, 'i');

/** An address after the name of its role. */
const LABELLED = new RegExp(
  String.raw`^[\s*-]{0,4}(?:(?:the )?(?:final[- ]|original[- ]|failed |intended |target |invalid |mail |e-?mail )*(?:recipients?|addressee|address|rcpt|destinatario|收件人|收信人|宛先)(?: ?\(s\))?(?: address| mail address| e-?mail)?|rcpt to|(?:un)?deliver(?:able|ed|y failed) to|failed recipients?)\s{0,3}[:=-]?[\s<"'[]{0,4}(?:smtp:|rfc822;\s?)?${ADDRESS}${END}`,
  'i',
);

/** An address in the form of X.400, as old Exchange servers write it. */
const X400 = new RegExp(String.raw`\b(?:dda:)?(?:smtp|rfc-?822)[=:]\s?${ADDRESS}${END}`, 'i');

/** A further address of a list. */
const FURTHER = new RegExp(String.raw`^[>"')\s]{0,4}(?:[,;]|and |und |e |y )[\s<"'(]{0,4}${ADDRESS}${END}`, 'i');

/** The recipient among the fields of the mail that the report describes: it may name more than those that failed. */
const TO = new RegExp(String.raw`^to:[\s<"']{0,4}${ADDRESS}${END}`, 'i');

/** A reply of SMTP, or the command that it answers. */
const REPLY = /^(?:[>< ]{0,4}[245]\d\d[\s-]|>{2,3} ?rcpt to:|(?:smtp )?error)/i;

/** A sentence of a failure. */
const FAILURE =
  /deliver|unknown|invalid|not (?:found|exist|valid)|no such|reject|fail|error|undeliver|unable|couldn|can(?:not|[’']t)|does ?n[o’']?t|exceed|full|quota|bounce|reach|following|recipient|不存在|无法|退|не/i;

/** Lines whose address is not the recipient's. */
const OTHER =
  /^(?:from|sender|reply-to|return-path|mail from|message-id|in-reply-to|references|>{2,3} ?mail from|return path|original sender|x-[\w-]{1,40}|cc|date|subject)\W|contact|assistance|\bhelp\b|questions?\b|please (?:send|write|forward|e-?mail)|abuse@|support@|webmaster@|helpdesk|please reply|forward this|mailing list owner/i;

const TRANSIENT_SECTION = /addresses had transient|transient non-fatal/i;
const FATAL_SECTION = /addresses had permanent|permanent fatal/i;

/**
 * The recipients that a bounce names, best evidence first: a header of the server, addresses that begin a line or follow a
 * label, addresses in a reply or a sentence of a failure, the only recipient of the returned mail. At least one entry, with
 * no address if none is named.
 */
export function entriesIn(mail: ReportMail, mentions: readonly Mention[]): Entry[] {
  const named = addressesIn(mail.headers.get('x-failed-recipients'));
  const addresses = named.length > 0 ? named : distinct(mentions);
  if (addresses.length === 0) return [{ address: onlyOf(mail.sentTo), lines: reasonWithoutRecipient(mail.lines) }];
  return addresses.slice(0, MAX_RECIPIENTS).map((address) => {
    const action = sectionOf(lineOf(address, mentions, mail.lines), mail.lines);
    const lines = reasonFor(address, mentions, mail.lines);
    return { address, lines, ...(action === undefined ? {} : { action }) };
  });
}

/** The server's words about an address; those with a code if the text does not name it. */
export function wordsAbout(
  address: string | undefined,
  mentions: readonly Mention[],
  lines: readonly string[],
): readonly string[] {
  return address === undefined ? reasonWithoutRecipient(lines) : reasonFor(address, mentions, lines);
}

function reasonFor(address: string, mentions: readonly Mention[], lines: readonly string[]): readonly string[] {
  const line = lineOf(address, mentions, lines);
  if (line < 0) return reasonWithoutRecipient(lines);
  const others = new Set(mentions.flatMap((one) => (isSame(one.address, address) ? [] : [one.line])));
  if (TRANSCRIPT.test(lines[line]!)) return replyAbout(line, lines);
  const reason = reasonAbout(address, line, others, lines);
  if (hasCode(reason.join(' ').replaceAll(address, ''))) return reason;
  const coded = reasonWithoutRecipient(lines, others);
  return hasCode(coded.join(' ')) ? [...reason, ...coded] : reason;
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const onlyOf = (addresses: ReadonlySet<string>) => (addresses.size === 1 ? [...addresses][0] : undefined);

function lineOf(address: string, mentions: readonly Mention[], lines: readonly string[]): number {
  return (
    mentions.find((one) => isSame(one.address, address))?.line ?? lines.findIndex((line) => line.includes(address))
  );
}

/** Mentions of the best kind that the text has. */
export function mentionsIn(mail: ReportMail): Mention[] {
  const { lines, sentFrom } = mail;
  const usable = (address: string) => !isDaemon(address.toLowerCase());
  const collect = (find: (line: string) => string | undefined, own: boolean) =>
    lines.flatMap((text, line): Mention[] =>
      (OTHER.test(text) ? [] : listFrom(text, find(text)))
        .filter((address) => usable(address) && (own || !sentFrom.has(address.toLowerCase())))
        .map((address) => ({ address, line })),
    );
  for (const own of [false, true]) {
    for (const find of KINDS) {
      const found = collect(find, own);
      if (found.length > 0) return found;
    }
  }
  return [];
}

const KINDS: readonly ((line: string) => string | undefined)[] = [
  (line) => X400.exec(line)?.[1] ?? LEADING.exec(line)?.[1] ?? LABELLED.exec(line)?.[1],
  (line) => (REPLY.test(line) ? addressIn(line) : undefined),
  (line) => (FAILURE.test(line) ? addressIn(line) : undefined),
  (line) => TO.exec(line)?.[1],
  (line) => addressIn(line),
];

/** The address found in a line, and those that follow it in a list. */
function listFrom(line: string, first: string | undefined): string[] {
  const addresses: string[] = [];
  let rest = line;
  for (let next = first; next !== undefined && addresses.length < MAX_RECIPIENTS; next = FURTHER.exec(rest)?.[1]) {
    addresses.push(next.replace(/\.$/, ''));
    rest = rest.slice(rest.indexOf(next) + next.length);
  }
  return addresses;
}

function distinct(mentions: readonly Mention[]): string[] {
  return [...new Map(mentions.map(({ address }) => [address.toLowerCase(), address])).values()];
}

/** The paragraph with the address, up to the next address, and the next one if it contains no more than the address. */
function reasonAbout(
  address: string,
  start: number,
  starts: ReadonlySet<number>,
  lines: readonly string[],
): readonly string[] {
  const paragraph = paragraphFrom(lines, start, starts);
  const text = paragraph.join(' ');
  if (hasCode(text.replace(address, '')) || text.length > address.length + 20) return paragraph;
  const before = paragraphBefore(lines, start, starts);
  const next = startAfter(lines, start + paragraph.length - 1);
  if (next < 0 || starts.has(next)) return [...before, ...paragraph];
  const reason = paragraphFrom(lines, next, starts);
  // After "because:" the reason is in the next paragraph.
  const below = reason.at(-1)?.endsWith(':') ? startAfter(lines, next + reason.length - 1) : -1;
  const after = below < 0 ? reason : [...reason, ...paragraphFrom(lines, below, starts)];
  return hasCode(before.join(' ')) && !hasCode(after.join(' '))
    ? [...before, ...paragraph]
    : [...before, ...paragraph, ...after];
}

/** The lines above, up to an empty one; if there are none, the paragraph above. */
function paragraphBefore(lines: readonly string[], start: number, others: ReadonlySet<number>): string[] {
  let end = start;
  while (end > 0 && lines[end - 1] === '') end -= 1;
  let begin = end;
  while (begin > 0 && lines[begin - 1] !== '' && end - begin < MAX_REASON_LINES && !others.has(begin - 1)) begin -= 1;
  return lines.slice(begin, end);
}

/** The line at which the next paragraph begins; -1 if there is none. */
function startAfter(lines: readonly string[], end: number): number {
  return lines.findIndex((line, index) => index > end && line !== '');
}

/** The first paragraph with a code that is not in the way of another address; the first lines if there is none. */
function reasonWithoutRecipient(lines: readonly string[], others: ReadonlySet<number> = new Set()): string[] {
  const at = lines.findIndex((line, index) => !others.has(index) && hasCode(line));
  const owner = at < 0 || others.size === 0 ? -1 : Math.max(...[...others].filter((line) => line < at), -1);
  const inParagraphOfOther = owner >= 0 && !lines.slice(owner, at).includes('');
  if (at >= 0 && !inParagraphOfOther) return paragraphFrom(lines, at, others);
  return others.size > 0 ? [] : lines.filter(Boolean).slice(0, MAX_REASON_LINES);
}

/** A line of an SMTP session as sendmail shows it. */
const TRANSCRIPT = /^(?:>{2,3} |[245]\d\d[ -][^\s]{0,20}<)/;

/** The replies around a line of a session: those directly above that it sums up, and what follows up to the next one. */
function replyAbout(start: number, lines: readonly string[]): string[] {
  let begin = start;
  while (begin > 0 && start - begin < MAX_REASON_LINES && lines[begin - 1]!.startsWith('<<<')) begin -= 1;
  let end = start + 1;
  const goesOn = (line: string) => line !== '' && !/^(?:>>>|while talking|[245]\d\d[ -])/i.test(line);
  while (end < lines.length && end - start < MAX_REASON_LINES && goesOn(lines[end]!)) end += 1;
  return lines.slice(begin, end);
}

const hasCode = (text: string) => /(?:^|[\s#(['"])[45](?:\d\d[\s-]|\.\d{1,3}\.\d)/.test(text);

function paragraphFrom(lines: readonly string[], start: number, starts: ReadonlySet<number>): string[] {
  let end = start + 1;
  while (end < lines.length && end - start < MAX_REASON_LINES && lines[end] !== '' && !starts.has(end)) end += 1;
  return lines.slice(start, end);
}

/** The action of the nearest heading above a line, for reports with a section for each. */
function sectionOf(line: number, lines: readonly string[]): ReportedAction | undefined {
  for (let at = line; at >= 0; at -= 1) {
    if (TRANSIENT_SECTION.test(lines[at]!)) return 'delayed';
    if (FATAL_SECTION.test(lines[at]!)) return 'failed';
  }
  return undefined;
}
