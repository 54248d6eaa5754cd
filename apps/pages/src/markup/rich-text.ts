import { Html } from '#libs/core/html';
import { lazyPackage } from '#libs/core/process';
import type SanitizeHtml from 'sanitize-html';
import { ADDRESS } from '../document/fields.js';
import { markPlaces } from './utm-text.js';

const sanitizeHtml = lazyPackage<typeof SanitizeHtml>('sanitize-html');

const SAFE_ADDRESS = new RegExp(ADDRESS, 'u');
/** Pictures inside of HTML items are those of the account: other hosts would see the visitors. */
const SAFE_PICTURE = /^\/_m\/[A-Za-z0-9_./-]+$/;

const TEXT_TAGS = 'p br strong b em i u s a ul ol li blockquote code sub sup small mark'.split(' ');
const MORE_TAGS = (
  'h2 h3 h4 h5 h6 div span hr pre img figure figcaption dl dt dd abbr time address ' +
  'table caption thead tbody tfoot tr th td details summary q cite kbd del ins'
).split(' ');

/** How deep elements may lie in one another; what is deeper loses its elements and keeps its text. */
const DEPTH = 24;

function options(tags: string[]): SanitizeHtml.IOptions {
  return {
    allowedTags: tags,
    allowedAttributes: {
      a: ['href', 'rel', 'target'],
      img: ['src', 'alt', 'width', 'height', 'loading'],
      ol: ['start'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
      time: ['datetime'],
      abbr: ['title'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nestingLimit: DEPTH,
    transformTags: { a: safeLink, img: safePicture },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['src'],
    textFilter: markPlaces,
  };
}

const TEXT = options(TEXT_TAGS);
const MORE = options([...TEXT_TAGS, ...MORE_TAGS]);

function safeLink(tagName: string, { href = '', target }: SanitizeHtml.Attributes): SanitizeHtml.Tag {
  const attribs: SanitizeHtml.Attributes = {};
  if (SAFE_ADDRESS.test(href)) attribs['href'] = href;
  if (target === '_blank') Object.assign(attribs, { target, rel: 'noopener' });
  return { tagName, attribs };
}

function safePicture(
  tagName: string,
  { src = '', alt = '', width = '', height = '' }: SanitizeHtml.Attributes,
): SanitizeHtml.Tag {
  if (!SAFE_PICTURE.test(src)) return { tagName, attribs: {} };
  const attribs: SanitizeHtml.Attributes = { src, alt, loading: 'lazy' };
  if (/^\d{1,4}$/.test(width) && /^\d{1,4}$/.test(height)) Object.assign(attribs, { width, height });
  return { tagName, attribs };
}

/** The elements of texts alone; a text without any becomes paragraphs. */
export function richHtml(source: string): Html {
  const html = sanitizeHtml()(source, TEXT);
  if (/<(p|ul|ol|blockquote)[ >]/.test(html)) return new Html(html);
  return new Html(
    html
      .split(/\n{2,}/)
      .map((paragraph) => `<p>${paragraph.trim().replaceAll('\n', '<br>')}</p>`)
      .join(''),
  );
}

/** More elements, for HTML that an author pasted: nothing that runs, no style, no frame, no form. */
export function pastedHtml(source: string): Html {
  return new Html(sanitizeHtml()(source, MORE));
}

/** The text of it, without elements. */
export function textOf(source: string): string {
  return sanitizeHtml()(source, { allowedTags: [], allowedAttributes: {}, nestingLimit: DEPTH })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}
