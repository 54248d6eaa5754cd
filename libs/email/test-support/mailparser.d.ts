/** As much of mailparser as the specs use; the package brings no types. */
declare module 'mailparser' {
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
  export function simpleParser(source: Buffer, options?: object): Promise<ParsedMail>;
}
