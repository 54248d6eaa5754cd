import { Buffer } from 'node:buffer';
import type { SearchDocument } from './search-document.js';

const INT32 = 4;
const INT16 = 2;
const END_OF_TEXT = 1;

/**
 * A document as a `tsvector` in Postgres' binary form, which spares Postgres the parsing of a text. Its lexemes are without NUL,
 * and the positions of each ascend.
 */
export function toTsvector(document: SearchDocument): Buffer {
  let size = INT32;
  document.forEach((positions, lexeme) => {
    size += Buffer.byteLength(lexeme) + END_OF_TEXT + INT16 * (1 + positions.length);
  });
  const vector = Buffer.allocUnsafe(size);
  let at = vector.writeInt32BE(document.size);
  document.forEach((positions, lexeme) => {
    at += vector.write(lexeme, at);
    at = vector.writeUInt8(0, at);
    at = vector.writeUInt16BE(positions.length, at);
    for (const position of positions) at = vector.writeUInt16BE(position, at);
  });
  return vector;
}
