/** Decodes the content of a part, piece by piece. */
export interface ContentDecoder {
  write(bytes: Buffer): Buffer;
  end(): Buffer;
}

const NONE = Buffer.alloc(0);

/** By Content-Transfer-Encoding; an unknown one is taken as it is (RFC 2045, 6.4). */
export function decoderFor(encoding: string): ContentDecoder {
  switch (encoding.trim().toLowerCase()) {
    case 'base64':
      return new Base64Decoder();
    case 'quoted-printable':
      return new QuotedPrintableDecoder();
    default:
      return { write: (bytes) => bytes, end: () => NONE };
  }
}

/** Ignores what is not base64, as RFC 2045, 6.8 asks. */
class Base64Decoder implements ContentDecoder {
  #carried = '';

  write(bytes: Buffer): Buffer {
    const text = this.#carried + bytes.toString('latin1').replace(/[^A-Za-z0-9+/]+/g, '');
    const whole = text.length - (text.length % 4);
    this.#carried = text.slice(whole);
    return Buffer.from(text.slice(0, whole), 'base64');
  }

  end(): Buffer {
    const rest = Buffer.from(this.#carried, 'base64');
    this.#carried = '';
    return rest;
  }
}

/** A `=` that begins no escape stays as it is. */
class QuotedPrintableDecoder implements ContentDecoder {
  #carried = '';

  write(bytes: Buffer): Buffer {
    const text = this.#carried + bytes.toString('latin1');
    // An escape, a soft line break or blanks at a line's end may go on in the next piece.
    const open = /(?:=[ \t]*\r?|=[0-9A-Fa-f]|[ \t]+\r?)$/.exec(text.slice(-1_000));
    const kept = open ? open[0].length : 0;
    this.#carried = kept > 0 ? text.slice(-kept) : '';
    return unquote(kept > 0 ? text.slice(0, -kept) : text);
  }

  end(): Buffer {
    const rest = unquote(this.#carried.replace(/=[ \t]*\r?$|[ \t]+$/, ''));
    this.#carried = '';
    return rest;
  }
}

function unquote(text: string): Buffer {
  const joined = text.replace(/[ \t]+(?=\r?\n)/g, '').replace(/=\r?\n/g, '');
  const decoded = joined.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, 'latin1');
}
