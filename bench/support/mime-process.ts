// A process that reads one large message by one reader, and says how long that took and how much memory it needed.
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { parseMessage } from '#libs/mail/mime';
import { answerParent } from './helper-process.js';

export const READERS = ['libs/mail/mime', 'mailparser', 'postal-mime'] as const;
export type Reader = (typeof READERS)[number];

export interface Reading {
  seconds: number;
  /** Bytes of files that the reader gave. */
  fileBytes: number;
  /** The most memory that it took above what the process has at rest, in MiB. */
  memory: number;
}

/** Makes the peak what it is now (proc(5)); `maxRSS` would begin with that of the process which forked this one. */
const RESET_PEAK = '5';

/** In MiB. */
async function memory(field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
}

/** Each reader takes the bytes of the files and keeps none, if it is able to. */
const readers: Record<Reader, (path: string) => Promise<number>> = {
  'libs/mail/mime': async (path) => {
    let bytes = 0;
    const attachment = async (_meta: unknown, content: AsyncIterable<Buffer>) => {
      for await (const chunk of content) bytes += chunk.length;
    };
    await parseMessage(createReadStream(path), { attachment });
    return bytes;
  },
  mailparser: async (path) => {
    const { MailParser } = await import('mailparser');
    const parser = new MailParser();
    let bytes = 0;
    parser.on('data', (part) => {
      if (part.type !== 'attachment') return;
      part.content.on('data', (chunk: Buffer) => (bytes += chunk.length));
      part.content.on('end', () => part.release());
    });
    const done = new Promise((resolve, reject) => parser.on('end', () => resolve(undefined)).on('error', reject));
    createReadStream(path).pipe(parser);
    await done;
    return bytes;
  },
  'postal-mime': async (path) => {
    const { default: PostalMime } = await import('postal-mime');
    const { attachments } = await PostalMime.parse(await readFile(path));
    return attachments.reduce((sum, { content }) => sum + (content as ArrayBuffer).byteLength, 0);
  },
};

/** Reads `small` first, so that code and buffers that every message needs are part of the rest. */
async function read({ reader, small, path }: { reader: Reader; small: string; path: string }): Promise<Reading> {
  for (let n = 0; n < 20; n += 1) await readers[reader](small);
  await writeFile('/proc/self/clear_refs', RESET_PEAK);
  const rest = await memory('VmRSS');
  const started = performance.now();
  const fileBytes = await readers[reader](path);
  const seconds = (performance.now() - started) / 1_000;
  return { seconds, fileBytes, memory: Math.max(0, (await memory('VmHWM')) - rest) };
}

answerParent({ read });
