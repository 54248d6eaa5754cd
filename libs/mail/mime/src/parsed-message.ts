/** An address in a header, with the name beside it; '' without one. */
export interface ParsedAddress {
  name: string;
  address: string;
}

export interface HeaderField {
  /** Name in the spelling of the message. */
  name: string;
  /** On one line, not decoded. */
  value: string;
}

/** Facts about a file that are known before its content is read. */
export interface AttachmentMeta {
  /** Name that the message gives, decoded, without a path; '' without a name. */
  fileName: string;
  /** In lower case, without parameters. */
  contentType: string;
  /** Without angle brackets, or the other name by which the HTML shows it; null if there is none. */
  contentId: string | null;
  /** True if the message shows it within its HTML; known when all of it is read. */
  isInline: boolean;
  /** True if no person would save it: a signature, a report, another form of the text. */
  isForPrograms: boolean;
}

export interface ParsedAttachment extends AttachmentMeta {
  /** Bytes, decoded. */
  bytes: number;
}

/** Faults of a message, and limits that it exceeds. */
export type MimeProblem =
  | 'header too large'
  | 'no blank line after the header'
  | 'not a header line'
  | 'nested too deep'
  | 'too many parts'
  | 'too many attachments'
  | 'text too long'
  | 'unknown charset'
  | 'multipart without a boundary'
  | 'multipart without its boundary'
  | 'multipart without parts'
  | 'multipart not closed';

/** A message as its readers see it. */
export interface ParsedMessage<Stored> {
  headers: HeaderField[];
  /** Without angle brackets; null if there is none. */
  messageId: string | null;
  inReplyTo: string | null;
  /** The oldest first, without angle brackets. */
  references: string[];
  subject: string;
  from: ParsedAddress | null;
  sender: ParsedAddress | null;
  to: ParsedAddress[];
  cc: ParsedAddress[];
  bcc: ParsedAddress[];
  replyTo: ParsedAddress[];
  /** When it was written; if it does not say, when it was last received. */
  date: Date | null;
  /** The id of its mailing list (RFC 2919); null if it came by none. */
  listId: string | null;
  /** Whether a program wrote it (RFC 3834), or a mailing list sent it: it gets no automatic answer. */
  isAutomatic: boolean;
  /** All that readers see, as text: plain parts, and what HTML says where there is no other; '' without either. */
  text: string;
  /** All that readers see, as HTML as it came: not safe to show. Null if no part is HTML. */
  html: string | null;
  /** The beginning of the text on one line. */
  snippet: string;
  /** The files in their order, each with what the sink made of it. */
  attachments: (ParsedAttachment & { stored: Stored })[];
  problems: MimeProblem[];
}

/** Destination of the files of a message. */
export interface AttachmentSink<Stored> {
  /**
   * Takes the decoded content of a file; the message is read on as fast as it does. An error ends the parse with it. It may
   * leave content unread.
   */
  attachment(meta: AttachmentMeta, content: AsyncIterable<Buffer>): Promise<Stored>;
}

/** Limits on what is taken from a message. All of it is read through. */
export interface MimeLimits {
  /** Bytes of the header of a message or part; 512 KiB by default. */
  headerBytes: number;
  /** Multiparts within each other; one that is deeper is a file. 32 by default. */
  depth: number;
  /** Parts; further ones are skipped. 2,000 by default. */
  parts: number;
  /** Files; further ones are skipped. 500 by default. */
  attachments: number;
  /** Bytes of the text, and of the HTML; 2 MiB by default. */
  textBytes: number;
}

export const MIME_LIMITS: MimeLimits = {
  headerBytes: 512 * 1024,
  depth: 32,
  parts: 2_000,
  attachments: 500,
  textBytes: 2 * 1024 * 1024,
};
