import type { Readable, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { lazyPackage } from '#libs/lazy';
import type { MessageAddress } from '../message-values.js';
import type { ContentFile, MessageContent } from './message-content.js';
import { snippetOf } from './snippet.js';

interface AddressNode {
  name?: string;
  address?: string;
  group?: AddressNode[];
}

interface AddressField {
  value: AddressNode[];
}

interface AttachmentNode {
  type: 'attachment';
  filename?: string;
  contentType?: string;
  contentDisposition?: string;
  cid?: string;
  related?: boolean;
  content: Readable;
  release(): void;
}

interface TextNode {
  type: 'text';
  text?: string;
  html?: string | false;
}

/** As much of mailparser as is used here; the package brings no types. */
interface MailParserStream extends AsyncIterable<AttachmentNode | TextNode> {
  headers: Map<string, unknown> | false;
  headerLines: { key: string; line: string }[] | false;
  destroy(error?: Error): void;
}

interface Mailparser {
  MailParser: new (options: object) => MailParserStream;
}

const mailparser = lazyPackage<Mailparser>('mailparser');
const OPTIONS = { skipHtmlToText: true, skipImageLinks: true, skipTextToHtml: true, skipTextLinks: true };

/** Of what a message has more than this, the rest is left out; the raw message keeps it. */
const MAX = {
  files: 1_000,
  headers: 500,
  header: 4_000,
  subject: 1_000,
  addresses: 500,
  name: 300,
  id: 998,
  text: 1_048_576,
};

/** Reads raw messages: their headers and texts, and their files as streams. */
@Injectable()
export class MessageReader {
  /** Only the headers and the texts. @throws what reading the source, or parsing it, throws */
  async readWithoutFiles(source: Readable): Promise<MessageContent> {
    return this.read(source, async ({ content }) => {
      await finished(content.resume());
    });
  }

  /**
   * @param onFile called for each file in turn; it reads the content to its end
   * @throws what reading the source, parsing it, or `onFile` throws
   */
  async read(source: Readable, onFile: (file: ContentFile) => Promise<void>): Promise<MessageContent> {
    const parser = new (mailparser().MailParser)(OPTIONS);
    source.once('error', (error) => parser.destroy(error));
    source.pipe(parser as unknown as Transform);
    let texts: TextNode = { type: 'text' };
    let files = 0;
    try {
      for await (const node of parser) {
        if (node.type === 'text') texts = node;
        else {
          if (files < MAX.files) await onFile(fileOf(node));
          else await finished(node.content.resume());
          files += 1;
          node.release();
        }
      }
    } finally {
      source.destroy();
    }
    return contentOf(parser, texts);
  }
}

function fileOf(node: AttachmentNode): ContentFile {
  const isInline = Boolean(node.related) || (node.contentDisposition === 'inline' && Boolean(node.cid));
  return {
    fileName: (node.filename ?? '').slice(0, MAX.name),
    contentType: (node.contentType ?? 'application/octet-stream').slice(0, MAX.name).toLowerCase(),
    contentId: node.cid?.slice(0, MAX.id) || null,
    isInline,
    content: node.content,
  };
}

function contentOf({ headers: given, headerLines }: MailParserStream, { text, html }: TextNode): MessageContent {
  const headers = given || new Map<string, unknown>();
  const [from] = addressesOf(headers.get('from'));
  const date = headers.get('date');
  const lines = (headerLines || []).slice(0, MAX.headers).map(({ key, line }) => ({ name: key, value: valueOf(line) }));
  const plain = text?.slice(0, MAX.text) ?? null;
  const rich = html ? html.slice(0, MAX.text) : null;
  return {
    headers: lines,
    messageId: idsOf(headers.get('message-id'))[0] ?? null,
    inReplyTo: idsOf(headers.get('in-reply-to'))[0] ?? null,
    references: idsOf(headers.get('references')),
    subject: textOf(headers.get('subject')).slice(0, MAX.subject),
    from: from ?? null,
    to: addressesOf(headers.get('to')),
    cc: addressesOf(headers.get('cc')),
    bcc: addressesOf(headers.get('bcc')),
    replyTo: addressesOf(headers.get('reply-to')),
    date: date instanceof Date && !Number.isNaN(date.getTime()) ? date : null,
    listId: /<([^<>]{1,998})>/.exec(lines.find(({ name }) => name === 'list-id')?.value ?? '')?.[1] ?? null,
    text: plain,
    html: rich,
    snippet: snippetOf(plain, rich),
  };
}

const valueOf = (line: string): string =>
  line
    .slice(line.indexOf(':') + 1)
    .replace(/\r?\n[ \t]*/g, ' ')
    .trim()
    .slice(0, MAX.header);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Message-IDs without their angle brackets. */
function idsOf(value: unknown): string[] {
  const text = Array.isArray(value) ? value.join(' ') : textOf(value);
  const found = [...text.matchAll(/<([^<>\s]+)>/g)].map(([, id]) => id!);
  return found.filter((id) => id.length <= MAX.id);
}

function addressesOf(value: unknown): MessageAddress[] {
  const fields = (Array.isArray(value) ? value : value ? [value] : []) as AddressField[];
  const nodes = fields.flatMap((field) => field.value ?? []).flatMap((node) => node.group ?? node);
  return nodes
    .slice(0, MAX.addresses)
    .flatMap(({ name = '', address = '' }) =>
      address || name ? [{ name: name.slice(0, MAX.name), address: address.slice(0, MAX.name) }] : [],
    );
}
