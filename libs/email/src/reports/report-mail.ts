import { Parser } from 'htmlparser2';
import PostalMime, { type Email } from 'postal-mime';
import { addressIn, messageIdIn, readBlocks, type Fields } from './fields.js';

/** What is read of a report: the mail that comes back at its end may be large, and only its headers count. */
const MAX_BYTES = 262_144;
const MAX_TEXT = 65_536;
const MAX_NESTING = 20;

/** A received mail as far as a report needs it. */
export interface ReportMail {
  headers: Fields;
  subject: string;
  /** The address in From, in lower case; empty without one. */
  from: string;
  /** The readable text, cut to 64 KiB. */
  text: string;
  /** Text of the first part of that MIME type. */
  part(...types: string[]): string | undefined;
  /** Headers of the mail that came back with the report. */
  original: Fields | undefined;
}

/** Null for what cannot be read as a mail. */
export async function readMail(raw: Buffer): Promise<ReportMail | null> {
  try {
    const email = await PostalMime.parse(raw.subarray(0, MAX_BYTES), {
      maxNestingDepth: MAX_NESTING,
      maxRfc822NestingDepth: 0,
    });
    return toReportMail(email);
  } catch {
    // Hostile nesting or headers without end: no report that anybody honest sends.
    return null;
  }
}

function toReportMail(email: Email): ReportMail {
  const headers = new Map<string, string>();
  for (const { key, value } of email.headers) if (!headers.has(key)) headers.set(key, value);
  const part = (...types: string[]) => {
    const found = email.attachments.find(({ mimeType }) => types.includes(mimeType));
    return found && textOf(found.content);
  };
  const returned = part('message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers', 'message/global');
  return {
    headers,
    subject: email.subject ?? '',
    from: addressIn(headers.get('from'))?.toLowerCase() ?? '',
    text: email.text?.slice(0, MAX_TEXT) ?? plainText(email.html ?? ''),
    part,
    original: returned === undefined ? undefined : readBlocks(returned)[0],
  };
}

function textOf(content: ArrayBuffer | Uint8Array | string): string {
  if (typeof content === 'string') return content.slice(0, MAX_TEXT);
  const bytes = content instanceof ArrayBuffer ? new Uint8Array(content) : content;
  return Buffer.from(bytes.subarray(0, MAX_TEXT)).toString('utf8');
}

const BLOCKS = new Set(['p', 'div', 'br', 'tr', 'li', 'h1', 'h2', 'h3', 'table', 'pre']);

/** What a page says, a line for each block: some servers bounce in HTML alone. */
function plainText(html: string): string {
  let text = '';
  const parser = new Parser({
    ontext: (piece) => (text += piece),
    onopentagname: (name) => (text += BLOCKS.has(name) ? '\n' : ''),
    onclosetag: (name) => (text += BLOCKS.has(name) ? '\n' : ''),
  });
  parser.end(html.slice(0, 4 * MAX_TEXT));
  return text.slice(0, MAX_TEXT);
}

/** Message-ID of the mail that a report is about: from the mail that came back, else from the words of the report. */
export function originalMessageId({ original, text }: ReportMail): string | undefined {
  const quoted = /^[> \t]{0,8}Message-I[Dd]:[ \t]{0,8}(<[^\s<>]{1,900}>)/m.exec(text)?.[1];
  return messageIdIn(original?.get('message-id')) ?? messageIdIn(quoted);
}
