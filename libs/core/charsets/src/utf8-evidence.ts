import { isAscii, isUtf8 as isValidUtf8 } from 'node:buffer';

/** A byte of windows-1252 that ends a quotation: after a capital letter it looks like UTF-8 of two bytes. */
const CLOSING_QUOTES: ReadonlySet<number> = new Set([0x92, 0x94]);

/**
 * Weighs whether bytes are UTF-8 while they pass. A file of UTF-8 may have a byte that was broken on its way, and text of
 * another charset may have two bytes that look like UTF-8: the more frequent decides.
 */
export class Utf8Evidence {
  /** Bytes of the character under way that are still to come. */
  #left = 0;
  /** The least and the most that the next of them may be. */
  #low = 0x80;
  #high = 0xbf;
  #isPair = false;
  #isInFault = false;
  #characters = 0;
  #quotes = 0;
  #faults = 0;

  add(bytes: Uint8Array): this {
    // Almost all of most files.
    if (this.#left === 0 && !this.#isInFault && isAscii(bytes)) return this;
    for (const byte of bytes) {
      if (this.#left > 0) {
        if (byte >= this.#low && byte <= this.#high) {
          this.#goOn(byte);
          continue;
        }
        this.#left = 0;
        this.#fault();
      }
      if (byte < 0x80) this.#isInFault = false;
      else this.#begin(byte);
    }
    return this;
  }

  /**
   * Judges the bytes so far; a character that is cut off at their end is not against it.
   * @param isDeclared whether the text says that it is UTF-8
   */
  isUtf8(isDeclared: boolean): boolean {
    if (this.#faults === 0) return true;
    const characters = isDeclared ? this.#characters : this.#characters - this.#quotes;
    return characters > 0 && characters >= this.#faults;
  }

  #begin(byte: number): void {
    [this.#low, this.#high] = [0x80, 0xbf];
    this.#isPair = byte >= 0xc2 && byte <= 0xdf;
    if (this.#isPair) this.#left = 1;
    else if (byte >= 0xe0 && byte <= 0xef) {
      this.#left = 2;
      // Longer forms of what is shorter, and surrogates, are no UTF-8 (RFC 3629, 4).
      if (byte === 0xe0) this.#low = 0xa0;
      if (byte === 0xed) this.#high = 0x9f;
    } else if (byte >= 0xf0 && byte <= 0xf4) {
      this.#left = 3;
      if (byte === 0xf0) this.#low = 0x90;
      if (byte === 0xf4) this.#high = 0x8f;
    } else this.#fault();
  }

  #goOn(byte: number): void {
    [this.#low, this.#high] = [0x80, 0xbf];
    this.#left -= 1;
    if (this.#left > 0) return;
    this.#characters += 1;
    this.#isInFault = false;
    if (this.#isPair && CLOSING_QUOTES.has(byte)) this.#quotes += 1;
  }

  /** Bytes side by side are one fault: "ção" in one byte each is one word of another charset. */
  #fault(): void {
    if (!this.#isInFault) this.#faults += 1;
    this.#isInFault = true;
  }
}

/** Weighs whether bytes are UTF-8, a cut character at their end aside. */
export const isUtf8 = (bytes: Uint8Array, isDeclared = false): boolean =>
  isValidUtf8(bytes) || new Utf8Evidence().add(bytes).isUtf8(isDeclared);
