import { Drop } from 'liquidjs';

/** Text that is HTML already, such as a captured block: what it shows of the data was escaped when it was made. */
export class Markup extends Drop {
  constructor(readonly text: string) {
    super();
  }

  get size(): number {
    return this.text.length;
  }

  get length(): number {
    return this.text.length;
  }

  override valueOf(): string {
    return this.text;
  }

  override toString(): string {
    return this.text;
  }

  toJSON(): string {
    return textOfMarkup(this);
  }
}

/** Escapes text for HTML. */
export type Escape = (text: unknown) => string;

const ESCAPED: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' };

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&#34;': '"',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
};

/** A tag or comment, an entity, or a character. */
const UNIT = /<[a-z/!][^>]*>|&(?:#\d{1,7}|#x[\da-f]{1,6}|\w{2,31});|[^]/giu;

/** Text that the markup says, without entities. Its tags stay as they are. */
export const textOfMarkup = ({ text }: Markup): string =>
  text.includes('&')
    ? text.replace(/&(?:amp|lt|gt|quot|nbsp|#34|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    : text;

/** Text whose entities stay, with every character escaped that could begin a tag or end an attribute. */
export const escapedOnce = (text: string): Markup =>
  new Markup(
    text
      .replace(/[<>"']/g, (character) => ESCAPED[character] ?? character)
      .replace(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|\w{2,31});)/gi, '&amp;'),
  );

/** Changes what a reader sees, and neither tags nor entities. */
export function changedBetweenTags(markup: Markup, change: (text: string) => string): Markup {
  const pieces = markup.text.split(/(<[a-z/!][^>]*>|&(?:#\d{1,7}|#x[\da-f]{1,6}|\w{2,31});)/i);
  return new Markup(pieces.map((piece, index) => (index % 2 === 0 ? change(piece) : piece)).join(''));
}

/** The first letter of what a reader sees in upper case, and the rest in lower case. */
export function capitalizedMarkup(markup: Markup): Markup {
  let isFirst = true;
  return changedBetweenTags(markup, (piece) => {
    if (piece === '') return piece;
    const changed = isFirst ? piece.charAt(0).toUpperCase() + piece.slice(1).toLowerCase() : piece.toLowerCase();
    isFirst = false;
    return changed;
  });
}

/** The tags, entities and characters of markup; a tag is not seen. */
interface Unit {
  text: string;
  isTag: boolean;
}

const unitsOf = ({ text }: Markup): Unit[] =>
  (text.match(UNIT) ?? []).map((unit) => ({ text: unit, isTag: unit.length > 1 && unit.startsWith('<') }));

/** Keeps what a reader sees from one character to another, and every tag: one that is open is closed. */
function cut(units: readonly Unit[], begin: number, end: number): string {
  let at = 0;
  let kept = '';
  for (const { text, isTag } of units) {
    if (isTag || (at >= begin && at < end)) kept += text;
    if (!isTag) at += 1;
  }
  return kept;
}

const seenBy = (units: readonly Unit[]): number => units.filter(({ isTag }) => !isTag).length;

/** As the filter `truncate`, in characters that a reader sees. */
export function truncatedMarkup(markup: Markup, length: number, ellipsis: Markup): Markup {
  const units = unitsOf(markup);
  if (seenBy(units) <= length) return markup;
  return insertedAt(units, Math.max(0, length - seenBy(unitsOf(ellipsis))), ellipsis.text);
}

/** As the filter `slice`. */
export function slicedMarkup(markup: Markup, begin: number, length: number): Markup {
  const units = unitsOf(markup);
  const start = begin < 0 ? begin + seenBy(units) : begin;
  return new Markup(start < 0 || length < 0 ? '' : cut(units, start, start + length));
}

/** As the filter `truncatewords`, in words that a reader sees. */
export function truncatedWords(markup: Markup, words: number, ellipsis: Markup): Markup {
  const units = unitsOf(markup);
  let [at, count, isInside] = [0, 0, false];
  for (const { text, isTag } of units) {
    if (isTag) continue;
    const isBlank = /\s/.test(text);
    if (!isBlank && !isInside) count += 1;
    if (isBlank && isInside && count === Math.max(1, words)) return insertedAt(units, at, ellipsis.text);
    isInside = !isBlank;
    at += 1;
  }
  return markup;
}

/** Markup up to a character, then the ellipsis, then the tags that follow. */
function insertedAt(units: readonly Unit[], end: number, ellipsis: string): Markup {
  let at = 0;
  let index = 0;
  while (index < units.length && (units[index]!.isTag || at < end)) at += units[index++]!.isTag ? 0 : 1;
  return new Markup(cut(units.slice(0, index), 0, end) + ellipsis + cut(units.slice(index), 0, 0));
}
