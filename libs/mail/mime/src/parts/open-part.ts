import { AttachmentPipe } from './attachment-pipe.js';
import type { BodyNode } from '../text/body.js';
import type { ContentDecoder } from '../decoders/decoders.js';
import { unflowed } from '../text/flowed.js';
import { embeddedMeta, type PartKind } from './part.js';
import type { ParameterField } from '../headers/parameters.js';
import type { AttachmentMeta, ParsedAttachment } from '../parsed-message.js';
import type { TextCollector } from '../text/text-collector.js';
import { type TextPiece, UuText } from '../text/uu-text.js';

/** A file of the message, with the place that its header names. */
export interface ReadFile<Stored> {
  file: ParsedAttachment & { stored: Stored };
  location: string | null;
}

/** A part while it is read. */
export interface PartResult<Stored> {
  texts: BodyNode[];
  files: ReadFile<Stored>[];
  /** Forms of a text that is shown where the message has no other. */
  spare?: BodyNode[];
}

/** A part whose content is being read. */
export interface OpenPart<Stored> {
  readonly decoder: ContentDecoder;
  /** Takes decoded content. */
  write(bytes: Buffer): Promise<void>;
  /** @throws what the sink throws */
  end(): Promise<PartResult<Stored>>;
  /** Gives up: the message could not be read to its end. */
  abort(error: Error): void;
}

/** Begins a file; undefined if the message has as many as it may. */
export type OpenFile<Stored> = (meta: AttachmentMeta) => AttachmentPipe<Stored> | undefined;

/** Characters in which a text says that it is HTML. */
const DOCTYPE_WITHIN = 500;

/** A text, and the uuencoded files in it. */
export class TextPart<Stored> implements OpenPart<Stored> {
  readonly #uu: UuText | undefined;
  readonly #files: ReadFile<Stored>[] = [];
  #file: AttachmentPipe<Stored> | undefined;

  constructor(
    private readonly type: ParameterField,
    readonly decoder: ContentDecoder,
    private readonly collected: TextCollector,
    private readonly open: OpenFile<Stored>,
  ) {
    this.#uu = type.value === 'text/html' ? undefined : new UuText();
  }

  async write(bytes: Buffer): Promise<void> {
    if (this.#uu) await this.#take(this.#uu.write(bytes));
    else this.collected.write(bytes);
  }

  async end(): Promise<PartResult<Stored>> {
    if (this.#uu) await this.#take(this.#uu.end());
    return { texts: [readText(this.type, this.collected)], files: this.#files };
  }

  abort(error: Error): void {
    this.#file?.abort(error);
  }

  async #take(pieces: Iterable<TextPiece>): Promise<void> {
    for (const piece of pieces) {
      if (piece.kind === 'text') this.collected.write(piece.bytes);
      else if (piece.kind === 'file') this.#file = this.open(embeddedMeta(piece.name));
      else if (piece.kind === 'content') await this.#file?.write(piece.bytes);
      else if (this.#file) {
        const file = await this.#file.end();
        this.#file = undefined;
        this.#files.push({ file, location: null });
      }
    }
  }
}

export class FilePart<Stored> implements OpenPart<Stored> {
  constructor(
    private readonly kind: PartKind,
    readonly decoder: ContentDecoder,
    private readonly file: AttachmentPipe<Stored>,
  ) {}

  write(bytes: Buffer): Promise<void> {
    return this.file.write(bytes);
  }

  async end(): Promise<PartResult<Stored>> {
    return { texts: [], files: [{ file: await this.file.end(), location: this.kind.location }] };
  }

  abort(error: Error): void {
    this.file.abort(error);
  }
}

/** Text before the first part of a multipart: all that there is to read if no part comes. */
export class PreamblePart<Stored> implements OpenPart<Stored> {
  readonly decoder: ContentDecoder = { write: (bytes) => bytes, end: () => Buffer.alloc(0) };

  constructor(
    private readonly type: ParameterField,
    private readonly collected: TextCollector,
  ) {}

  async write(bytes: Buffer): Promise<void> {
    this.collected.write(bytes);
  }

  async end(): Promise<PartResult<Stored>> {
    return { texts: [readText(this.type, this.collected)], files: [] };
  }

  discard(): void {
    this.collected.discardPart();
  }

  abort(): void {
    this.discard();
  }
}

/** HTML in a part that says it is plain text is HTML: nobody reads its tags. */
function readText({ value, parameters }: ParameterField, collected: TextCollector): BodyNode {
  const isHtml = value === 'text/html';
  const text = collected.endPart(parameters.get('charset'), isHtml);
  if (isHtml || /^\s*<(?:!doctype html|html)[\s>]/i.test(text.slice(0, DOCTYPE_WITHIN))) return { kind: 'html', text };
  const isFlowed = parameters.get('format')?.toLowerCase() === 'flowed';
  return { kind: 'plain', text: isFlowed ? unflowed(text, parameters.get('delsp')?.toLowerCase() === 'yes') : text };
}
