import { createRequire } from 'node:module';
import type { Writable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HeaderParser, searchHeadersByLine } from './quick-header-search.js';

type Parser = HeaderParser & Writable & { messageHeaders(headers: object): void; nextChunk(chunk: Buffer): void };

const require = createRequire(import.meta.url);

/** The parser of mailauth as it is, a copy for each caller. */
function parserOfMailauth(): new () => Parser {
  const path = require.resolve('mailauth/lib/dkim/message-parser.js');
  delete require.cache[path];
  return (require(path) as { MessageParser: new () => Parser }).MessageParser;
}

const AsItIs = parserOfMailauth();
const ByLine = parserOfMailauth();
searchHeadersByLine(ByLine);

/** Parses a message that comes in pieces. */
async function parsed(Kind: new () => Parser, pieces: readonly Buffer[]) {
  const parser = new Kind();
  const found = { headers: [] as object[], body: '' };
  parser.messageHeaders = (headers) => void found.headers.push(headers);
  parser.nextChunk = (chunk) => void (found.body += chunk.toString('latin1'));
  for (const piece of pieces) parser.write(piece);
  await new Promise<void>((done, failed) => parser.once('error', failed).end(() => done()));
  return found;
}

const text = fc
  .array(fc.constantFrom('\r\n', '\n', '\r', '\r\n\r\n', 'From: ana@a.test', ' folded', 'a', ':', ''), {
    maxLength: 12,
  })
  .map((parts) => Buffer.from(parts.join(''), 'latin1'));

describe('the search for the end of a header by line', () => {
  it('finds what mailauth finds byte by byte, wherever the message is cut', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(60), { maxLength: 5 }), async (message, cuts) => {
        const places = [
          0,
          ...cuts.map((cut) => Math.min(cut, message.length)).toSorted((a, b) => a - b),
          message.length,
        ];
        const pieces = places.slice(1).map((end, index) => message.subarray(places[index], end));
        expect(await parsed(ByLine, pieces)).toEqual(await parsed(AsItIs, pieces));
      }),
      { numRuns: 500 },
    );
  });

  it('separates a header from its text', async () => {
    const { headers, body } = await parsed(ByLine, [Buffer.from('From: ana@a.test\r\nTo: bia@a.test\r\n\r\nOi\r\n')]);
    expect(headers).toMatchObject([{ parsed: [{ key: 'from' }, { key: 'to' }] }]);
    expect(body).toBe('Oi\r\n');
  });
});
