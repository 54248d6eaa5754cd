import { Buffer } from 'node:buffer';
import { asciiDomain } from './domain-name.js';
import { stemsOf, wordsIn } from './words.js';

export interface Correspondent {
  name: string;
  address: string;
}

/** Searched parts of a message, which do not change. */
export interface SearchableMessage {
  subject: string;
  /** Its text, or that of its HTML. */
  text: string;
  from: Correspondent | null;
  to: readonly Correspondent[];
  cc: readonly Correspondent[];
  bcc: readonly Correspondent[];
  fileNames: readonly string[];
  listId: string | null;
  hasAttachments: boolean;
}

/** Lexemes of a document and their positions. Lexemes of fields begin with a letter and a mark. */
export type SearchDocument = ReadonlyMap<string, readonly number[]>;

/** Characters of a text that are looked through. */
export const SEARCH_TEXT_MAX = 100_000;

export const HAS_ATTACHMENT = '#anexo';

/** Postgres keeps no more positions of a lexeme, and none behind this one. */
const POSITIONS_MAX = 255;
const LAST_POSITION = 16_000;

/**
 * Postgres takes 1 MiB of lexemes with their positions, and refuses a document with more. So many bytes may be lexemes: text and
 * people have 96,000 positions of 2 bytes at most.
 */
const LEXEMES_MAX = 850_000;
/** Bytes of each lexeme beside its text: the number of its positions, and alignment. */
const LEXEME_EXTRA = 4;

/** Texts that stand this far apart have no words side by side. */
const GAP = 2;

const ADDRESS_MAX = 320;

export const FIELD_MARKS = { from: 'f', to: 't', cc: 'c', subject: 's', list: 'l' } as const;
export type MarkedField = keyof typeof FIELD_MARKS;

export const addressLexeme = (field: MarkedField, address: string): string =>
  `${FIELD_MARKS[field]}=${address.toLowerCase().slice(0, ADDRESS_MAX)}`;
export const fieldLexeme = (field: MarkedField, word: string): string => `${FIELD_MARKS[field]}:${word}`;
export const domainLexeme = (domain: string): string => `d:${domain}`;

/** Collects the lexemes by which searches find the message. */
export function searchDocument(message: SearchableMessage): SearchDocument {
  const { subject, text, from, cc, listId, fileNames } = message;
  const to = [...message.to, ...message.bcc];
  const people = [...(from ? [from] : []), ...to, ...cc].flatMap(({ name, address }) => [name, address]);
  const document = new DocumentBuilder();
  // The people come last, because very many of them may fill the document.
  document.addFields('subject', [subject]);
  document.addWords([subject, ...people, ...fileNames, text.slice(0, SEARCH_TEXT_MAX)]);
  document.addFields('list', listId ? [listId] : []);
  if (message.hasAttachments) document.add(HAS_ATTACHMENT);
  document.addPeople('from', from ? [from] : []);
  document.addPeople('to', to);
  document.addPeople('cc', cc);
  return document.lexemes;
}

class DocumentBuilder {
  readonly lexemes = new Map<string, number[]>();
  #bytes = 0;

  /** Returns the positions of the lexeme, for more of them. A document that is full has no more lexemes. */
  add(lexeme: string): number[] {
    const known = this.lexemes.get(lexeme);
    if (known) return known;
    const positions: number[] = [];
    this.#bytes += Buffer.byteLength(lexeme) + LEXEME_EXTRA;
    if (this.#bytes <= LEXEMES_MAX) this.lexemes.set(lexeme, positions);
    return positions;
  }

  addWords(texts: readonly string[]): void {
    this.#addEach(texts, stemsOf);
  }

  addFields(field: MarkedField, texts: readonly string[]): void {
    const lexemes = (word: string) => (field === 'subject' ? stemsOf(word) : [word]);
    this.#addEach(texts, (word) => lexemes(word).map((lexeme) => fieldLexeme(field, lexeme)));
  }

  addPeople(field: 'from' | 'to' | 'cc', people: readonly Correspondent[]): void {
    this.addFields(
      field,
      people.flatMap(({ name, address }) => [name, address]),
    );
    for (const { address } of people) {
      this.add(addressLexeme(field, address));
      for (const domain of domainsOf(address)) this.add(domainLexeme(domain));
    }
  }

  #addEach(texts: readonly string[], lexemesOf: (word: string) => readonly string[]): void {
    let position = 0;
    // Words come again and again: each with the positions of its lexemes.
    const known = new Map<string, number[][]>();
    for (const text of texts) {
      for (const word of wordsIn(text)) {
        position += 1;
        let places = known.get(word);
        if (!places) known.set(word, (places = lexemesOf(word).map((lexeme) => this.add(lexeme))));
        if (position > LAST_POSITION) continue;
        for (const positions of places) if (positions.length < POSITIONS_MAX) positions.push(position);
      }
      position += GAP;
    }
  }
}

/** The domain of an address, and those that it is a subdomain of. */
function domainsOf(address: string): string[] {
  const labels = asciiDomain(address.slice(address.lastIndexOf('@') + 1).slice(0, ADDRESS_MAX)).split('.');
  return address.includes('@') ? labels.map((_, index) => labels.slice(index).join('.')).slice(0, 20) : [];
}
