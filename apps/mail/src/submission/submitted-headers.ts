import { type HeaderLines, parseMailbox, SmtpRejection, splitHeader, unfolded } from '#libs/mail/email';

/** Bytes of a message's headers. */
const MAX_BYTES = 262_144;
const END = '\r\n\r\n';

/** Fields that name those who are to stay hidden, or that only the last server writes. */
const REMOVED = new Set(['bcc', 'resent-bcc', 'return-path']);

type IsOwn = (address: string) => Promise<boolean>;

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

/** @throws SmtpRejection for a line that belongs to no field */
function fieldsOf(head: string): HeaderLines[] {
  const fields = splitHeader(head);
  if (!fields) throw new SmtpRejection(554, '5.6.0 The message does not begin with headers');
  return fields;
}

async function requireAuthor(fields: readonly HeaderLines[], isOwn: IsOwn): Promise<void> {
  const authors = fields.filter(({ name }) => name === 'from');
  if (authors.length !== 1) throw new SmtpRejection(554, '5.6.0 The message needs one From field');
  const declared = [...authors, ...fields.filter(({ name }) => name === 'sender')];
  for (const { lines } of declared) {
    const address = parseMailbox(unfolded(lines))?.address;
    if (address === undefined || !(await isOwn(address)))
      throw new SmtpRejection(553, '5.7.1 The From of the message is no address that this login writes as');
  }
}
