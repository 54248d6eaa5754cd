import escapeHtml from 'escape-html';
import { wellFormed } from '#libs/core/charsets';
import { htmlToText } from './html-text.js';

/** A text of a message, or the multipart around some. */
export type BodyNode = BodyText | BodyGroup;

export interface BodyText {
  kind: 'plain' | 'html';
  text: string;
}

/** Parts of which readers see one, or all, in their order. */
export interface BodyGroup {
  kind: 'alternative' | 'series';
  children: BodyNode[];
}

/** A text that nobody sees: blanks, and characters without a width, by which newsletters fill their preview. */
const BLANK = /^(?:[\s\u2800]|\p{Default_Ignorable_Code_Point})*$/u;

export const isBlank = (text: string): boolean => BLANK.test(text);

/** Tells whether readers see anything of a text. */
export const hasText = (node: BodyNode): boolean =>
  isGroup(node) ? node.children.some(hasText) : node.kind === 'plain' ? !isBlank(node.text) : isShown(node);

/** Puts the texts of a message together, as its readers see it, up to a number of characters. */
export class BodyRenderer {
  /** Parts of which it is known whether they have HTML that shows something. */
  private readonly known = new Map<BodyNode, boolean>();

  constructor(private readonly maxLength: number) {}

  /** All of it as text: of alternatives the plain one, else that of the HTML. */
  text(body: BodyNode): string {
    return cut(this.textOf(body), this.maxLength);
  }

  /** All of it as HTML; null if no part is. */
  html(body: BodyNode): string | null {
    return this.hasHtml(body) ? cut(this.htmlOf(body), this.maxLength) : null;
  }

  private textOf(node: BodyNode): string {
    if (!isGroup(node)) return node.kind === 'plain' ? node.text : htmlToText(node.text, this.maxLength);
    if (node.kind === 'series') return joined(node.children.map((child) => this.textOf(child)));
    return this.alternativeText(node.children);
  }

  private alternativeText(children: readonly BodyNode[]): string {
    for (const child of children.filter((one) => !hasKind(one, 'html'))) {
      const text = this.textOf(child);
      if (!isBlank(text)) return text;
    }
    for (const child of children.toReversed()) {
      const text = this.textOf(child);
      if (!isBlank(text)) return text;
    }
    return '';
  }

  private htmlOf(node: BodyNode): string {
    if (!isGroup(node)) return node.kind === 'html' ? node.text : asHtml(node.text);
    if (node.kind === 'series') return joined(node.children.map((child) => this.htmlOf(child)));
    const best = node.children.findLast((child) => this.hasHtml(child));
    return best ? this.htmlOf(best) : this.htmlOf({ kind: 'plain', text: this.alternativeText(node.children) });
  }

  /** Tells whether there is HTML that shows something. */
  private hasHtml(node: BodyNode): boolean {
    const known = this.known.get(node);
    if (known !== undefined) return known;
    const found = isGroup(node) ? node.children.some((child) => this.hasHtml(child)) : isShown(node);
    this.known.set(node, found);
    return found;
  }
}

function isShown({ kind, text }: BodyText): boolean {
  if (kind === 'plain') return false;
  if (/<(?:img|hr|video)\b/i.test(text)) return true;
  return [text.slice(0, BEGINNING), text].some((html) => !isBlank(htmlToText(html, BEGINNING)));
}

/** Characters of HTML of which most show some text. */
const BEGINNING = 8_192;

const isGroup = (node: BodyNode): node is BodyGroup => 'children' in node;

const hasKind = (node: BodyNode, kind: BodyText['kind']): boolean =>
  isGroup(node) ? node.children.some((child) => hasKind(child, kind)) : node.kind === kind;

const joined = (texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n');

const cut = (text: string, length: number): string => (text.length > length ? wellFormed(text.slice(0, length)) : text);

/** The text of a plain part among parts of HTML. */
const asHtml = (text: string): string =>
  isBlank(text) ? '' : `<div style="white-space:pre-wrap">${escapeHtml(text)}</div>`;
