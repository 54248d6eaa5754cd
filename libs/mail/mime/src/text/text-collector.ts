import { decodeText, htmlLabel } from '#libs/core/charsets';

/** Collects the texts of a message one by one, up to a number of bytes of all. */
export class TextCollector {
  #pieces: Buffer[] = [];
  #bytes = 0;
  #isCut = false;
  #isUnknown = false;

  constructor(private readonly maxBytes: number) {}

  get isCut(): boolean {
    return this.#isCut;
  }

  get hasUnknownCharset(): boolean {
    return this.#isUnknown;
  }

  write(bytes: Buffer): void {
    const room = this.maxBytes - this.#bytes;
    if (bytes.length > room) this.#isCut = true;
    if (room <= 0 || bytes.length === 0) return;
    // A copy: what is read on would else stay in memory as a whole.
    const kept = Buffer.from(bytes.subarray(0, room));
    this.#pieces.push(kept);
    this.#bytes += kept.length;
  }

  /** Forgets the part that is being read. */
  discardPart(): void {
    for (const { length } of this.#pieces) this.#bytes -= length;
    this.#pieces = [];
  }

  /** The text of the part that has ended. HTML may name its charset itself. */
  endPart(charset: string | undefined, isHtml: boolean): string {
    const bytes = Buffer.concat(this.#pieces);
    this.#pieces = [];
    const { text, isKnown } = decodeText(bytes, isHtml ? htmlLabel(bytes, charset) : charset);
    if (!isKnown) this.#isUnknown = true;
    return text;
  }
}
