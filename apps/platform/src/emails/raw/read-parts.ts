import { wellFormed } from '#libs/core/charsets';
import { type ParsedAddress, parseMessage } from '#libs/mail/mime';
import type { RawParts } from './raw-parts.js';

const SUBJECT_MAX = 998;
const ADDRESSES_MAX = 1_000;
const FIELDS_MAX = 1_000;
const FILES_MAX = 200;
const NAME_MAX = 255;

/** Reads what is in a message. Whatever the bytes are, there is a result. */
export async function readParts(message: Uint8Array): Promise<RawParts> {
  const parsed = await parseMessage([message], { attachment: drained });
  return {
    subject: storable(parsed.subject).slice(0, SUBJECT_MAX),
    text: storable(parsed.text),
    html: parsed.html === null ? null : storable(parsed.html),
    to: storableAddresses(parsed.to),
    cc: storableAddresses(parsed.cc),
    replyTo: storableAddresses(parsed.replyTo),
    headers: parsed.headers
      .slice(0, FIELDS_MAX)
      .map(({ name, value }) => ({ name: storable(name), value: storable(value) })),
    files: parsed.attachments.slice(0, FILES_MAX).map(({ fileName, contentType, contentId, bytes }) => ({
      fileName: storable(fileName).slice(0, NAME_MAX) || 'attachment',
      contentType: storable(contentType).slice(0, NAME_MAX),
      ...(contentId ? { contentId: storable(contentId).slice(0, NAME_MAX) } : {}),
      bytes,
    })),
  };
}

async function drained(_: unknown, content: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of content) void chunk;
}

const storableAddresses = (addresses: readonly ParsedAddress[]): ParsedAddress[] =>
  addresses.slice(0, ADDRESSES_MAX).map(({ name, address }) => ({ name: storable(name), address: storable(address) }));

/** Postgres keeps no NUL in a text. */
const storable = (text: string): string => wellFormed(text.replaceAll('\0', ''));
