import { Buffer } from 'node:buffer';

/** A length that no PDU has: the two sides have lost each other, and only a new connection helps. */
export class SmppProtocolError extends Error {
  override name = 'SmppProtocolError';
}

export const HEADER_LENGTH = 16;
/** A message_payload of 64 KiB (SMPP 3.4 section 5.3.2.32) with what goes around it. */
const MAX_LENGTH = 70_000;

/** Cuts what arrives into PDUs: each begins with its own length in four octets (SMPP 3.4 section 3.2). */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  /** The PDUs that are complete now. Throws SmppProtocolError when what follows cannot be one. */
  *push(chunk: Buffer): Generator<Buffer> {
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    while (this.#rest.length >= 4) {
      const length = this.#rest.readUInt32BE(0);
      if (length < HEADER_LENGTH || length > MAX_LENGTH) throw new SmppProtocolError(`a PDU of ${length} octets`);
      if (this.#rest.length < length) return;
      const frame = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      yield frame;
    }
  }
}

/** SMPP 3.4 section 5.1: what every PDU begins with. */
export interface SmppHeader {
  commandId: number;
  status: number;
  sequence: number;
  isResponse: boolean;
}

export function readHeader(frame: Buffer): SmppHeader {
  const commandId = frame.readUInt32BE(4);
  return {
    commandId,
    status: frame.readUInt32BE(8),
    sequence: frame.readUInt32BE(12),
    isResponse: commandId >= 0x8000_0000,
  };
}
