import { constants, crc32, deflateRawSync } from 'node:zlib';

export interface Part {
  packed: Buffer;
  crc: number;
  /** Unpacked size that the file claims. */
  bytes: number;
}

const DEFLATE = 8;
const VERSION = 20;

const packed = (text: string): Part => {
  const content = Buffer.from(text);
  return { packed: deflateRawSync(content), crc: crc32(content), bytes: content.length };
};

/** A part that unpacks to so many megabytes of spaces, and says that it has `bytes`. */
export function bomb(head: string, megabytes: number, bytes: number): Part {
  const flushed = (content: Buffer) => deflateRawSync(content, { finishFlush: constants.Z_FULL_FLUSH });
  const block = flushed(Buffer.alloc(1_048_576, ' '));
  const blocks = Array.from({ length: megabytes }, () => block);
  return { packed: Buffer.concat([flushed(Buffer.from(head)), ...blocks, deflateRawSync('')]), crc: 0, bytes };
}

/** A ZIP file (PKWARE's APPNOTE, 4.3). */
export function zipOf(parts: Record<string, string | Part>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, part] of Object.entries(parts)) {
    const { packed: content, crc, bytes } = typeof part === 'string' ? packed(part) : part;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(VERSION, 0);
    common.writeUInt16LE(DEFLATE, 4);
    common.writeUInt32LE(crc, 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(bytes, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    const made = Buffer.from([0x50, 0x4b, 1, 2, VERSION, 0]);
    const header = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), content]);
    central.push(made, common, tail, Buffer.from(name));
    local.push(header);
    offset += header.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(local.length, 8);
  end.writeUInt16LE(local.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}
