import { setImmediate } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { InvalidReport } from './invalid-report.js';
import { TEXT_MAX } from './values.js';

export interface XmlReader {
  /** `path` has the names from the root on, without prefixes, with `/` between. */
  open(path: string): void;
  /** `text` is what stands in the element itself. */
  close(path: string, text: string): void;
}

const MAX_DEPTH = 16;
const MAX_NAME = 100;
const PIECE = 64 * 1024;

/**
 * Reads a document, piece by piece, so that a long one holds nothing else up. One that defines a type, and with it entities, is
 * invalid.
 * @throws InvalidReport
 */
export async function readXml(document: string, reader: XmlReader): Promise<void> {
  const parser = new SaxesParser();
  const paths: string[] = [];
  const texts: string[] = [];
  parser.on('doctype', () => {
    throw new InvalidReport('The report defines a document type');
  });
  parser.on('error', (error) => {
    throw new InvalidReport('The report is no XML', error);
  });
  parser.on('opentag', ({ name }) => {
    if (paths.length >= MAX_DEPTH || name.length > MAX_NAME) throw new InvalidReport('The report is nested too deep');
    const local = name.slice(name.indexOf(':') + 1).toLowerCase();
    paths.push(paths.length === 0 ? local : `${paths.at(-1)}/${local}`);
    texts.push('');
    reader.open(paths.at(-1)!);
  });
  const add = (text: string) => {
    const last = texts.length - 1;
    if (last >= 0 && texts[last]!.length < TEXT_MAX) texts[last] += text.trimStart().slice(0, TEXT_MAX);
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => reader.close(paths.pop()!, texts.pop()!));
  for (let start = 0; start < document.length; start += PIECE) {
    if (start > 0) await setImmediate();
    parser.write(document.slice(start, start + PIECE));
  }
  parser.close();
}
