import { Tokenizer, type QuoteType, type TokenizerCallbacks } from 'htmlparser2';

/** What to change in a page; everything else stays as it is, to the byte. */
export interface HtmlChanges {
  /**
   * What a link (`href` of `a` and `area`, entities decoded) leads to from now on; null leaves it. The answer is written
   * between quotes or none, so it must hold no space, quote, `<`, `>` or `&`.
   */
  link?: (url: string) => string | null;
  /** Put in front of `</body>`, or at the end of a page that never says so. */
  append?: string;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Changes the links of an HTML text and appends to its body. Links inside comments, scripts and styles are none. A tag
 * with `data-track="off"` is left alone, and of a repeated `href` the first counts, as for a browser. Never fails.
 */
export function rewriteHtml(html: string, { link, append }: HtmlChanges): string {
  const scanner = new LinkScanner(html, link ?? (() => null));
  const tokenizer = new Tokenizer({ decodeEntities: true }, scanner);
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

/** Collects the changes while the tokenizer reads; positions are those of the text. */
class LinkScanner implements TokenizerCallbacks {
  readonly edits: Edit[] = [];
  /** Where the last `</body` begins. */
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

  onattribend(quote: QuoteType, end: number): void {
    if (!this.isLink || quote === 0) return;
    if (this.attribute === 'data-track') this.isUntracked = this.value.trim().toLowerCase() === 'off';
    if (this.attribute !== 'href' || this.href) return;
    // Between the name and the value stand one equals sign, white space and, mostly, a quote. A second equals sign is
    // the first character of an unquoted value.
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
