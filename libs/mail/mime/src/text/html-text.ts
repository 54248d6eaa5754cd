import type * as Htmlparser2 from 'htmlparser2';
import type { TokenizerCallbacks } from 'htmlparser2';
import { lazyPackage } from '#libs/core/process';

/** An app at rest reads no messages. */
const htmlparser2 = lazyPackage<typeof Htmlparser2>('htmlparser2');

const HIDDEN = new Set(['head', 'script', 'style', 'template', 'noscript', 'title', 'object', 'svg', 'math']);
const BLOCKS = new Set(
  (
    'address article blockquote br center dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section ' +
    'table td th tr ul'
  ).split(' '),
);
const ADDRESS_MAX = 4_000;
const nothing = (): void => undefined;

export interface HtmlTextOptions {
  /** Whether the address of a link follows its words, in brackets, and pictures are what is said in their place. */
  links?: boolean;
}

/** Characters of a text that is made of HTML. */
const TEXT_MAX = 200_000;

/**
 * The text of a mail that is sent: the one given, else that of its HTML. Mail without a text is taken for spam more often, and
 * some people read text alone.
 */
export function textBeside({ text, html }: { text?: string | null; html?: string | null }): string | undefined {
  if (!html || (text && text.trim() !== '')) return text ?? undefined;
  return htmlToText(html, TEXT_MAX, { links: true }) || (text ?? undefined);
}

/**
 * The text that a reader of the HTML sees: blocks on lines of their own, nothing of scripts and styles. It works on tokens,
 * in linear time: a tree of a million tags within each other takes a parser minutes.
 */
export function htmlToText(html: string, maxLength: number, { links = false }: HtmlTextOptions = {}): string {
  const reader = new TextReader(html, maxLength, links);
  const tokenizer = new (htmlparser2().Tokenizer)({ decodeEntities: true }, reader.callbacks);
  tokenizer.write(html);
  tokenizer.end();
  return reader.text.slice(0, maxLength).trim();
}

class TextReader {
  /** The text that was read: to look at the end of one growing text would copy all of it each time. */
  readonly #pieces: string[] = [];
  #length = 0;
  /** The last character. */
  #last = '';
  #hiddenBy: string | undefined;
  /** The link that is open, with its words. */
  #link: { address: string; words: string[] } | undefined;
  #isInLinkTag = false;
  #isInAddress = false;
  #isInPicture = false;
  #isInWords = false;

  constructor(
    private readonly html: string,
    private readonly maxLength: number,
    private readonly links: boolean,
  ) {}

  get text(): string {
    return this.#pieces.join('');
  }

  get callbacks(): TokenizerCallbacks {
    return {
      onopentagname: (start, end) => this.#tag(this.#nameAt(start, end), true),
      onclosetag: (start, end) => this.#tag(this.#nameAt(start, end), false),
      ontext: (start, end) => this.#words(this.html.slice(start, end)),
      ontextentity: (codepoint) => this.#words(String.fromCodePoint(codepoint)),
      onattribdata: (start, end) => this.#attribute(this.html.slice(start, end)),
      onattribentity: (codepoint) => this.#attribute(String.fromCodePoint(codepoint)),
      onattribend: nothing,
      onattribname: (start, end) => {
        this.#isInAddress = this.#isInLinkTag && this.#nameAt(start, end) === 'href';
        this.#isInWords = this.#isInPicture && this.#nameAt(start, end) === 'alt';
        if (this.#isInWords) this.#words(' ');
      },
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: () => (this.#isInLinkTag = false),
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing,
    };
  }

  #nameAt(start: number, end: number): string {
    return this.html.slice(start, end).toLowerCase();
  }

  #tag(name: string, isOpening: boolean): void {
    this.#isInLinkTag = isOpening && name === 'a' && this.links;
    this.#isInPicture = isOpening && name === 'img' && this.links;
    if (name === 'a' && this.links) this.#turnLink(isOpening);
    if (isOpening && HIDDEN.has(name)) this.#hiddenBy ??= name;
    else if (!isOpening && name === this.#hiddenBy) this.#hiddenBy = undefined;
    // A head that is not closed ends where the body begins.
    else if (isOpening && name === 'body') this.#hiddenBy = undefined;
    else if (BLOCKS.has(name) && this.#last !== '' && this.#last !== '\n') this.#add('\n');
  }

  #turnLink(isOpening: boolean): void {
    const { address = '', words = [] } = this.#link ?? {};
    this.#link = isOpening ? { address: '', words: [] } : undefined;
    if (!/^(?:https?|mailto|tel):/i.test(address) || this.#hiddenBy !== undefined) return;
    if (words.join('').trim() === address || this.#length >= this.maxLength) return;
    this.#add(`${this.#isAfterBlank ? '' : ' '}(${address})`);
  }

  #attribute(data: string): void {
    if (this.#isInWords) this.#words(data);
    if (this.#isInAddress && this.#link && this.#link.address.length < ADDRESS_MAX) this.#link.address += data.trim();
  }

  #words(data: string): void {
    if (this.#hiddenBy !== undefined || this.#length >= this.maxLength) return;
    const words = data.replaceAll(/[\s\u00a0\u200b\u200c\u00ad]+/g, ' ');
    this.#add(this.#isAfterBlank ? words.trimStart() : words);
  }

  get #isAfterBlank(): boolean {
    return this.#last === '' || /\s/.test(this.#last);
  }

  #add(text: string): void {
    if (text === '') return;
    this.#pieces.push(text);
    this.#length += text.length;
    this.#last = text.at(-1) ?? '';
    this.#link?.words.push(text);
  }
}
