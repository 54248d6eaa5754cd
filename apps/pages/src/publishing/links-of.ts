import type { PageDocument } from '../document/page-document.js';

/** A link in a document, and where it stands there. */
export interface DocumentLink {
  where: string;
  /** A path of the same host, or a place in the page. */
  address: string;
}

/** Properties whose whole value is an address. */
const ADDRESS_KEYS = new Set(['link', 'inicio']);
const HREF = /\shref=(?:"([^"]*)"|'([^']*)')/g;

/** The links of a document that lead to a path of its host (`/…`) or to a place in the page (`#…`), each address once. */
export function linksOf(document: PageDocument): DocumentLink[] {
  const found = new Map<string, DocumentLink>();
  const add = (where: string, address: string) => {
    if (/^(?:#|\/(?!\/))/.test(address) && !found.has(address)) found.set(address, { where, address });
  };
  const visit = (value: unknown, where: string, key: string): void => {
    if (typeof value === 'string') {
      if (ADDRESS_KEYS.has(key)) add(where, value);
      else
        for (const [, double, single] of value.matchAll(HREF))
          add(where, (double ?? single ?? '').replaceAll('&amp;', '&'));
    } else if (Array.isArray(value)) value.forEach((one, index) => visit(one, `${where}[${index}]`, key));
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) visit(one, where ? `${where}.${name}` : name, name);
  };
  visit(document.secoes, 'secoes', '');
  return [...found.values()];
}
