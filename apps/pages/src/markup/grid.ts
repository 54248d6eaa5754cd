import type { PageWriter } from './page-writer.js';

/** The class of a grid with these columns, whose rule it puts into the page's style. One below the other on a phone. */
export function gridClass(columns: readonly { largura?: number }[], writer: PageWriter): string {
  if (columns.length < 2) return '';
  const widths = columns.map(({ largura = Math.max(1, Math.round(12 / columns.length)) }) => largura);
  const name = `g${widths.join('-')}`;
  const wide = widths.map((width) => `minmax(0,${width}fr)`).join(' ');
  if (columns.length > 2)
    writer.style(`@media(min-width:40rem){.${name}{grid-template-columns:repeat(2,minmax(0,1fr))}}`);
  writer.style(`@media(min-width:${columns.length > 2 ? 60 : 52}rem){.${name}{grid-template-columns:${wide}}}`);
  return ` ${name}`;
}
