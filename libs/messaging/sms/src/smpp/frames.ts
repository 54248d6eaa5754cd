import { Buffer } from 'node:buffer';

/** An impossible PDU length: the stream is out of step and must be closed. */
export class SmppProtocolError extends Error {
  override name = 'SmppProtocolError';
}

export const HEADER_LENGTH = 16;
/** A message_payload of 64 KiB (SMPP 3.4 section 5.3.2.32) with its header. */
const MAX_LENGTH = 70_000;

/** Splits a stream into PDUs: each starts with its length in four octets (SMPP 3.4 section 3.2). */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  /** The PDUs that are complete now. @throws SmppProtocolError for an impossible length */
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

/** Header of every PDU (SMPP 3.4 section 5.1). */
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
