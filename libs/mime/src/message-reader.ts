import { AttachmentPipe } from './attachment-pipe.js';
import type { BodyGroup, BodyNode } from './body.js';
import { type ContentDecoder, decoderFor } from './decoders.js';
import { unflowed } from './flowed.js';
import { HeaderFields, parseFields } from './header.js';
import type { LinePiece } from './lines.js';
import { partKindOf, type PartKind } from './part.js';
import type { ParameterField } from './parameters.js';
import type { AttachmentSink, MimeLimits, MimeProblem, ParsedAttachment } from './parsed-message.js';
import { TextCollector } from './text-collector.js';

/** A multipart that is being read. */
interface OpenMultipart {
  delimiters: readonly Buffer[];
  subtype: string;
  parts: number;
  /** The texts in it. */
  texts: BodyNode[];
}

/** A file of the message, with the place that its header names. */
export interface ReadFile<Stored> {
  file: ParsedAttachment & { stored: Stored };
  location: string | null;
}

/** A part whose content is being read. */
interface OpenPart<Stored> {
  decoder: ContentDecoder;
  kind: PartKind;
  text?: TextCollector;
  file?: AttachmentPipe<Stored>;
}

/** RFC 2046, 5.1.1: a boundary has at most 70 characters; some programs write more. */
const DELIMITER_MAX = 300;
/** How much content is decoded at a time. */
const COLLECTED_BYTES = 64 * 1024;
const NONE = Buffer.alloc(0);
const HYPHEN = 0x2d;
/** Characters in which a text says that it is HTML. */
const DOCTYPE_WITHIN = 500;

/** Reads a message line by line, in memory that does not grow with it. */
export class MessageReader<Stored> {
  readonly attachments: ReadFile<Stored>[] = [];
  /** The texts of the message. */
  readonly body: BodyGroup = { kind: 'series', children: [] };
  readonly problems = new Set<MimeProblem>();
  /** Header of the message itself. */
  header = new HeaderFields([]);

  readonly #plain: TextCollector;
  readonly #html: TextCollector;
  readonly #open: OpenMultipart[] = [];
  #mode: 'header' | 'body' | 'skip' = 'header';
  #lines: Buffer[] = [];
  #headerBytes = 0;
  #isFirstLine = true;
  #part: OpenPart<Stored> | undefined;
  /** The line break before the current line: it belongs to a boundary that may follow (RFC 2046, 5.1.1). */
  #pending: Buffer = NONE;
  /** Content of the part that is not yet decoded; a line at a time would take longer. */
  #collected: Buffer[] = [];
  #collectedBytes = 0;
  #parts = 0;
  #files = 0;
  #hasText = false;

  constructor(
    private readonly sink: AttachmentSink<Stored>,
    private readonly limits: MimeLimits,
  ) {
    this.#plain = new TextCollector(limits.textBytes);
    this.#html = new TextCollector(limits.textBytes);
  }

