import { decodeText } from '#libs/core/charsets';
import { type AttachmentMeta, type ParsedMessage, parseMessage } from '#libs/mail/mime';
import { addressesIn, addressIn, messageIdIn, readBlocks, type Fields } from './fields.js';
import { withUsableBoundary } from './mime-repair.js';

/** Bytes that are read of a report: the returned mail at its end may be large, and only its headers are needed. */
export const MAX_REPORT_BYTES = 262_144;
const LF = 0x0a;
const MAX_TEXT = 65_536;
/** A real report has fewer; the MIME parser spends time on each line. */
const MAX_RAW_LINES = 20_000;
const MAX_NESTING = 20;
const MAX_LINES = 600;
const MAX_LINE = 1_000;

/** The parts of a received mail that reports need. */
export interface ReportMail {
  headers: Fields;
  subject: string;
  /** The address in From, in lower case; empty without one. */
  from: string;
  /** The server's own text, line by line and trimmed, without the mail that it quotes. */
  lines: readonly string[];
  /** Text of the parts of these MIME types. */
  parts(...types: string[]): string[];
  /** Headers of the returned mail: of its part, else as the text quotes them. */
  original: Fields | undefined;
  /** Addresses (in lower case) that the returned mail was sent to, as its headers say. */
  sentTo: ReadonlySet<string>;
  /** Addresses (in lower case) of its sender, to which the report comes back, and of the list that it went through. */
  sentFrom: ReadonlySet<string>;
  /** Addresses of the list. */
  lists: ReadonlySet<string>;
  /** The mails that are attached, such as a report that a scanner wrapped. */
  attached: readonly string[];
}

/** Null if the data is not a mail. */
export async function readMail(raw: Buffer): Promise<ReportMail | null> {
  const source = [withUsableBoundary(beginningOf(raw))];
  const message = await parseMessage(source, { attachment: contentOf }, { depth: MAX_NESTING });
  // Not a real report.
  return message.problems.includes('nested too deep') ? null : toReportMail(message);
}

/** Reads the beginning of a part, and the rest without keeping it. */
async function contentOf(_meta: AttachmentMeta, content: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of content) {
    if (bytes < MAX_TEXT) pieces.push(piece);
    bytes += piece.length;
  }
  return decodeText(Buffer.concat(pieces).subarray(0, MAX_TEXT), undefined).text;
}

function beginningOf(raw: Buffer): Buffer {
  const bytes = raw.subarray(0, MAX_REPORT_BYTES);
  let end = -1;
  for (let lines = 0; lines < MAX_RAW_LINES; lines += 1) {
    end = bytes.indexOf(LF, end + 1);
    if (end < 0) return bytes;
  }
  return bytes.subarray(0, end);
}

function toReportMail(email: ParsedMessage<string>): ReportMail {
  const headers = new Map<string, string>();
  for (const { name, value } of email.headers) {
    const key = name.toLowerCase();
    const before = headers.get(key);
    // Exim repeats this header if it has many recipients.
    if (before === undefined) headers.set(key, value);
    else if (key === 'x-failed-recipients') headers.set(key, `${before},${value}`);
  }
  const parts = (...types: string[]) =>
    email.attachments.flatMap(({ contentType, stored }) => (types.includes(contentType) ? [stored] : []));
  const { own, quoted } = splitQuoted(email.text.slice(0, MAX_TEXT));
  const [returned] = parts('message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers', 'message/global');
  const original = readBlocks(returned ?? quoted)[0];
  const lists = addressSet(original, LIST_FIELDS);
  return {
    headers,
    subject: email.subject.slice(0, 500),
    from: addressIn(headers.get('from'))?.toLowerCase() ?? '',
    lines: withoutFooter(own),
    parts,
    original,
    sentTo: addressSet(original, ['to', 'cc', 'bcc', 'x-original-to', 'envelope-to']),
    sentFrom: new Set([...addressSet(original, SENDER_FIELDS), ...addressSet(headers, OWN_FIELDS), ...lists]),
    lists,
    attached: parts('message/rfc822', 'message/global'),
  };
}

