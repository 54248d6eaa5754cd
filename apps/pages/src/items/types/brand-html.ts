import { html as markup, type Html } from '#libs/core/html';
import { pictureHtml } from '../../markup/picture-html.js';
import type { ItemContext } from '../item-context.js';

export const BRAND_STYLE = `.bd{display:inline-flex;align-items:center;font-family:var(--fh);font-weight:700;font-size:1.25rem;letter-spacing:-.02em;line-height:1.2;color:var(--h);text-decoration:none}.bd img{width:auto;max-width:11rem;height:2.25rem;object-fit:contain}`;

/** The brand's logo, or its name where it has none. */
export function brandHtml(context: ItemContext, address?: string): Html {
  const { brand, pictures } = context.writer.page;
  const logo = brand.logoId === null ? undefined : pictures.get(brand.logoId);
  const shown = logo ? pictureHtml(logo, brand.name, '176px', true) : markup`${brand.name}`;
  return address === undefined
    ? markup`<span class="bd">${shown}</span>`
    : markup`<a class="bd"${context.href(address)}>${shown}</a>`;
}
