import type * as Htmlparser2 from 'htmlparser2';
import type { TokenizerCallbacks } from 'htmlparser2';
import { lazyPackage } from '#libs/core/process';

const htmlparser2 = lazyPackage<typeof Htmlparser2>('htmlparser2');

/** Deepest level of elements in one another; deeper ones are left out, and their text stays. */
const DEPTH = 200;

/** Elements that are left out with all that is in them. */
const DROPPED = new Set(
  (
    'applet audio canvas datalist embed frameset iframe listing math noembed noframes noscript object option plaintext ' +
    'script select style svg template textarea title video xmp'
  ).split(' '),
);

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

const CELLS = ['td', 'th'];
const ROWS = [...CELLS, 'tr'];

/** Names of elements, each with the open elements that end where it begins. */
const ENDED_BY = new Map<string, readonly string[]>([
  ['p', ['p']],
  ['li', ['li']],
  ['dt', ['dt', 'dd']],
  ['dd', ['dt', 'dd']],
  ['td', CELLS],
  ['th', CELLS],
  ['tr', ROWS],
  ['tbody', [...ROWS, 'thead', 'tbody']],
  ['tfoot', [...ROWS, 'thead', 'tbody']],
]);

const nothing = (): void => undefined;

/**
 * The HTML without comments, without elements whose content is no text, and with a bounded depth. It is not safe to show, but
 * to parse: a parser takes minutes for a million tags within each other, and this works on tokens, in linear time.
 */
export function flatHtml(html: string): string {
  const writer = new FlatWriter(html);
  const tokenizer = new (htmlparser2().Tokenizer)({ decodeEntities: false }, writer.callbacks);
  tokenizer.write(html);
  tokenizer.end();
  return writer.parts.join('');
}

class FlatWriter {
  readonly parts: string[] = [];
  readonly #open: string[] = [];
  #tag = { name: '', start: 0 };
  /** The element that is left out, and how many of its name are open within it. */
  #dropped: { name: string; depth: number } | undefined;

  constructor(private readonly html: string) {}

  get callbacks(): TokenizerCallbacks {
    return {
      onopentagname: (start, end) => (this.#tag = { name: this.#nameAt(start, end), start: start - 1 }),
      onopentagend: (end) => this.#begin(end),
      onselfclosingtag: (end) => this.#begin(end),
      onclosetag: (start, end) => this.#end(this.#nameAt(start, end)),
      ontext: (start, end) => this.#text(start, end),
      ontextentity: nothing,
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onprocessinginstruction: nothing,
    };
  }

  #nameAt(start: number, end: number): string {
    return this.html.slice(start, end).toLowerCase();
  }

  #begin(end: number): void {
    const { name, start } = this.#tag;
    if (this.#dropped) {
      if (name === this.#dropped.name) this.#dropped.depth += 1;
      return;
    }
    if (DROPPED.has(name)) {
      if (!VOID.has(name)) this.#dropped = { name, depth: 1 };
      return;
    }
    if (!VOID.has(name) && !this.#enter(name)) return;
    this.parts.push(this.html.slice(start, end + 1));
  }

  /** False if it would lie too deep. */
  #enter(name: string): boolean {
    const ended = ENDED_BY.get(name);
    while (ended?.includes(this.#open.at(-1) ?? '')) this.parts.push(`</${this.#open.pop()}>`);
    if (this.#open.length >= DEPTH) return false;
    this.#open.push(name);
    return true;
  }

  #end(name: string): void {
    if (this.#dropped) {
      if (name === this.#dropped.name && --this.#dropped.depth === 0) this.#dropped = undefined;
      return;
    }
    const at = this.#open.lastIndexOf(name);
    if (at < 0) return;
    this.#open.length = at;
    this.parts.push(`</${name}>`);
  }

  /** An angle bracket that begins no tag here must not begin one when something after it is left out. */
  #text(start: number, end: number): void {
    if (!this.#dropped) this.parts.push(this.html.slice(start, end).replaceAll('<', '&lt;'));
  }
}
