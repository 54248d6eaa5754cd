import { escapeHtml, Html, html as markup } from '#libs/core/html';
import type { PageContext, Picture } from '../markup/page-context.js';
import type { PageWriter } from '../markup/page-writer.js';
import { paletteOf } from '../markup/palette.js';
import { plainText } from '../markup/utm-text.js';

/** Characters that search engines and networks show of a description. */
const DESCRIPTION_LENGTH = 160;

export interface PageTexts {
  title: string;
  description: string;
  canonical: string;
  picture?: { address: string; source: Picture };
}

/** Returns the texts for search engines and social networks; those that the author left out are made from the page. */
export function textsOf({ page, firstText }: PageWriter): PageTexts {
  const { seo, brand, site, address } = page;
  const title = plainText(seo.title || page.title);
  const picture = page.pictures.get(seo.pictureId ?? '') ?? page.pictures.get(brand.logoId ?? '');
  return {
    title,
    description: cut(plainText(seo.description || site.description || firstText || title), DESCRIPTION_LENGTH),
    canonical: isWebAddress(seo.canonicalUrl) ? seo.canonicalUrl : address,
    ...(picture && { picture: { address: absolute(picture.address, address), source: picture } }),
  };
}

/** The page's icon: the site's own, else the brand's initial on its colour, for which browsers ask for no file. */
export function iconTag({ brand, site, pictures }: PageContext): Html {
  const picture = pictures.get(site.faviconId ?? '');
  if (picture) return pictureIcon(picture);
  const { button, onButton } = paletteOf(brand);
  const initial = escapeHtml([...brand.name.trim()][0]?.toUpperCase() ?? '');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${button}"/><text x="16" y="22.5" font-family="sans-serif" font-size="18" font-weight="700" text-anchor="middle" fill="${onButton}">${initial}</text></svg>`;
  return markup`<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(svg)}">`;
}

/** Its smallest WebP: not every browser takes AVIF as an icon. */
function pictureIcon({ sources, address }: Picture): Html {
  const webp = sources.find(({ type }) => type === 'image/webp');
  const icon = webp ?? { type: typeOf(address), address };
  return markup`<link rel="icon" type="${icon.type}" href="${icon.address}">`;
}

const TYPES: Record<string, string> = { jpg: 'image/jpeg', svg: 'image/svg+xml' };

function typeOf(address: string): string {
  const extension = address.slice(address.lastIndexOf('.') + 1);
  return TYPES[extension] ?? `image/${extension}`;
}

/** The tags that describe the page to search engines and social networks. */
export function describingTags(page: PageContext, { title, description, canonical, picture }: PageTexts): Html {
  const tags = [
    meta('name', 'description', description),
    ...(page.seo.indexable ? [] : [meta('name', 'robots', 'noindex')]),
    markup`<link rel="canonical" href="${canonical}">`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', canonical),
    meta('property', 'og:site_name', page.brand.name),
    meta('property', 'og:locale', page.seo.language.replace('-', '_')),
    ...(picture ? pictureTags(picture) : []),
    meta('name', 'twitter:card', picture ? 'summary_large_image' : 'summary'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
  ];
  return markup`${tags}`;
}

function pictureTags({ address, source }: NonNullable<PageTexts['picture']>): Html[] {
  return [
    meta('property', 'og:image', address),
    meta('property', 'og:image:width', String(source.width)),
    meta('property', 'og:image:height', String(source.height)),
    ...(source.description ? [meta('property', 'og:image:alt', source.description)] : []),
    meta('name', 'twitter:image', address),
  ];
}

function meta(kind: 'name' | 'property', name: string, content: string): Html {
  return markup`<meta ${new Html(kind)}="${name}" content="${content}">`;
}

/** Structured data: the page, who publishes it, and its questions. */
export function structuredData({ page, questions }: PageWriter, texts: PageTexts): Html {
  const { title, description, canonical, picture } = texts;
  const publisher = { '@type': 'Organization', name: page.brand.name };
  const graph: object[] = [
    {
      '@type': 'WebPage',
      '@id': canonical,
      url: canonical,
      name: title,
      description,
      inLanguage: page.seo.language,
      publisher,
      ...(picture && { primaryImageOfPage: { '@type': 'ImageObject', url: picture.address } }),
    },
  ];
  if (questions.length)
    graph.push({
      '@type': 'FAQPage',
      mainEntity: questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    });
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph });
  return new Html(`<script type="application/ld+json">${insideScript(json)}</script>`);
}

/** JSON that cannot end the element it is in, nor begin a comment there. */
export function insideScript(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function cut(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const start = characters.slice(0, length - 1).join('');
  return `${start.replace(/\s+\S*$/, '').trimEnd() || start}…`;
}

function isWebAddress(address: string | null): address is string {
  return address !== null && /^https?:\/\/[^\s"'<>\\]+$/.test(address);
}

function absolute(path: string, base: string): string {
  return URL.canParse(path, base) ? new URL(path, base).href : path;
}
