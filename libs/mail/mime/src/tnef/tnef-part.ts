import { decodeText } from '#libs/core/charsets';
import type { AttachmentPipe } from '../parts/attachment-pipe.js';
import type { BodyNode } from '../text/body.js';
import type { ContentDecoder } from '../decoders/decoders.js';
import type { OpenFile, OpenPart, PartResult, ReadFile } from '../parts/open-part.js';
import { embeddedMeta, type PartKind } from '../parts/part.js';
import { TNEF, type TnefPiece, TnefReader, type TnefValue } from './tnef-reader.js';

/** Numbers of properties (MS-OXPROPS). */
const BODY = 0x1000;
const HTML = 0x1013;
const CODE_PAGE = 0x3fde;
const LONG_NAME = 0x3707;
const MIME_TYPE = 0x370e;
const CONTENT_ID = 0x3712;
/** Bytes of a container that is kept as a file if nothing comes of it. */
const KEPT_BYTES = 256 * 1024;
const CONTENT_ID_MAX = 240;

/** A `winmail.dat`, as Outlook sends it: the files in it, and its text for a message that has no other. One that is none is a file. */
export class TnefPart<Stored> implements OpenPart<Stored> {
  readonly #reader = new TnefReader();
  readonly #files: ReadFile<Stored>[] = [];
  readonly #texts: BodyNode[] = [];
  #begun: Buffer | undefined = Buffer.alloc(0);
  /** All of it, while it is small and nothing has come of it. */
  #kept: Buffer[] | undefined = [];
  #keptBytes = 0;
  #file: AttachmentPipe<Stored> | undefined;
  #isContainer = true;

  constructor(
    private readonly kind: PartKind,
    readonly decoder: ContentDecoder,
    private readonly open: OpenFile<Stored>,
  ) {}

  async write(bytes: Buffer): Promise<void> {
    let given = bytes;
    if (this.#begun) {
      given = Buffer.concat([this.#begun, bytes]);
      if (given.length < TNEF.signature.length) return void (this.#begun = given);
      this.#begun = undefined;
      this.#isContainer = given.subarray(0, TNEF.signature.length).equals(TNEF.signature);
      if (!this.#isContainer) this.#file = this.open(this.kind.meta);
    }
    if (!this.#isContainer) return void (await this.#file?.write(given));
    this.#keep(given);
    for (const piece of this.#reader.write(given)) await this.#take(piece);
  }

  async end(): Promise<PartResult<Stored>> {
    if (this.#begun) return this.#asFile([this.#begun]);
    if (!this.#isContainer) return this.#endOfFile();
    for (const piece of this.#reader.end()) await this.#take(piece);
    if (this.#kept && this.#texts.length === 0) return this.#asFile(this.#kept);
    return { texts: [], files: this.#files, spare: this.#texts };
  }

  abort(error: Error): void {
    this.#file?.abort(error);
  }

  #keep(bytes: Buffer): void {
    this.#keptBytes += bytes.length;
    if (this.#keptBytes > KEPT_BYTES) this.#kept = undefined;
    this.#kept?.push(Buffer.from(bytes));
  }

  async #asFile(content: readonly Buffer[]): Promise<PartResult<Stored>> {
    this.#file = this.open(this.kind.meta);
    for (const bytes of content) await this.#file?.write(bytes);
    return this.#endOfFile();
  }

  async #endOfFile(): Promise<PartResult<Stored>> {
    if (!this.#file) return { texts: [], files: [] };
    return { texts: [], files: [{ file: await this.#file.end(), location: this.kind.location }] };
  }

  async #take(piece: TnefPiece): Promise<void> {
    switch (piece.kind) {
      case 'file':
        this.#kept = undefined;
        this.#file = this.open(embeddedMeta(decodeText(Buffer.from(piece.name, 'latin1'), undefined).text));
        return;
      case 'content':
        return this.#file?.write(piece.bytes);
      case 'end':
        return this.#endFile(piece.properties);
      case 'message':
        return this.#addTexts(piece.properties);
      case 'body':
        this.#add('plain', decodeText(piece.bytes, undefined).text);
    }
  }

  async #endFile(properties: ReadonlyMap<number, TnefValue>): Promise<void> {
    if (!this.#file) return;
    const file = await this.#file.end();
    this.#file = undefined;
    const label = labelOf(properties.get(CODE_PAGE));
    const name = textOf(properties.get(LONG_NAME), label) || file.fileName;
    const type = textOf(properties.get(MIME_TYPE), label).toLowerCase();
    const contentId = textOf(properties.get(CONTENT_ID), label)
      .replaceAll(/[<>\s]/g, '')
      .slice(0, CONTENT_ID_MAX);
    const meta = embeddedMeta(name, /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : undefined);
    this.#files.push({ file: { ...file, ...meta, contentId: contentId || null }, location: null });
  }

  #addTexts(properties: ReadonlyMap<number, TnefValue>): void {
    const label = labelOf(properties.get(CODE_PAGE));
    this.#add('plain', textOf(properties.get(BODY), label));
    this.#add('html', textOf(properties.get(HTML), label));
  }

  #add(kind: 'plain' | 'html', text: string): void {
    if (text !== '' && !this.#texts.some((one) => one.kind === kind)) this.#texts.push({ kind, text });
  }
}

function textOf(value: TnefValue | undefined, label: string | undefined): string {
  if (typeof value === 'string') return value;
  if (!Buffer.isBuffer(value)) return '';
  const end = value.indexOf(0);
  return decodeText(end === -1 ? value : value.subarray(0, end), label).text;
}

const LABELS: ReadonlyMap<TnefValue, string> = new Map([
  [932, 'shift_jis'],
  [936, 'gbk'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [20866, 'koi8-r'],
  [21866, 'koi8-u'],
  [50220, 'iso-2022-jp'],
  [54936, 'gb18030'],
  [65001, 'utf-8'],
]);

/** The charset of a code page of Windows. */
function labelOf(codePage: TnefValue | undefined): string | undefined {
  if (typeof codePage !== 'number') return undefined;
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`;
  if (codePage > 28590 && codePage <= 28605) return `iso-8859-${codePage - 28590}`;
  return LABELS.get(codePage);
}
