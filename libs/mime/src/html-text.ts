import type * as Htmlparser2 from 'htmlparser2';
import type { TokenizerCallbacks } from 'htmlparser2';
import { lazyPackage } from '#libs/lazy';

/** An app at rest reads no messages. */
const htmlparser2 = lazyPackage<typeof Htmlparser2>('htmlparser2');

const HIDDEN = new Set(['head', 'script', 'style', 'template', 'noscript', 'title', 'object', 'svg', 'math']);
const BLOCKS = new Set(
  (
    'address article blockquote br center dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section ' +
    'table td th tr ul'
  ).split(' '),
);
const nothing = (): void => undefined;

/**
 * The text that a reader of the HTML sees: blocks on lines of their own, nothing of scripts and styles. It works on tokens,
 * in linear time: a tree of a million tags within each other takes a parser minutes.
 */
export function htmlToText(html: string, maxLength: number): string {
  const reader = new TextReader(html, maxLength);
  const tokenizer = new (htmlparser2().Tokenizer)({ decodeEntities: true }, reader.callbacks);
  tokenizer.write(html);
  tokenizer.end();
  return reader.text.slice(0, maxLength).trim();
}

class TextReader {
  text = '';
  #hiddenBy: string | undefined;

  constructor(
    private readonly html: string,
    private readonly maxLength: number,
  ) {}

  get callbacks(): TokenizerCallbacks {
    return {
      onopentagname: (start, end) => this.#tag(this.#nameAt(start, end), true),
      onclosetag: (start, end) => this.#tag(this.#nameAt(start, end), false),
      ontext: (start, end) => this.#words(this.html.slice(start, end)),
      ontextentity: (codepoint) => this.#words(String.fromCodePoint(codepoint)),
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing,
    };
  }

  #nameAt(start: number, end: number): string {
    return this.html.slice(start, end).toLowerCase();
  }

  #tag(name: string, isOpening: boolean): void {
    if (isOpening && HIDDEN.has(name)) this.#hiddenBy ??= name;
    else if (!isOpening && name === this.#hiddenBy) this.#hiddenBy = undefined;
    // A head that is not closed ends where the body begins.
    else if (isOpening && name === 'body') this.#hiddenBy = undefined;
    else if (BLOCKS.has(name) && this.text !== '' && !this.text.endsWith('\n')) this.text += '\n';
  }

  #words(data: string): void {
    if (this.#hiddenBy !== undefined || this.text.length >= this.maxLength) return;
    const words = data.replaceAll(/[\s\u00a0\u200b\u200c\u00ad]+/g, ' ');
    this.text += this.text === '' || /\s$/.test(this.text) ? words.trimStart() : words;
  }
}
