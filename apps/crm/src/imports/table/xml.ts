import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { InvalidTable } from './table.js';

export interface XmlHandlers {
  /** The name without a prefix. */
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

const MAX_DEPTH = 64;

/** Reads XML piece by piece. Documents that define entities are invalid. @throws InvalidTable */
export async function* readXml<T>(
  source: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
  taken: () => T[],
): AsyncGenerator<T> {
  const parser = new SaxesParser();
  let depth = 0;
  parser.on('doctype', () => {
    throw new InvalidTable('A planilha contém uma definição de tipo, que não é aceita.');
  });
  parser.on('error', () => {
    throw new InvalidTable('A planilha está danificada.');
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new InvalidTable('A planilha está danificada.');
    handlers.open(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    handlers.close?.(localName(name));
  });
  parser.on('text', (text) => handlers.text?.(text));
  parser.on('cdata', (text) => handlers.text?.(text));
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of source) {
    parser.write(decoder.decode(chunk, { stream: true }));
    yield* taken();
  }
  parser.close();
  yield* taken();
}

/** Reads a small document to its end. @throws InvalidTable */
export async function readWholeXml(source: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of readXml(source, handlers, () => []));
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