const SENDER_FIELDS = ['from', 'return-path', 'sender', 'errors-to', 'envelope-from', 'x-envelope-from'];
const OWN_FIELDS = ['to'];
const LIST_FIELDS = ['list-post', 'list-owner', 'x-mailing-list', 'x-beenthere'];

function addressSet(fields: Fields | undefined, names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => addressesIn(fields?.get(name))).map((address) => address.toLowerCase()));
}

/** A paragraph that companies and scanners add to every mail. It says nothing of this one. */
const FOOTER =
  /^(?:\W{0,6})(?:confidential\w*|disclaimer|legal notice|privacy notice|aviso legal|aviso de confidencia\w*|vertraulich\w*|avis de confidentialit\w*)\b|\b(?:scanned|checked|protected|filtered|secured|certified) by \w|\b(?:e-?mail|message|mail)(?: \w+){0,5} (?:was|has been|is) (?:scanned|checked) (?:for|by|with)|auf viren|virus[- ]?free|intended (?:solely|only) for|if you are not the (?:intended|named|addressee)|consider the environment|as spam|do not reply to this|not monitored|all rights reserved|libre de virus|livre de v[ií]rus|sans virus|virenfrei|проверено (?:на|антивирус)/i;

const NO_FOOTER = /(?:^|\s)[45]\d\d[ -]|[45]\.\d{1,3}\.\d|@|infected|contain|found|reject|not deliver|undeliver/i;

/** The lines above a signature, without paragraphs that are in every mail. */
function withoutFooter(lines: readonly string[]): string[] {
  const signature = lines.findIndex((line, index) => line === '--' && lines.slice(0, index).some(Boolean));
  const own = signature < 0 ? [...lines] : lines.slice(0, signature);
  for (let line = 0; line < own.length; line += 1) {
    const blank = own.indexOf('', line);
    const end = blank < 0 ? own.length : blank;
    const rest = own.slice(line, end).join(' ');
    const found = FOOTER.exec(rest);
    if (found && found.index <= own[line]!.length && !NO_FOOTER.test(rest)) own.fill('', line, end);
  }
  return own;
}

/** The line at which the quoted mail begins. */
const QUOTED =
  /^(?:[-=_*| ]{2,}.*\b(?:copy of (?:the|your)|original (?:message|mail|e-?mail)|returned (?:message|mail)|message header|unsent (?:message|mail)|header of the original|forwarded (?:message|mail)|(?:message|mail)(?: text| headers?)? (?:is |as )?follow\w*)|return-path:\s|received: (?:from|by)\s|(?:the )?(?:text of your |original |your |unsent |returned |undelivered )?(?:message|mail)(?: headers?| text)? (?:is |as )?(?:attached|follow\w*)\W*$|(?:original|bounced|returned) (?:message|e-?mail)(?: headers?)?:\s*$)/i;

/** A rule, below which some servers quote the mail without a word. */
const RULE = /^-{5,}$/;
const HEADER =
  /^(?:received|return-path|from|to|subject|date|message-id|mime-version|dkim-signature|content-type|x-[\w-]{1,40}):/i;

/** The text of the server itself, and the mail that it quotes. */
function splitQuoted(text: string): { own: string[]; quoted: string } {
  const lines = text.split(/\r?\n/, MAX_LINES).map((line) => line.slice(0, MAX_LINE).trim());
  const begin = lines.findIndex((line) => line !== '');
  const end = lines.findIndex((line, index) => index > begin && (QUOTED.test(line) || isRuleAboveMail(lines, index)));
  if (end < 0) return { own: lines, quoted: '' };
  const quoted = lines.slice(HEADER.test(lines[end]!) ? end : end + 1);
  return { own: lines.slice(0, end), quoted: quoted.join('\n').trim() };
}

function isRuleAboveMail(lines: readonly string[], index: number): boolean {
  if (!RULE.test(lines[index]!)) return false;
  const next = lines.slice(index + 1, index + 4).find((line) => line !== '');
  return next === undefined || HEADER.test(next);
}

/** Message-ID of the reported mail: from the returned mail, else from the text of the report. */
export function originalMessageId({ original, lines }: ReportMail): string | undefined {
  const quoted = lines.find((line) => /^[> \t]{0,8}Message-ID:/i.test(line));
  return messageIdIn(original?.get('message-id')) ?? messageIdIn(quoted);
}
