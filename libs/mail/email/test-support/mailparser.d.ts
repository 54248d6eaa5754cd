/** Part of mailparser that specs and benches use; the package brings no types. */
declare module 'mailparser' {
  import type { Readable, Writable } from 'node:stream';

  interface ParsedAddress {
    name: string;
    address?: string;
  }
  interface ParsedAttachment {
    filename?: string;
    contentType: string;
    contentDisposition: string;
    cid?: string;
    related?: boolean;
    content: Buffer;
  }
  interface ParsedMail {
    subject?: string;
    text?: string;
    html?: string | false;
    from?: { value: ParsedAddress[] };
    to?: { value: ParsedAddress[] };
    cc?: { value: ParsedAddress[] };
    replyTo?: { value: ParsedAddress[] };
    messageId?: string;
    date?: Date;
    headers: Map<string, unknown>;
    attachments: ParsedAttachment[];
  }
  interface StreamedAttachment {
    type: 'attachment';
    content: Readable;
    release(): void;
  }
  interface MailParserEvents {
    data: [part: StreamedAttachment | { type: 'text' }];
    end: [];
    error: [error: Error];
  }
  /** Reads the message that is written to it; each file waits until it is released. */
  export class MailParser extends Writable {
    on<K extends keyof MailParserEvents>(event: K, listener: (...values: MailParserEvents[K]) => void): this;
  }
  export function simpleParser(source: Buffer, options?: object): Promise<ParsedMail>;
}
