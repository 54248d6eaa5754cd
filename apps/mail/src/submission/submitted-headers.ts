import { parseMailbox, SmtpRejection } from '#libs/mail/email';

/** Bytes of a message's headers. */
const MAX_BYTES = 262_144;
const END = '\r\n\r\n';

/** Fields that name those who are to stay hidden, or that only the last server writes. */
const REMOVED = new Set(['bcc', 'resent-bcc', 'return-path']);

type IsOwn = (address: string) => Promise<boolean>;

interface Field {
  /** Lower case. */
  name: string;
  /** Lines of the field as they came, with their ends. */
  lines: string;
}

/** Header fields for a message that comes without them. */
export interface SubmissionDefaults {
  /** Without angle brackets. */
  messageId: string;
  date: Date;
  /** Received field, which tells the way the message came. */
  received: string;
}

/**
 * Completes a message that a mail program sends (RFC 6409, 8) while it is read: Message-ID and Date are added if they are
 * missing, Bcc is removed. The body stays byte for byte.
 * @param isOwn whether it may be written as an address; asked for the author first
 * @throws SmtpRejection unless it has one author, whose address is
 */
export async function* completeHeaders(
  content: AsyncIterable<Buffer>,
  isOwn: IsOwn,
  defaults: SubmissionDefaults,
): AsyncGenerator<Buffer, void> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of content) {
    if (!head) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf(END);
    if (end < 0 && head.length <= MAX_BYTES) continue;
    if (end < 0 || end > MAX_BYTES) throw new SmtpRejection(552, '5.3.4 The headers of the message are too large');
    yield await completed(head.subarray(0, end + 2), isOwn, defaults);
    yield head.subarray(end + 2);
    head = undefined;
  }
  if (head) yield await completed(head, isOwn, defaults);
}

async function completed(head: Buffer, isOwn: IsOwn, defaults: SubmissionDefaults): Promise<Buffer> {
  const fields = fieldsOf(head.toString('latin1'));
  await requireAuthor(fields, isOwn);
  const { messageId, date, received } = defaults;
  const has = (name: string) => fields.some((field) => field.name === name);
  const added = [
    `Received: ${received}\r\n`,
    ...(has('message-id') ? [] : [`Message-ID: <${messageId}>\r\n`]),
    ...(has('date') ? [] : [`Date: ${date.toUTCString().replace('GMT', '+0000')}\r\n`]),
  ];
  const kept = fields.filter(({ name }) => !REMOVED.has(name)).map(({ lines }) => lines);
  return Buffer.from([...added, ...kept].join(''), 'latin1');
}

/** Each field with the lines that continue it. @throws SmtpRejection for a line that belongs to none */
function fieldsOf(head: string): Field[] {
  const fields: Field[] = [];
  for (const line of head.split(/(?<=\r\n)/)) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line) && last) last.lines += line;
    else fields.push({ name: nameOf(line), lines: line.endsWith('\r\n') ? line : `${line}\r\n` });
  }
  return fields;
}

function nameOf(line: string): string {
  const name = /^([!-9;-~]+)[ \t]*:/.exec(line)?.[1];
  if (name === undefined) throw new SmtpRejection(554, '5.6.0 The message does not begin with headers');
  return name.toLowerCase();
}

async function requireAuthor(fields: readonly Field[], isOwn: IsOwn): Promise<void> {
  const authors = fields.filter(({ name }) => name === 'from');
  if (authors.length !== 1) throw new SmtpRejection(554, '5.6.0 The message needs one From field');
  const declared = [...authors, ...fields.filter(({ name }) => name === 'sender')];
  for (const { lines } of declared) {
    const address = parseMailbox(valueOf(lines))?.address;
    if (address === undefined || !(await isOwn(address)))
      throw new SmtpRejection(553, '5.7.1 The From of the message is no address that this login writes as');
  }
}

const valueOf = (lines: string): string =>
  lines
    .slice(lines.indexOf(':') + 1)
    .replaceAll(/\r\n/g, '')
    .trim();
