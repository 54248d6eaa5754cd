import type { ContentDecoder } from './decoders.js';

/** Characters of a line; longer ones are none. */
const LINE_MAX = 1_000;
const NONE = Buffer.alloc(0);

/** Decodes uuencode: lines between `begin` and `end`, each with its length before it. */
export class UuDecoder implements ContentDecoder {
  #line = '';
  #place: 'before' | 'data' | 'after' = 'before';

  write(bytes: Buffer): Buffer {
    if (this.#place === 'after') return NONE;
    const lines = (this.#line + bytes.toString('latin1')).split('\n');
    this.#line = (lines.pop() ?? '').slice(0, LINE_MAX + 1);
    return Buffer.concat(lines.map((line) => this.#read(line)));
  }

  end(): Buffer {
    return this.#read(this.#line);
  }

  #read(line: string): Buffer {
    const text = line.replace(/\r$/, '');
    if (this.#place === 'before') {
      if (/^begin(?:-base64)? [0-7]{3,4} /.test(text)) this.#place = 'data';
      return NONE;
    }
    if (/^end\s*$/.test(text)) this.#place = 'after';
    return this.#place === 'data' && text !== '' && text.length <= LINE_MAX ? decodeLine(text) : NONE;
  }
}

/** Blanks at the end of a line may be gone; a blank and a grave accent are both zero. */
function decodeLine(line: string): Buffer {
  const value = (at: number) => (at < line.length ? (line.charCodeAt(at) - 0x20) & 0x3f : 0);
  const length = value(0);
  const bytes = Buffer.alloc(Math.ceil(length / 3) * 3);
  for (let at = 1, to = 0; to < length; at += 4, to += 3)
    bytes.writeUIntBE((value(at) << 18) | (value(at + 1) << 12) | (value(at + 2) << 6) | value(at + 3), to, 3);
  return bytes.subarray(0, length);
}
