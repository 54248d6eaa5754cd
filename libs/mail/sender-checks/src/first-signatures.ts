/** A field of a header as mailauth reads it. */
interface Field {
  key: string;
}

/** The part of mailauth that reads the signatures of a header. */
export interface SignatureReader {
  messageHeaders(headers: { parsed: Field[] }): Promise<void>;
}

const FIELD = 'dkim-signature';

/**
 * Has mailauth look at the first signatures of a message alone: each asks DNS for a key, and hashes header and text. The first are
 * those of the last servers on the way.
 */
export function readFirstSignatures(reader: { prototype: SignatureReader }, most: number): void {
  const readAll = reader.prototype.messageHeaders;
  reader.prototype.messageHeaders = function (this: SignatureReader, headers) {
    let left = most;
    const parsed = headers.parsed.filter(({ key }) => key !== FIELD || left-- > 0);
    return readAll.call(this, { ...headers, parsed });
  };
}
