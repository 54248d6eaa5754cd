import { InvalidZip, Zip, type ZipEntry, type ZipSource } from '#libs/core/zip';
import type { ArchiveFormat, FailureReason } from '../import-values.js';
import { parseDate } from '#libs/mail/mime';
import { isEmlx, readEmlx } from './emlx.js';
import { hintsOf } from './file-hints.js';
import { MboxSplitter } from './mbox.js';
import type { MessageHints } from './message-flags.js';

/** Place at which reading continues: a file within a ZIP file (0 for any other), and an offset in it. */
export interface ArchivePlace {
  entry: number;
  offset: number;
}

/** A message of an archive. */
export interface ArchivedMessage {
  raw: Buffer | null;
  /** Why there is no message; null if there is one. */
  failure: FailureReason | null;
  /** The file within a ZIP file. */
  file: string | null;
  /** Hints of its place in the archive. */
  hints: MessageHints;
  /** Place at which the next message begins. */
  next: ArchivePlace;
  /** Bytes of the archive that are read when this message is done. */
  readBytes: number;
}

export interface Archive {
  format: ArchiveFormat;
  source: ZipSource;
  /** Bytes of a message. */
  maxMessageBytes: number;
}

const ENTRIES_MAX = 200_000;
/** Text shrinks to a tenth, long runs of the same letter to a thousandth. */
const RATIO_MAX = 200;
const UNPACKED_FREE = 64 * 1024 ** 2;
const UNPACKED_MAX = 64 * 1024 ** 3;
const SNIFFED = 4_096;
const FILE_NAME_MAX = 200;

/** Detects the format by the first bytes of a file; undefined if it holds no messages. */
export function formatOf(beginning: Buffer): ArchiveFormat | undefined {
  if (beginning.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) return 'zip';
  if (beginning.subarray(0, 4).equals(Buffer.from('PK\x05\x06', 'latin1'))) return 'zip';
  const text = beginning.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
  if (/^(?:\r?\n)*From \S/.test(text)) return 'mbox';
  return isMessage(beginning) || isEmlx(beginning.toString('latin1')) ? 'eml' : undefined;
}

/** Whether bytes begin with a header field. */
export const isMessage = (bytes: Buffer): boolean =>
  /^(?:\u00ef\u00bb\u00bf)?(?:From [^\r\n]*\r?\n)?[!-9;-~]{1,100}[ \t]*:/.test(
    bytes.subarray(0, 1_200).toString('latin1'),
  );

/** Opens a ZIP file. @throws InvalidZip also for one that would unpack to far more than it is */
export async function openZip(source: ZipSource): Promise<Zip> {
  const unpacked = Math.min(UNPACKED_MAX, UNPACKED_FREE + source.bytes * RATIO_MAX);
  const zip = await Zip.open(source, { entries: ENTRIES_MAX, unpacked, ratio: RATIO_MAX });
  const said = zip.entries.reduce((sum, { bytes }) => sum + bytes, 0);
  if (said > unpacked) throw new InvalidZip('too large');
  return zip;
}

/** The messages of an archive from a place on. @throws InvalidZip, and what the source throws */
export async function* messagesOf(archive: Archive, from: ArchivePlace): AsyncGenerator<ArchivedMessage> {
  const { format, source } = archive;
  if (format === 'zip') yield* messagesOfZip(archive, from);
  else if (from.entry > 0) return;
  else if (format === 'mbox') {
    const rest = from.offset < source.bytes ? source.read({ start: from.offset, end: source.bytes - 1 }) : [];
    for await (const { raw, separator, end } of mboxMessages(rest, archive.maxMessageBytes, from.offset))
      yield { ...checked(raw), hints: hintsIn(separator), file: null, next: { entry: 0, offset: end }, readBytes: end };
  } else {
    const one = single(await collect(source.read(), archive.maxMessageBytes));
    yield { ...one, file: null, next: { entry: 1, offset: 0 }, readBytes: source.bytes };
  }
}

