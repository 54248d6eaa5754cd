import { ADDRESS, addressAtBegin, END, expandedFrom, FURTHER, recipientIn } from './address-patterns.js';
import { addressesIn, addressMatches } from './fields.js';
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
  /** The alias that the mail was sent to, of which the address is a member. */
  alias?: string;
}

/** A line that names an address. */
export interface Mention {
  address: string;
  line: number;
}

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
    const alias = aliasOf(address, mail, mentions);
    return { address, lines, ...(action === undefined ? {} : { action }), ...(alias === undefined ? {} : { alias }) };
  });
}

/** The address from which a member was expanded, as a line below the member says; none if the mail was sent to the member. */
export function aliasOf(
  address: string,
  { lines, sentTo }: ReportMail,
  mentions: readonly Mention[],
): string | undefined {
  const at = lineOf(address, mentions, lines);
  if (at < 0) return undefined;
  const others = new Set(mentions.flatMap((one) => (isSame(one.address, address) ? [] : [one.line])));
  const alias = paragraphFrom(lines, at, others).map(expandedFrom).find(Boolean);
  if (alias === undefined || isSame(alias, address)) return undefined;
  return sentTo.has(address.toLowerCase()) && !sentTo.has(alias.toLowerCase()) ? undefined : alias;
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

/** Mentions of the best kind that the text has. Our own addresses count only if the mail was sent to them, or to nobody else. */
export function mentionsIn(mail: ReportMail): Mention[] {
  const { sentFrom, sentTo, lists } = mail;
  const isOwn = (address: string) => sentFrom.has(address) && (lists.has(address) || !sentTo.has(address));
  for (const kind of KINDS.keys()) {
    const found = mentionsOf(kind, mail, (address) => !isOwn(address));
    if (found.length > 0) return kind < SENTENCES ? found : likely(found, sentTo, kind === KINDS.length - 1);
  }
  return sentTo.size > 0 ? [] : mentionsOf(0, mail, (address) => !lists.has(address));
}

function mentionsOf(kind: number, { lines, sentTo }: ReportMail, isUsable: (address: string) => boolean): Mention[] {
  const find = KINDS[kind]!;
  return lines.flatMap((text, line) => {
    const first = OTHER.test(text) ? undefined : find(text);
    if (first === undefined) return [];
    return listFrom(text, sentToIn(text, sentTo) ?? first)
      .filter((address) => !isDaemon(address.toLowerCase()) && isUsable(address.toLowerCase()))
      .map((address) => ({ address, line }));
  });
}

/** In a sentence that begins with an address, that which the mail was sent to. */
function sentToIn(line: string, sentTo: ReadonlySet<string>): string | undefined {
  if (sentTo.size === 0 || !SENTENCE.test(line)) return undefined;
  return addressMatches(line).find(({ address }) => sentTo.has(address.toLowerCase()))?.address;
}

const SENTENCE = /^[^\s@]{1,64}@\S{1,255} \p{Ll}{3,20} \p{Ll}/u;

/** Returns the addresses in sentences that the mail was sent to; several strangers without any other evidence are none. */
function likely(found: Mention[], sentTo: ReadonlySet<string>, isLast: boolean): Mention[] {
  const known = found.filter(({ address }) => sentTo.has(address.toLowerCase()));
  if (known.length > 0) return known;
  return isLast && distinct(found).length > 1 ? [] : found;
}

const KINDS: readonly ((line: string) => string | undefined)[] = [
  addressAtBegin,
  (line) => (REPLY.test(line) ? recipientIn(line) : undefined),
  (line) => (FAILURE.test(line) ? recipientIn(line) : undefined),
  (line) => TO.exec(line)?.[1],
  recipientIn,
];

/** The first of the kinds whose addresses stand in sentences. */
const SENTENCES = 2;

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
  const next = startAfter(lines, skipBare(lines, start + paragraph.length - 1, 1, starts));
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
  let end = skipBare(lines, start, -1, others);
  while (end > 0 && lines[end - 1] === '') end -= 1;
  let begin = end;
  while (begin > 0 && lines[begin - 1] !== '' && end - begin < MAX_REASON_LINES && !others.has(begin - 1)) begin -= 1;
  return lines.slice(begin, end);
}

/** The end of a list of addresses, of which each has a line: they share the reason. */
function skipBare(lines: readonly string[], start: number, step: 1 | -1, others: ReadonlySet<number>): number {
  let at = start;
  while (others.has(at + step) && BARE.test(lines[at + step]!)) at += step;
  return at;
}

const BARE = /^[^\p{L}\d]{0,6}[^\s@]{1,64}@[^\s@]{1,255}$/u;

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
