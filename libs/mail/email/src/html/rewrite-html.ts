import type * as HtmlParser from 'htmlparser2';
import { lazyPackage } from '#libs/core/process';

const htmlparser = lazyPackage<typeof HtmlParser>('htmlparser2');

/** The changes to a page. All other bytes stay the same. */
export interface HtmlChanges {
  /**
   * Returns the new target of a link (`href` of `a` and `area`, with entities decoded), or null to keep it. The result is
   * inserted without escaping, so it must not contain a space, quote, `<`, `>` or `&`.
   */
  link?: (url: string) => string | null;
  /** HTML to insert before `</body>`, or at the end of a page without that tag. */
  append?: string;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Changes the links of an HTML text and appends to its body. Ignores links in comments, scripts and styles, and tags
 * with `data-track="off"`. Of a repeated `href` the first counts, as in browsers. Never throws.
 */
export function rewriteHtml(html: string, { link, append }: HtmlChanges): string {
  const scanner = new LinkScanner(html, link ?? (() => null));
  const tokenizer = new (htmlparser().Tokenizer)({ decodeEntities: true }, scanner);
  tokenizer.write(html);
  tokenizer.end();
  const edits = [...scanner.edits];
  if (append) edits.push({ start: scanner.bodyEnd ?? html.length, end: scanner.bodyEnd ?? html.length, text: append });
  return applyEdits(html, edits);
}

function applyEdits(html: string, edits: Edit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text } of edits.sort((a, b) => a.start - b.start)) {
    result += html.slice(at, start) + text;
    at = end;
  }
  return result + html.slice(at);
}

const LINK_TAGS = new Set(['a', 'area']);

/** Collects the edits while the tokenizer reads. */
class LinkScanner implements HtmlParser.TokenizerCallbacks {
  readonly edits: Edit[] = [];
  /** Position of the last `</body`; undefined if there is none. */
  bodyEnd: number | undefined;
  private isLink = false;
  private isUntracked = false;
  private attribute = '';
  private attributeEnd = 0;
  private value = '';
  private href: { start: number; end: number; url: string } | undefined;

  constructor(
    private readonly html: string,
    private readonly link: (url: string) => string | null,
  ) {}

  onopentagname(start: number, end: number): void {
    this.isLink = LINK_TAGS.has(this.html.slice(start, end).toLowerCase());
    this.isUntracked = false;
    this.href = undefined;
  }

  onattribname(start: number, end: number): void {
    if (!this.isLink) return;
    this.attribute = this.html.slice(start, end).toLowerCase();
    this.attributeEnd = end;
    this.value = '';
  }

  onattribdata(start: number, end: number): void {
    if (this.isLink) this.value += this.html.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    if (this.isLink) this.value += String.fromCodePoint(codepoint);
  }

  onattribend(quote: HtmlParser.QuoteType, end: number): void {
    if (!this.isLink || quote === 0) return;
    if (this.attribute === 'data-track') this.isUntracked = this.value.trim().toLowerCase() === 'off';
    if (this.attribute !== 'href' || this.href) return;
    // Between name and value there is one equals sign with white space around it, and usually a quote. A second equals
    // sign is the first character of an unquoted value.
    const gap = /[ \t\n\f\r]*=[ \t\n\f\r]*/y;
    gap.lastIndex = this.attributeEnd;
    gap.test(this.html);
    const quoted = quote === 1 ? 0 : 1;
    this.href = { start: gap.lastIndex + quoted, end: end - quoted, url: this.value };
  }

  onopentagend(): void {
    if (!this.isLink || this.isUntracked || !this.href) return;
    const { start, end, url } = this.href;
    const text = this.link(url);
    if (text !== null) this.edits.push({ start, end, text });
    this.isLink = false;
  }

  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    if (this.html.slice(start, end).toLowerCase() === 'body') this.bodyEnd = this.html.lastIndexOf('<', start);
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}
  ontext(): void {}
  ontextentity(): void {}
}