async function* messagesOfZip(archive: Archive, from: ArchivePlace): AsyncGenerator<ArchivedMessage> {
  const zip = await openZip(archive.source);
  let readBytes = zip.entries.slice(0, from.entry).reduce((sum, { packedBytes }) => sum + packedBytes, 0);
  for (let index = from.entry; index < zip.entries.length; index += 1) {
    const entry = zip.entries[index]!;
    const offset = index === from.entry ? from.offset : 0;
    const file = [...entry.name].slice(0, FILE_NAME_MAX).join('');
    const next = { entry: index + 1, offset: 0 };
    try {
      if (mayHoldMessages(entry))
        for await (const message of messagesOfEntry(zip, index, offset, archive.maxMessageBytes))
          yield { ...message, file, readBytes };
    } catch (error) {
      // One damaged file does not keep the others from being imported. A bomb is no damage.
      if (!(error instanceof InvalidZip) || error.fault === 'too large') throw error;
      yield { raw: null, failure: 'damaged', file, hints: {}, next, readBytes };
    }
    readBytes = Math.min(readBytes + entry.packedBytes, archive.source.bytes);
  }
}

type EntryMessage = Pick<ArchivedMessage, 'raw' | 'failure' | 'hints' | 'next'>;

async function* messagesOfEntry(
  zip: Zip,
  index: number,
  offset: number,
  maxBytes: number,
): AsyncGenerator<EntryMessage> {
  const entry = zip.entries[index]!;
  const { beginning, content } = await peek(zip.read(entry));
  const format = formatOf(beginning);
  const next = { entry: index + 1, offset: 0 };
  const hints = hintsOf(entry.name);
  if (format === 'mbox') {
    for await (const { raw, separator, end } of mboxMessages(skipped(content, offset), maxBytes, offset))
      yield { ...checked(raw), hints: { ...hints, ...hintsIn(separator) }, next: { entry: index, offset: end } };
  } else if (format === 'eml') {
    const one = single(await collect(content, maxBytes));
    yield { ...one, hints: { ...hints, ...one.hints }, next };
  } else {
    await content.return(undefined);
    yield { raw: null, failure: 'not a message', hints, next };
  }
}

/** Files that systems and programs put beside others: nobody misses them. */
const BESIDE =
  /^(?:\.ds_store|\._.*|thumbs\.db|desktop\.ini|.*\.msf|dovecot[.-].*|maildirsize|maildirfolder|subscriptions|courierimap.*)$/i;

/** Tells whether a file is to be read; its content alone says what is in it. */
function mayHoldMessages({ name, isFolder, bytes }: ZipEntry): boolean {
  const base = name.split('/').at(-1) ?? '';
  return !isFolder && bytes > 0 && !name.startsWith('__MACOSX/') && !BESIDE.test(base);
}

/** Tells whether a ZIP file has anything that is read, or will stand among the failures. */
export const hasMessageFiles = ({ entries }: Zip): boolean => entries.some(mayHoldMessages);

/** The line before a message names the moment at which it was received. */
function hintsIn(separator: string): MessageHints {
  const at = parseDate(separator.replace(/^From +\S+/, ''));
  return at ? { at } : {};
}

/** A message that is alone in its file. */
function single(file: Buffer | null): Pick<ArchivedMessage, 'raw' | 'failure' | 'hints'> {
  if (file && isEmlx(file.subarray(0, SNIFFED).toString('latin1'))) {
    const { raw, hints } = readEmlx(file);
    return { ...checked(raw), hints };
  }
  return { ...checked(file), hints: {} };
}

const checked = (raw: Buffer | null): Pick<ArchivedMessage, 'raw' | 'failure'> =>
  raw === null
    ? { raw, failure: 'too large' }
    : isMessage(raw)
      ? { raw, failure: null }
      : { raw: null, failure: 'not a message' };

async function* mboxMessages(source: AsyncIterable<Buffer> | Iterable<Buffer>, maxBytes: number, start: number) {
  const splitter = new MboxSplitter(maxBytes, start);
  for await (const chunk of source) yield* splitter.push(chunk);
  yield* splitter.end();
}

/** Null if it is larger than a message may be. */
async function collect(source: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer | null> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) chunks = [];
    else chunks.push(chunk);
  }
  return bytes > maxBytes ? null : Buffer.concat(chunks, bytes);
}

async function peek(source: AsyncGenerator<Buffer>): Promise<{ beginning: Buffer; content: AsyncGenerator<Buffer> }> {
  const read: Buffer[] = [];
  let bytes = 0;
  while (bytes < SNIFFED) {
    const { done, value } = await source.next();
    if (done) break;
    read.push(value);
    bytes += value.length;
  }
  const beginning = Buffer.concat(read, bytes);
  async function* content(): AsyncGenerator<Buffer> {
    try {
      if (beginning.length > 0) yield beginning;
      yield* source;
    } finally {
      await source.return(undefined);
    }
  }
  return { beginning, content: content() };
}

async function* skipped(source: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  for await (const chunk of source) {
    if (left < chunk.length) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}
