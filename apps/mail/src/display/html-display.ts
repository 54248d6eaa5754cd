import { Injectable } from '@nestjs/common';
import type SanitizeHtml from 'sanitize-html';
import { lazyPackage } from '#libs/core/process';
import { pictureKey } from '#libs/mail/mime';
import { flatHtml } from './flat-html.js';
import { type ImageRule, safeStyle } from './safe-style.js';

const sanitizeHtml = lazyPackage<typeof SanitizeHtml>('sanitize-html');

/** Characters that are shown of an HTML text at most: half a second of work. Newsletters have a tenth of it. */
const MAX_LENGTH = 512 * 1024;

export interface DisplayChoice {
  /** Whether images of other servers are shown, which then see that the message is read. */
  images: boolean;
  /** The addresses of the images that come with the message, by the `pictureKey` of what the HTML calls them. */
  inline?: ReadonlyMap<string, string>;
}

export interface DisplayedHtml {
  html: string;
  /** Whether it has images of other servers that were left out. */
  hasRemoteImages: boolean;
  /** Whether its end was left out, for its length. */
  isClipped: boolean;
}

const TAGS = (
  'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl ' +
  'dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q rp rt ruby s ' +
  'samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr'
).split(' ');

const ATTRIBUTES = {
  '*': ['style', 'dir', 'lang', 'title', 'align', 'valign', 'bgcolor', 'background', 'width', 'height', 'border'],
  a: ['href', 'rel', 'target'],
  img: ['src', 'alt', 'loading', 'referrerpolicy', 'hspace', 'vspace'],
  font: ['color', 'face', 'size'],
  table: ['cellpadding', 'cellspacing', 'summary', 'rules', 'frame'],
  td: ['colspan', 'rowspan', 'nowrap'],
  th: ['colspan', 'rowspan', 'nowrap', 'scope'],
  col: ['span'],
  colgroup: ['span'],
  ol: ['start', 'type', 'reversed'],
  ul: ['type'],
  li: ['value', 'type'],
  time: ['datetime'],
  details: ['open'],
  hr: ['size', 'color', 'noshade'],
};

const LINKS = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const CONTENT_ID = /^cid:[^\s"<>]+$/i;
const PICTURE = /^data:image\/(?:png|jpe?g|gif|webp|bmp);base64,[a-z0-9+/=\s]*$/i;

/**
 * HTML of others, made safe to show: nothing in it runs, is sent or loaded unasked, and links open outside of the page. What
 * remains is from lists of tags, attributes and properties of styles. An `id`, `class` or `name` is none of them, so that it
 * takes nothing from the page around it.
 */
@Injectable()
export class HtmlDisplay {
  /**
   * Makes HTML safe that our own users write: all of it stays, with images of addresses that they chose, and their own as
   * cid:.
   */
  sanitiseOwn(html: string): string {
    const image: ImageRule = (source) => (CONTENT_ID.test(source) ? source : safeAddress(source));
    return safeHtml(html, image);
  }

  sanitise(html: string, { images, inline = new Map() }: DisplayChoice): DisplayedHtml {
    let hasRemoteImages = false;
    const image: ImageRule = (source) => {
      const own = inline.get(pictureKey(source));
      if (own !== undefined || /^\s*cid:/i.test(source)) return own ?? null;
      const address = safeAddress(source);
      if (images || !address?.startsWith('http')) return address;
      hasRemoteImages = true;
      return null;
    };
    const isClipped = html.length > MAX_LENGTH;
    const safe = safeHtml(html.slice(0, MAX_LENGTH), image);
    return { html: safe, hasRemoteImages, isClipped };
  }
}

const safeHtml = (html: string, image: ImageRule): string => sanitizeHtml()(flatHtml(html), optionsFor(image));

/** The address of an image of another server, or a picture itself; null for anything else. */
function safeAddress(source: string): string | null {
  if (PICTURE.test(source)) return source.replaceAll(/\s/g, '');
  const address = absolute(source);
  return address && /^https?:$/.test(address.protocol) ? address.href : null;
}

function optionsFor(image: ImageRule): SanitizeHtml.IOptions {
  return {
    allowedTags: TAGS,
    allowedAttributes: ATTRIBUTES,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'data', 'cid'] },
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    disallowedTagsMode: 'discard',
    enforceHtmlBoundary: false,
    transformTags: {
      '*': (tagName, attributes) => ({
        tagName: tagName === 'body' ? 'div' : tagName,
        attribs: { ...common(attributes, image), ...addressOf(tagName, attributes, image) },
      }),
    },
  };
}

/** Attributes that {@link addressOf} writes anew. */
const WRITTEN = new Set(['href', 'src', 'srcset', 'rel', 'target', 'loading', 'referrerpolicy']);

/** The attributes without those that name places, but for a background that may be shown. */
function common(attributes: SanitizeHtml.Attributes, image: ImageRule): SanitizeHtml.Attributes {
  const { style, background, ...others } = attributes;
  const rest = Object.fromEntries(Object.entries(others).filter(([name]) => !WRITTEN.has(name)));
  const declarations = style ? safeStyle(style, image) : '';
  const address = background ? image(background) : null;
  return { ...rest, ...(declarations && { style: declarations }), ...(address && { background: address }) };
}

function addressOf(tagName: string, attributes: SanitizeHtml.Attributes, image: ImageRule): SanitizeHtml.Attributes {
  if (tagName === 'a') return link(attributes);
  return tagName === 'img' ? picture(attributes, image) : {};
}

function link({ href = '' }: SanitizeHtml.Attributes): SanitizeHtml.Attributes {
  const address = absolute(href);
  if (!address || !LINKS.has(address.protocol)) return {};
  return { href: address.href, target: '_blank', rel: 'noopener noreferrer nofollow' };
}

function picture({ src, srcset }: SanitizeHtml.Attributes, image: ImageRule): SanitizeHtml.Attributes {
  const source = src ?? srcset?.trim().split(/[\s,]/, 1)[0];
  const address = source ? image(source) : null;
  if (!address) return {};
  return { src: address, loading: 'lazy', referrerpolicy: 'no-referrer' };
}

/** Null if it is relative: it would be an address of the page around it. */
function absolute(text: string): URL | null {
  const address = text.trim();
  const whole = /^[\\/]{2}/.test(address) ? `https:${address}` : address;
  return URL.canParse(whole) ? new URL(whole) : null;
}
