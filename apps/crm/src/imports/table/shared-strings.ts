import { InvalidTable, MAX_CELL_LENGTH } from './table.js';
import { readWholeXml } from './xml.js';

const FIRST_BYTES = 65_536;
const FIRST_COUNT = 1_024;
const MAX_BYTES = 134_217_728;
const MAX_COUNT = 4_000_000;

/** The texts that cells of a workbook share, one after the other in one buffer: a million of them are no million objects. */
export class SharedStrings {
  #bytes = Buffer.alloc(FIRST_BYTES);
  #ends = new Uint32Array(FIRST_COUNT);
  #count = 0;
  #used = 0;

  /** @throws InvalidTable beyond a limit */
  static async read(source: AsyncIterable<Buffer>): Promise<SharedStrings> {
    const strings = new SharedStrings();
    let parts = '';
    let isText = false;
    let phonetic = 0;
    await readWholeXml(source, {
      open(name) {
        if (name === 'si') parts = '';
        else if (name === 'rPh') phonetic += 1;
        isText = name === 't' && phonetic === 0;
      },
      text(text) {
        if (!isText) return;
        parts += text;
        if (parts.length > MAX_CELL_LENGTH) throw tooLarge();
      },
      close(name) {
        isText = false;
        if (name === 'rPh') phonetic -= 1;
        if (name === 'si') strings.add(parts);
      },
    });
    return strings;
  }

  /** @throws InvalidTable for a text that there is not */
  get(index: number): string {
    const end = this.#ends[index];
    if (end === undefined || index >= this.#count) throw new InvalidTable('A planilha está danificada.');
    return this.#bytes.toString('utf8', index === 0 ? 0 : this.#ends[index - 1], end);
  }

  private add(text: string): void {
    const length = Buffer.byteLength(text);
    if (this.#used + length > MAX_BYTES || this.#count === MAX_COUNT) throw tooLarge();
    if (this.#used + length > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(this.#bytes.length * 2, this.#used + length));
      this.#bytes.copy(larger, 0, 0, this.#used);
      this.#bytes = larger;
    }
    if (this.#count === this.#ends.length) {
      const larger = new Uint32Array(this.#ends.length * 2);
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#used += this.#bytes.write(text, this.#used);
    this.#ends[this.#count] = this.#used;
    this.#count += 1;
  }
}

const tooLarge = () => new InvalidTable('Os textos da planilha são grandes demais.');
