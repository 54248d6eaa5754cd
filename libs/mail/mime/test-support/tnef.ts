/** A property of a message or file in a `winmail.dat`. */
export type TnefProperty =
  | { id: number; text: string }
  | { id: number; bytes: Buffer; isText?: boolean }
  | { id: number; long: number }
  | { id: number; longs: number[] };

export interface TnefFile {
  name: string;
  content: Buffer;
  properties?: TnefProperty[];
}

const long = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

function attribute(level: number, id: number, data: Buffer): Buffer {
  let sum = 0;
  for (const byte of data) sum = (sum + byte) & 0xffff;
  const checksum = Buffer.alloc(2);
  checksum.writeUInt16LE(sum);
  return Buffer.concat([Buffer.from([level]), long(id), long(data.length), data, checksum]);
}

const filled = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

function propertyBytes(property: TnefProperty): Buffer {
  const tag = (type: number) => long(property.id * 0x1_0000 + type);
  if ('long' in property) return Buffer.concat([tag(0x03), long(property.long)]);
  if ('longs' in property)
    return Buffer.concat([tag(0x1003), long(property.longs.length), ...property.longs.map(long)]);
  const bytes = 'text' in property ? Buffer.from(`${property.text}\0`, 'utf16le') : property.bytes;
  const type = 'text' in property ? 0x1f : property.isText ? 0x1e : 0x102;
  return Buffer.concat([tag(type), long(1), long(bytes.length), filled(bytes)]);
}

const properties = (all: readonly TnefProperty[]): Buffer =>
  Buffer.concat([long(all.length), ...all.map(propertyBytes)]);

/** Encodes a `winmail.dat` (MS-OXTNEF) as Outlook does: the message, then its files. */
export function tnef({
  message = [],
  files = [],
  body,
}: {
  message?: TnefProperty[];
  files?: TnefFile[];
  body?: string;
}): Buffer {
  return Buffer.concat([
    Buffer.from([0x78, 0x9f, 0x3e, 0x22, 0x01, 0x00]),
    attribute(1, 0x0008_9006, long(0x0001_0000)),
    attribute(1, 0x0006_9007, Buffer.concat([long(1252), long(0)])),
    ...(body === undefined ? [] : [attribute(1, 0x0002_800c, Buffer.from(`${body}\0`, 'latin1'))]),
    attribute(1, 0x0006_9003, properties(message)),
    ...files.flatMap(({ name, content, properties: own }) => [
      attribute(2, 0x0006_9002, Buffer.alloc(14)),
      attribute(2, 0x0001_8010, Buffer.from(`${name}\0`, 'latin1')),
      attribute(2, 0x0006_800f, content),
      ...(own ? [attribute(2, 0x0006_9005, properties(own))] : []),
    ]),
  ]);
}
