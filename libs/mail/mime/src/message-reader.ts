import { AttachmentPipe } from './parts/attachment-pipe.js';
import { type BodyGroup, type BodyNode, hasText } from './text/body.js';
import { decoderFor } from './decoders/decoders.js';
import { HeaderFields, parseFields } from './headers/header.js';
import type { LinePiece } from './lines.js';
import { FilePart, type OpenFile, type OpenPart, PreamblePart, type ReadFile, TextPart } from './parts/open-part.js';
import { isContainer, partKindOf, type PartKind } from './parts/part.js';
import type { AttachmentSink, MimeLimits, MimeProblem } from './parsed-message.js';
import { TnefPart } from './tnef/tnef-part.js';
import { TextCollector } from './text/text-collector.js';

/** A multipart that is being read. */
interface OpenMultipart {
  delimiters: readonly Buffer[];
  /** Whether it names its boundary. */
  isNamed: boolean;
  subtype: string;
  parts: number;
  /** The texts in it. */
  texts: BodyNode[];
}

/** RFC 2046, 5.1.1: a boundary has at most 70 characters; some programs write more. */
const DELIMITER_MAX = 300;
/** How much content is decoded at a time. */
const COLLECTED_BYTES = 64 * 1024;
const NONE = Buffer.alloc(0);
const HYPHEN = 0x2d;

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
  /** A line that is the boundary of the multipart if a header follows. */
  #candidate: LinePiece | undefined;
  /** The line break before the current line: it belongs to a boundary that may follow (RFC 2046, 5.1.1). */
  #pending: Buffer = NONE;
  /** Content of the part that is not yet decoded; a line at a time would take longer. */
  #collected: Buffer[] = [];
  #collectedBytes = 0;
  #parts = 0;
  #files = 0;
  #hasText = false;
  /** Forms of a text that stands for that of the message if it has none. */
  #spare: BodyNode[] = [];

  constructor(
    private readonly sink: AttachmentSink<Stored>,
    private readonly limits: MimeLimits,
  ) {
    this.#plain = new TextCollector(limits.textBytes);
    this.#html = new TextCollector(limits.textBytes);
  }

  /** A promise if the next line must wait. */
  line(piece: LinePiece): Promise<void> | undefined {
    if (this.#mode === 'header' || this.#candidate || mayBeBoundary(piece)) return this.#structureLine(piece);
    return this.#mode === 'body' ? this.#bodyLine(piece) : undefined;
  }

  async #structureLine(piece: LinePiece): Promise<void> {
    if (this.#candidate) await this.#judgeCandidate(this.#candidate, piece);
    if (mayBeBoundary(piece)) {
      if (await this.#passBoundary(piece.bytes)) return;
      if (this.#mode === 'body' && this.#part instanceof PreamblePart && isLikeBoundary(piece.bytes)) {
        this.#candidate = { ...piece, bytes: Buffer.from(piece.bytes) };
        return;
      }
    }
    if (this.#mode === 'header') await this.#headerLine(piece);
    else if (this.#mode === 'body') await this.#bodyLine(piece);
  }

  /** A multipart whose boundary has not come has the one that stands before a header, as in a part. */
  async #judgeCandidate(candidate: LinePiece, next: LinePiece): Promise<void> {
    this.#candidate = undefined;
    const multipart = this.#open.at(-1);
    if (!multipart || !next.isStart || !/^content-[a-z-]+[ \t]*:/i.test(next.bytes.toString('latin1', 0, 100)))
      return this.#bodyLine(candidate);
    if (multipart.isNamed) this.problems.add('multipart without its boundary');
    multipart.delimiters = [...multipart.delimiters, candidate.bytes];
    await this.#passBoundary(candidate.bytes);
  }

  async end(): Promise<void> {
    if (this.#candidate) await this.#bodyLine(this.#candidate);
    if (this.#mode === 'header') await this.#endHeader();
    this.#collect(this.#pending);
    await this.#endPart();
    if (this.#spare.length > 0 && !hasText(this.body))
      this.body.children.push({ kind: 'alternative', children: this.#spare });
    const open = this.#open.filter(({ isNamed, parts }) => isNamed || parts > 0);
    if (open.length > 0) this.problems.add('multipart not closed');
    if (open.some(({ parts }) => parts === 0)) this.problems.add('multipart without parts');
    if (this.#plain.isCut || this.#html.isCut) this.problems.add('text too long');
    if (this.#plain.hasUnknownCharset || this.#html.hasUnknownCharset) this.problems.add('unknown charset');
  }

  abort(error: Error): void {
    this.#part?.abort(error);
  }

  /** Whether the line is a boundary of one of the multiparts around it. */
  async #passBoundary(line: Buffer): Promise<boolean> {
    for (let level = this.#open.length - 1; level >= 0; level -= 1) {
      const multipart = this.#open[level]!;
      const kind = multipart.delimiters.map((one) => boundaryKind(line, one)).find((one) => one !== undefined);
      if (!kind) continue;
      if (this.#mode === 'header') await this.#endHeader();
      if (level === this.#open.length - 1 && this.#part instanceof PreamblePart) this.#discardPart(this.#part);
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
    if (this.#open.length >= this.limits.depth) {
      this.problems.add('nested too deep');
      return false;
    }
    if (!boundary) this.problems.add('multipart without a boundary');
    const subtype = type.value.slice('multipart/'.length);
    const group: BodyGroup = { kind: subtype === 'alternative' ? 'alternative' : 'series', children: [] };
    this.#texts.push(group);
    const delimiters = boundary ? delimitersOf(boundary) : [];
    this.#open.push({ delimiters, isNamed: boundary !== undefined, subtype, parts: 0, texts: group.children });
    this.#part = new PreamblePart(type, this.#plain);
    return true;
  }

  #openPart(kind: PartKind): OpenPart<Stored> | undefined {
    const decoder = decoderFor(kind.encoding);
    if (kind.isText) {
      this.#hasText = true;
      return new TextPart(
        kind.type,
        decoder,
        kind.type.value === 'text/html' ? this.#html : this.#plain,
        this.#openFile,
      );
    }
    if (isContainer(kind)) return new TnefPart(kind, decoder, this.#openFile);
    const file = this.#openFile(kind.meta);
    return file && new FilePart(kind, decoder, file);
  }

  readonly #openFile: OpenFile<Stored> = (meta) => {
    this.#files += 1;
    if (this.#files <= this.limits.attachments) return new AttachmentPipe(meta, this.sink);
    this.problems.add('too many attachments');
    return undefined;
  };

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
    if (this.#part && bytes.length > 0) await this.#part.write(this.#part.decoder.write(bytes));
  }

  #discardPart(part: PreamblePart<Stored>): void {
    part.discard();
    this.#part = undefined;
    this.#collected = [];
    this.#collectedBytes = 0;
  }

  async #endPart(): Promise<void> {
    await this.#decodeCollected();
    const part = this.#part;
    this.#part = undefined;
    this.#pending = NONE;
    if (!part) return;
    await part.write(part.decoder.end());
    const { texts, files, spare } = await part.end();
    this.#texts.push(...texts);
    if (spare && this.#spare.length === 0) this.#spare = spare;
    this.attachments.push(...files);
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

const mayBeBoundary = ({ bytes, isStart, isEnd }: LinePiece): boolean =>
  bytes[0] === HYPHEN && bytes[1] === HYPHEN && isStart && isEnd && bytes.length <= DELIMITER_MAX;

/** Blanks may follow a boundary (RFC 2046, 5.1.1). */
export function boundaryKind(line: Buffer, delimiter: Buffer): 'part' | 'close' | undefined {
  if (line.length < delimiter.length || !line.subarray(0, delimiter.length).equals(delimiter)) return undefined;
  const rest = line.subarray(delimiter.length).toString('latin1').trimEnd();
  if (rest === '') return 'part';
  return rest === '--' ? 'close' : undefined;
}

/** A boundary that nobody named, rather than a rule or the mark of a signature. */
const isLikeBoundary = (line: Buffer): boolean => /^--[!-~]*[A-Za-z0-9][!-~]*$/.test(line.toString('latin1').trimEnd());
