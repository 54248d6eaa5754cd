import { wellFormed } from '#libs/core/charsets';
import { BodyRenderer } from './text/body.js';
import type { HeaderFields } from './headers/header.js';
import { LineCutter, type LinePiece } from './lines.js';
import { MessageReader } from './message-reader.js';
import type { ReadFile } from './parts/open-part.js';
import {
  type AttachmentSink,
  MIME_LIMITS,
  type MimeLimits,
  type ParsedAddress,
  type ParsedMessage,
} from './parsed-message.js';
import { PictureReferences } from './pictures.js';

const SUBJECT_MAX = 2_000;
const SNIPPET_MAX = 200;
const LIST_ID_MAX = 255;

/**
 * Reads a message (RFC 5322, MIME) in memory that does not grow with it: files go to the sink while they are read. Whatever
 * the bytes are, there is a result; what is wrong with them is in `problems`. How the source is cut makes no difference.
 * @throws what the source and the sink throw
 */
export async function parseMessage<Stored>(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  sink: AttachmentSink<Stored>,
  limits: Partial<MimeLimits> = {},
): Promise<ParsedMessage<Stored>> {
  const all = { ...MIME_LIMITS, ...limits };
  const reader = new MessageReader(sink, all);
  try {
    await readLines(source, reader);
    await reader.end();
  } catch (error) {
    reader.abort(error as Error);
    throw error;
  }
  const { header, body, problems } = reader;
  const renderer = new BodyRenderer(all.textBytes);
  const [text, html] = [renderer.text(body), renderer.html(body)];
  const attachments = withPictures(reader.attachments, html);
  return { ...envelopeOf(header), text, html, snippet: snippetOf(text), attachments, problems: [...problems] };
}

/** Says which pictures the HTML shows, and by which name. */
function withPictures<Stored>(
  files: readonly ReadFile<Stored>[],
  html: string | null,
): ParsedMessage<Stored>['attachments'] {
  const isPicture = ({ file }: ReadFile<Stored>) => file.contentType.startsWith('image/');
  const references = html !== null && files.some(isPicture) ? new PictureReferences(html) : undefined;
  return files.map((one) => {
    const { file, location } = one;
    const name = isPicture(one) ? references?.nameOf({ ...file, location }) : undefined;
    return name === undefined ? file : { ...file, contentId: name, isInline: true };
  });
}

/** Waits only where the reader asks to: a promise for each line would cost more than reading it. */
async function readLines(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  reader: MessageReader<unknown>,
): Promise<void> {
  const cutter = new LineCutter();
  const read = async (pieces: Iterable<LinePiece>) => {
    for (const piece of pieces) {
      const busy = reader.line(piece);
      if (busy) await busy;
    }
  };
  for await (const chunk of source) await read(cutter.cut(chunk));
  await read(cutter.end());
}

/** The beginning of a text on one line. */
export function snippetOf(text: string): string {
  // Few texts begin with so many spaces that the shorter beginning is not enough.
  let start = onOneLine(text.slice(0, SNIPPET_MAX * 2));
  if (start.length < SNIPPET_MAX) start = onOneLine(text.slice(0, SNIPPET_MAX * 20));
  return wellFormed(start.slice(0, SNIPPET_MAX));
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

type Envelope = Omit<ParsedMessage<unknown>, 'text' | 'html' | 'snippet' | 'attachments' | 'problems'>;

function envelopeOf(header: HeaderFields): Envelope {
  const listId = /<([^<>]+)>/.exec(header.get('list-id') ?? '')?.[1] ?? header.get('list-id');
  return {
    headers: [...header.fields],
    messageId: header.messageId('message-id'),
    inReplyTo: header.messageId('in-reply-to'),
    references: header.messageIds('references'),
    subject: wellFormed(header.text('subject').slice(0, SUBJECT_MAX)),
    from: firstWithAddress(header.addresses('from')),
    sender: header.addresses('sender')[0] ?? null,
    to: header.addresses('to'),
    cc: header.addresses('cc'),
    bcc: header.addresses('bcc'),
    replyTo: header.addresses('reply-to'),
    date: header.date(),
    listId: listId?.trim().slice(0, LIST_ID_MAX) || null,
    isAutomatic: isAutomatic(header),
  };
}

/** An unquoted comma in a name makes an entry of its own of what stands before it. */
const firstWithAddress = (addresses: readonly ParsedAddress[]): ParsedAddress | null =>
  addresses.find(({ address }) => address !== '') ?? addresses[0] ?? null;

function isAutomatic(header: HeaderFields): boolean {
  const submitted = header.get('auto-submitted')?.trim().toLowerCase() ?? 'no';
  const precedence = header.get('precedence')?.trim().toLowerCase() ?? '';
  return (
    !submitted.startsWith('no') ||
    ['bulk', 'list', 'junk'].includes(precedence) ||
    header.get('list-id') !== undefined ||
    header.get('list-unsubscribe') !== undefined
  );
}
