import { Html, html as markup } from '#libs/core/html';
import type { Picture } from './page-context.js';

/** Renders a picture in all its sizes and formats; `first` is what visitors wait for, and loads before the others. */
export function pictureHtml(picture: Picture, description: string, sizes: string, first: boolean): Html {
  const types = ['image/avif', 'image/webp'] as const;
  const sources = types.flatMap((type) => {
    const set = picture.sources
      .filter((source) => source.type === type)
      .map(({ address, width }) => `${address} ${width}w`);
    return set.length ? [markup`<source type="${type}" srcset="${set.join(', ')}" sizes="${sizes}">`] : [];
  });
  const order = new Html(first ? ' fetchpriority="high"' : ' loading="lazy"');
  return markup`<picture>${sources}<img src="${picture.address}" alt="${description}" width="${String(picture.width)}" height="${String(picture.height)}"
      ${order} decoding="async"></picture>`;
}
