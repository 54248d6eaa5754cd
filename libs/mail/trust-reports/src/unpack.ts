import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Entry, fromBufferPromise } from 'yauzl';
import { charsetOfHtml, decodeText } from '#libs/core/charsets';
import { InvalidReport } from './invalid-report.js';
import type { ReportLimits } from './limits.js';

const unzipped = promisify(gunzip);
const ZIP_ENTRIES_MAX = 1;

/** A report as text, whether it came as it is, by gzip or in a ZIP file: its first bytes tell. @throws InvalidReport */
export async function unpack(packed: Buffer, ending: RegExp, limits: ReportLimits): Promise<string> {
  if (packed.length > limits.packedBytes) throw new InvalidReport('The report is too long');
  const bytes = await bytesOf(packed, ending, limits);
  return decodeText(bytes, charsetOfHtml(bytes) ?? 'utf-8').text;
}

async function bytesOf(packed: Buffer, ending: RegExp, { bytes }: ReportLimits): Promise<Buffer> {
  if (packed[0] === 0x1f && packed[1] === 0x8b) {
    try {
      return await unzipped(packed, { maxOutputLength: bytes });
    } catch (error) {
      throw new InvalidReport('The report is damaged, or too long', error);
    }
  }
  if (packed.subarray(0, 4).toString('latin1') === 'PK\x03\x04') return unzip(packed, ending, bytes);
  if (packed.length > bytes) throw new InvalidReport('The report is too long');
  return packed;
}

/** The one file of a ZIP file, which has the ending. */
async function unzip(packed: Buffer, ending: RegExp, max: number): Promise<Buffer> {
  try {
    const file = await fromBufferPromise(packed, { lazyEntries: true });
    if (file.entryCount > ZIP_ENTRIES_MAX) throw new InvalidReport('The ZIP file has more than one file');
    let found: Entry | undefined;
    for await (const entry of file.eachEntry()) if (ending.test(entry.fileName)) found ??= entry;
    if (!found) throw new InvalidReport('The ZIP file has no report');
    if (found.isEncrypted()) throw new InvalidReport('The ZIP file has a password');
    if (found.uncompressedSize > max) throw new InvalidReport('The report is too long');
    return await bounded(await file.openReadStreamPromise(found), max);
  } catch (error) {
    throw error instanceof InvalidReport ? error : new InvalidReport('The ZIP file is damaged', error);
  }
}

async function bounded(stream: AsyncIterable<Buffer>, max: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      bytes += chunk.length;
      if (bytes > max) throw new InvalidReport('The report is too long');
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof InvalidReport ? error : new InvalidReport('The report is damaged', error);
  }
  return Buffer.concat(chunks);
}
