import type { HeaderField, ParsedAddress, ParsedMessage } from '#libs/mail/mime';
import type { AuthenticationVerdicts } from '#libs/mail/sender-checks';
import type { ReceivedAttachment } from './received-attachment.entity.js';

type Parsed = ParsedMessage<unknown>;

/** Facts that the header of a message states, and the verdicts on its sender. */
export interface ReceivedContent extends Pick<Parsed, 'messageId' | 'inReplyTo' | 'references' | 'subject'> {
  from: ParsedAddress | null;
  to: ParsedAddress[];
  cc: ParsedAddress[];
  replyTo: ParsedAddress[];
  /** RFC 3339; null if the message has no date. */
  date: string | null;
  /** True if a program wrote it, or a list sent it. */
  autoSubmitted: boolean;
  verdicts: Pick<AuthenticationVerdicts, 'spf' | 'dkim' | 'dmarc'>;
}

/** The large parts of a message. */
export interface ReceivedBody {
  /** On one line each, and not decoded. */
  headers: HeaderField[];
  /** All that readers see, as text. */
  text: string;
  /** Null if no part is HTML. */
  html: string | null;
}

/** All that reading a message gives. */
export interface ReadEmail {
  content: ReceivedContent;
  body: ReceivedBody;
  attachments: Omit<ReceivedAttachment, 'tenantId' | 'emailId' | 'index'>[];
}

export function readEmail(
  { headers, text, html, attachments, ...parsed }: ParsedMessage<Pick<ReceivedAttachment, 'hash'>>,
  { spf, dkim, dmarc }: AuthenticationVerdicts,
): ReadEmail {
  return {
    content: {
      messageId: parsed.messageId,
      inReplyTo: parsed.inReplyTo,
      references: parsed.references,
      subject: parsed.subject,
      from: parsed.from,
      to: parsed.to,
      cc: parsed.cc,
      replyTo: parsed.replyTo,
      date: parsed.date?.toISOString() ?? null,
      autoSubmitted: parsed.isAutomatic,
      verdicts: { spf, dkim, dmarc },
    },
    body: { headers, text, html },
    attachments: attachments.map(({ fileName, contentType, bytes, contentId, stored }) => ({
      fileName,
      contentType,
      bytes,
      contentId,
      hash: stored.hash,
    })),
  };
}