  /** A promise if the next line must wait. */
  line(piece: LinePiece): Promise<void> | undefined {
    if (this.#mode === 'header' || mayBeBoundary(piece)) return this.#structureLine(piece);
    return this.#mode === 'body' ? this.#bodyLine(piece) : undefined;
  }

  async #structureLine(piece: LinePiece): Promise<void> {
    if (mayBeBoundary(piece) && (await this.#passBoundary(piece.bytes))) return;
    if (this.#mode === 'header') await this.#headerLine(piece);
    else if (this.#mode === 'body') await this.#bodyLine(piece);
  }

  async end(): Promise<void> {
    if (this.#mode === 'header') await this.#endHeader();
    this.#collect(this.#pending);
    await this.#endPart();
    if (this.#open.length > 0) this.problems.add('multipart not closed');
    if (this.#open.some(({ parts }) => parts === 0)) this.problems.add('multipart without parts');
    if (this.#plain.isCut || this.#html.isCut) this.problems.add('text too long');
    if (this.#plain.hasUnknownCharset || this.#html.hasUnknownCharset) this.problems.add('unknown charset');
  }

  abort(error: Error): void {
    this.#part?.file?.abort(error);
  }

  /** Whether the line is a boundary of one of the multiparts around it. */
  async #passBoundary(line: Buffer): Promise<boolean> {
    for (let level = this.#open.length - 1; level >= 0; level -= 1) {
      const multipart = this.#open[level]!;
      const kind = multipart.delimiters.map((one) => boundaryKind(line, one)).find((one) => one !== undefined);
      if (!kind) continue;
      if (this.#mode === 'header') await this.#endHeader();
      await this.#endPart();
      this.#open.length = kind === 'close' ? level : level + 1;
      if (kind === 'close') this.#mode = 'skip';
      else this.#beginPart(multipart);
      return true;
    }
    return false;
  }

  #beginPart(multipart: OpenMultipart): void {
    multipart.parts += 1;
    this.#parts += 1;
    if (this.#parts > this.limits.parts) {
      this.problems.add('too many parts');
      this.#mode = 'skip';
      return;
    }
    this.#mode = 'header';
    this.#lines = [];
    this.#headerBytes = 0;
  }

  async #headerLine(piece: LinePiece): Promise<void> {
    const { bytes, isStart, isEnd } = piece;
    if (isStart && isEnd && bytes.length === 0) return this.#endHeader();
    const isFirst = this.#isFirstLine;
    this.#isFirstLine = false;
    const isContinuation = bytes[0] === 0x20 || bytes[0] === 0x09;
    if (isStart && !isContinuation && !/^[^\s:]+[ \t]*:/.test(bytes.subarray(0, 200).toString('latin1'))) {
      // The separator line of a mailbox file.
      if (isFirst && bytes.subarray(0, 5).toString('latin1') === 'From ') return;
      this.problems.add('no blank line after the header');
      await this.#endHeader();
      if (this.#mode === 'body') await this.#bodyLine(piece);
      return;
    }
    this.#headerBytes += bytes.length;
    if (this.#headerBytes > this.limits.headerBytes) {
      this.problems.add('header too large');
      return;
    }
    // A further piece of a long line goes on where the last one ended.
    if (isStart) this.#lines.push(Buffer.from(bytes));
    else if (this.#lines.length > 0) this.#lines.push(Buffer.concat([this.#lines.pop()!, bytes]));
  }

  async #endHeader(): Promise<void> {
    const isContinuation = (line: Buffer) => line[0] === 0x20 || line[0] === 0x09;
    if (this.#lines[0] && isContinuation(this.#lines[0])) this.problems.add('not a header line');
    const header = new HeaderFields(parseFields(this.#lines));
    this.#lines = [];
    const isMessage = this.#open.length === 0 && this.#parts === 0;
    if (isMessage) {
      this.header = header;
      this.#parts = 1;
    }
    this.#mode = 'body';
    this.#pending = NONE;
    const kind = partKindOf(header, { parent: this.#open.at(-1)?.subtype, isAfterText: this.#hasText });
    if (kind.type.value.startsWith('multipart/') && this.#openMultipart(kind)) return;
    this.#part = this.#openPart(kind);
    if (!this.#part) this.#mode = 'skip';
  }

  #openMultipart({ boundary, type }: PartKind): boolean {
    if (!boundary) {
      this.problems.add('multipart without a boundary');
      return false;
    }
    if (this.#open.length >= this.limits.depth) {
      this.problems.add('nested too deep');
      return false;
    }
    const subtype = type.value.slice('multipart/'.length);
    const group: BodyGroup = { kind: subtype === 'alternative' ? 'alternative' : 'series', children: [] };
    this.#texts.push(group);
    this.#open.push({ delimiters: delimitersOf(boundary), subtype, parts: 0, texts: group.children });
    // What stands before the first part is for programs that do not know MIME.
    this.#mode = 'skip';
    return true;
  }

  #openPart(kind: PartKind): OpenPart<Stored> | undefined {
    const { type, meta } = kind;
    const decoder = decoderFor(kind.encoding);
    const isBroken = type.value.startsWith('multipart/') && !kind.boundary;
    if (kind.isText || isBroken) {
      this.#hasText = true;
      return {
        kind,
        decoder: isBroken ? decoderFor('') : decoder,
        text: type.value === 'text/html' ? this.#html : this.#plain,
      };
    }
    this.#files += 1;
    if (this.#files > this.limits.attachments) {
      this.problems.add('too many attachments');
      return undefined;
    }
    return { kind, decoder, file: new AttachmentPipe(meta, this.sink) };
  }

  #bodyLine({ bytes, isStart, ending, isEnd }: LinePiece): Promise<void> | undefined {
    if (isStart) this.#collect(this.#pending);
    this.#collect(bytes);
    this.#pending = isEnd ? ending : NONE;
    return this.#collectedBytes >= COLLECTED_BYTES ? this.#decodeCollected() : undefined;
  }

  #collect(bytes: Buffer): void {
    if (!this.#part || bytes.length === 0) return;
    this.#collected.push(bytes);
    this.#collectedBytes += bytes.length;
  }

  async #decodeCollected(): Promise<void> {
    const bytes = this.#collected.length === 1 ? this.#collected[0]! : Buffer.concat(this.#collected);
    this.#collected = [];
    this.#collectedBytes = 0;
    if (this.#part && bytes.length > 0) await this.#emit(this.#part, this.#part.decoder.write(bytes));
  }

  async #emit({ text, file }: OpenPart<Stored>, decoded: Buffer): Promise<void> {
    text?.write(decoded);
    await file?.write(decoded);
  }

  async #endPart(): Promise<void> {
    await this.#decodeCollected();
    const part = this.#part;
    this.#part = undefined;
    this.#pending = NONE;
    if (!part) return;
    await this.#emit(part, part.decoder.end());
    if (part.text) this.#texts.push(readText(part.kind.type, part.text));
    if (part.file) this.attachments.push({ file: await part.file.end(), location: part.kind.location });
  }

  /** The texts of the multipart that is being read. */
  get #texts(): BodyNode[] {
    return this.#open.at(-1)?.texts ?? this.body.children;
  }
}

/** Some programs take single quotes for quotes, others for a part of the boundary. */
function delimitersOf(boundary: string): Buffer[] {
  const [, inner] = /^'(.+)'$/.exec(boundary) ?? [];
  return [boundary, ...(inner ? [inner] : [])].map((one) => Buffer.from(`--${one}`));
}

/** HTML in a part that says it is plain text is HTML: nobody reads its tags. */
function readText({ value, parameters }: ParameterField, collected: TextCollector): BodyNode {
  const isHtml = value === 'text/html';
  const text = collected.endPart(parameters.get('charset'), isHtml);
  if (isHtml || /^\s*<(?:!doctype html|html)[\s>]/i.test(text.slice(0, DOCTYPE_WITHIN))) return { kind: 'html', text };
  const isFlowed = parameters.get('format')?.toLowerCase() === 'flowed';
  return { kind: 'plain', text: isFlowed ? unflowed(text, parameters.get('delsp')?.toLowerCase() === 'yes') : text };
}

const mayBeBoundary = ({ bytes, isStart, isEnd }: LinePiece): boolean =>
  bytes[0] === HYPHEN && bytes[1] === HYPHEN && isStart && isEnd && bytes.length <= DELIMITER_MAX;

/** Blanks may follow a boundary (RFC 2046, 5.1.1). */
export function boundaryKind(line: Buffer, delimiter: Buffer): 'part' | 'close' | undefined {
  if (line.length < delimiter.length || !line.subarray(0, delimiter.length).equals(delimiter)) return undefined;
  const rest = line.subarray(delimiter.length).toString('latin1').trimEnd();
  if (rest === '') return 'part';
  return rest === '--' ? 'close' : undefined;
}
