/** Charsets in which escapes or shifts say what seven bits mean, and the one of eight bits with the same characters. */
export const SEVEN_BIT_KINDS = {
  'iso-2022-jp': 'euc-jp',
  'iso-2022-kr': 'euc-kr',
  'iso-2022-cn': 'gb2312',
} as const;

export type SevenBitKind = keyof typeof SEVEN_BIT_KINDS;

/** Sets of characters that an escape may choose, by its letters (ISO-IR). */
type CharacterSet = 'ascii' | 'kana' | 'double' | 'supplement';

const ESCAPES: Readonly<Record<string, CharacterSet>> = {
  '(B': 'ascii',
  '(J': 'ascii',
  '(H': 'ascii',
  '(I': 'kana',
  '$@': 'double',
  $B: 'double',
  $A: 'double',
  '$(B': 'double',
  '$(@': 'double',
  '$(C': 'double',
  '$(A': 'double',
  '$(O': 'double',
  '$(Q': 'double',
  '$(D': 'supplement',
};

const [ESC, SO, SI, LF] = [0x1b, 0x0e, 0x0f, 0x0a];
/** The bytes of EUC-JP before a letter of katakana, and before one of JIS X 0212. */
const [KANA, SUPPLEMENT] = [0x8e, 0x8f];
/** Bytes of an escape; a longer one is none that is known. */
const ESCAPE_MAX = 4;

/** Turns text of seven bits into eight bits, piece by piece. */
export class SevenBitReader {
  /** The beginning of an escape or of a character whose rest is to come. */
  #rest: Uint8Array = new Uint8Array(0);
  #set: CharacterSet = 'ascii';
  #isShifted = false;

  constructor(private readonly kind: SevenBitKind) {}

  read(piece: Uint8Array): Buffer {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece;
    // No byte becomes more than three.
    const out = Buffer.allocUnsafe(bytes.length * 3);
    let [at, length] = [0, 0];
    while (at < bytes.length) {
      const control = this.#control(bytes, at);
      if (control === undefined) break;
      if (control > 0) {
        at += control;
        continue;
      }
      const byte = bytes[at]!;
      const set = this.#current;
      const width = set === 'double' || set === 'supplement' ? 2 : 1;
      if (set === 'ascii' || byte < 0x21 || byte > 0x7e) {
        // A line ends what an escape began (RFC 1468).
        if (byte === LF && this.kind !== 'iso-2022-kr') [this.#set, this.#isShifted] = ['ascii', false];
        out[length++] = byte;
        at += 1;
        continue;
      }
      if (at + width > bytes.length) break;
      if (set === 'kana') out[length++] = KANA;
      if (set === 'supplement') out[length++] = SUPPLEMENT;
      for (let n = 0; n < width; n += 1) out[length++] = bytes[at + n]! | 0x80;
      at += width;
    }
    this.#rest = Uint8Array.from(bytes.subarray(at));
    return out.subarray(0, length);
  }

  /** Returns what is left at the end, as it is. */
  end(): Buffer {
    const rest = Buffer.from(this.#rest);
    this.#rest = new Uint8Array(0);
    return rest[0] === ESC ? Buffer.alloc(0) : rest;
  }

  get #current(): CharacterSet {
    return this.#isShifted ? 'double' : this.#set;
  }

  /** The bytes of an escape or a shift at this place, which it obeys; 0 for text, undefined if more must come to know. */
  #control(bytes: Uint8Array, at: number): number | undefined {
    const byte = bytes[at]!;
    if (byte === SO || byte === SI) {
      this.#isShifted = byte === SO;
      return 1;
    }
    if (byte !== ESC) return 0;
    for (let length = 2; length < ESCAPE_MAX; length += 1) {
      const letters = Buffer.from(bytes.subarray(at + 1, at + 1 + length)).toString('latin1');
      if (letters.length < length) return undefined;
      const set = ESCAPES[letters];
      if (set !== undefined) {
        this.#set = set;
        return 1 + length;
      }
      // What shifts will mean: `$)C` of Korean, `$)A` of Chinese.
      if (/^\$\)[A-G]$/.test(letters)) return 1 + length;
    }
    return 1;
  }
}
