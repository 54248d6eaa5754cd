import { createHash } from 'node:crypto';
import { escapeHtml, Html, html as markup } from '#libs/core/html';
import { findItemType } from '../items/catalogue.js';
import { ItemContext } from '../items/item-context.js';
import { pictureHtml } from '../markup/picture-html.js';
import type { DocumentColumn, DocumentItem, DocumentSection, PageDocument } from '../document/page-document.js';
import { BASE_STYLE, GRADIENT_STYLE, PHOTO_STYLE } from './base-style.js';
import { contrast } from '#libs/sites/sites';
import { chosenFont, fontPreloads, fontStyle } from './font-style.js';
import { gridClass } from '../markup/grid.js';
import type { PageContext, RenderedPage } from '../markup/page-context.js';
import { describingTags, iconTag, structuredData, textsOf } from './page-head.js';
import { policyOf } from './page-policy.js';
import { tagsHtml } from './page-tags.js';
import { PAGE_SCRIPTS } from '../markup/page-scripts.js';
import { PageWriter } from '../markup/page-writer.js';
import { type Palette, paletteCss, paletteOf } from '../markup/palette.js';

const SPACING = { nenhum: ' s0', pequeno: ' s1', medio: '', grande: ' s3' } as const;
/** Spacing of a section for which the author chose none. */
const SPACING_OF_ROLE = { menu: ' s0', rodape: ' s2', conteudo: '' } as const;
const WIDTH = { estreita: ' n', padrao: '', larga: ' l' } as const;
const VERTICAL = { topo: ' top', centro: ' mid', esticar: '' } as const;

/**
 * A page as static HTML with its style and scripts inside, and the policy that allows those and nothing else. Pure: equal
 * documents and contexts give equal bytes.
 */
export function renderPage(document: PageDocument, context: PageContext): RenderedPage {
  const writer = new PageWriter(context);
  const sections = document.secoes.map((section, index) => ({
    html: sectionHtml(section, `secoes[${index}]`, writer),
    role: roleOf(section),
  }));
  if (!writer.warnings.some(({ code }) => code === 'titulo_ausente') && !hasMainHeading(document))
    writer.warn('secoes', 'titulo_ausente', 'A página não tem um título de nível 1, que diz do que ela trata.');
  // Menus before the content are the page's header, footers after it the page's footer; between them is the content.
  const start = sections.findIndex(({ role }) => role !== 'menu');
  const head = sections.slice(0, start < 0 ? sections.length : start);
  const rest = sections.slice(head.length);
  const end = rest.findLastIndex(({ role }) => role !== 'rodape') + 1;
  const part = (some: typeof sections) => some.flatMap(({ html: text }) => text ?? []);
  const bars = (first: boolean) =>
    writer.overlays.filter((overlay) => overlay.first === first).map((overlay) => overlay.html);
  const body = markup`<a class="skip" href="#_conteudo">${writer.texts.page.skip}</a>
    ${bars(true)} ${head.length ? markup`<header>${part(head)}</header>` : undefined}
    <main id="_conteudo">${part(rest.slice(0, end))}</main>
    ${end < rest.length ? markup`<footer>${part(rest.slice(end))}</footer>` : undefined} ${bars(false)}`;
  return finish(document, writer, body);
}

function finish(document: PageDocument, writer: PageWriter, body: Html): RenderedPage {
  const { page } = writer;
  const headings = chosenFont(document.estilo?.fonte_titulos, page.brand.headingFont);
  const text = chosenFont(document.estilo?.fonte_texto, page.brand.textFont);
  const root = `${fontStyle(headings, text)}:root{${paletteCss(paletteOf(page.brand))};--r:${Math.round(page.brand.radius)}px}`;
  const css = `${root}${BASE_STYLE}${writer.css}`.replaceAll('\n', '');
  const script = [...writer.scripts]
    .sort()
    .map((name) => PAGE_SCRIPTS[name])
    .join('\n');
  const texts = textsOf(writer);
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    markup`<title>${texts.title}</title>`.text,
    fontPreloads(headings, text),
    // Nothing but the style may stand in its element: the policy names it by its hash.
    `<style>${css}</style>`,
    describingTags(page, texts).text,
    markup`<meta name="theme-color" content="${page.brand.colors.primary}">`.text,
    iconTag(page).text,
    structuredData(writer, texts).text,
  ].join('\n');
  const scriptTag = script ? `<script>${script}</script>\n` : '';
  const byForm = document.consentimento_de_formulario ? ' data-consentimento="formulario"' : '';
  const pixelTag =
    page.pixelToken === null
      ? ''
      : `<script src="/pixel.js" data-credencial="${page.pixelToken}"${byForm} defer></script>\n`;
  const lang = escapeHtml(page.seo.language);
  return {
    html: `<!doctype html>\n<html lang="${lang}">\n<head>\n${head}\n</head>\n<body>\n${body.text}\n${scriptTag}${pixelTag}${tagsHtml(writer)}</body>\n</html>\n`,
    policy: policyOf(css, script, writer),
    formIds: writer.formIds,
    warnings: writer.warnings,
  };
}

/** Role of a section by its items; items that lie above the page do not count. */
function roleOf({ colunas }: DocumentSection): 'menu' | 'rodape' | 'conteudo' {
  const types = new Set(colunas.flatMap(({ itens }) => itens.map(({ tipo }) => tipo)));
  for (const type of ['barra_fixa', 'popup']) types.delete(type);
  if (types.size !== 1) return 'conteudo';
  return types.has('menu') ? 'menu' : types.has('rodape') ? 'rodape' : 'conteudo';
}

function sectionHtml(section: DocumentSection, where: string, writer: PageWriter): Html | undefined {
  const { id, estilo: style = {}, colunas: columns } = section;
  const palette = paletteOf(writer.page.brand, style);
  if (style.cor_texto && contrast(style.cor_texto, palette.background) < 4.5)
    writer.warn(`${where}.estilo.cor_texto`, 'contraste_baixo', 'O texto desta seção quase não se distingue do fundo.');
  const content = columns.map((column, index) => columnHtml(column, `${where}.colunas[${index}]`, palette, writer));
  if (content.every((column) => column === undefined)) return undefined;
  // An empty column keeps its place beside the others.
  const filled = content.map((column) => column ?? new Html('<div></div>'));
  const photo = backdrop(section, where, writer);
  const own =
    palette.background === writer.page.brand.colors.background && !style.cor_texto
      ? ''
      : ` ${paletteClass(palette, writer)}`;
  if (palette.gradient) writer.style(GRADIENT_STYLE);
  const role = roleOf(section);
  const spacing = style.espacamento ? SPACING[style.espacamento] : SPACING_OF_ROLE[role];
  const sticky =
    role === 'menu' && columns.some(({ itens }) => itens.some(({ props }) => props['fixo'] === true)) ? ' stick' : '';
  const classes = `sec${spacing}${own}${palette.gradient ? ' gr' : ''}${photo ? ' ph' : ''}${sticky}${style.alinhamento === 'centro' ? ' ctr' : ''}`;
  const grid =
    columns.length > 1 ? `g${gridClass(columns, writer)}${VERTICAL[style.alinhamento_vertical ?? 'topo']}` : '';
  const inner = grid ? markup`<div class="${grid}">${filled}</div>` : markup`${filled}`;
  const tag = new Html(role === 'conteudo' ? 'section' : 'div');
  return markup`<${tag} class="${classes}" id="${id}">${photo}<div class="wd${WIDTH[style.largura ?? 'padrao']}">${inner}</div></${tag}>`;
}

/** @returns undefined if nothing in the column shows */
function columnHtml(column: DocumentColumn, where: string, palette: Palette, writer: PageWriter): Html | undefined {
  const items = itemsHtml(column.itens, `${where}.itens`, palette, writer);
  if (!items.text && !column.cartao) return undefined;
  return markup`<div class="c${column.cartao ? ' cd' : ''}">${items}</div>`;
}

function itemsHtml(items: readonly DocumentItem[], where: string, palette: Palette, writer: PageWriter): Html {
  const rendered = items.flatMap((item, index) => {
    const type = findItemType(item.tipo);
    if (!type) return [];
    const path = `${where}[${index}]`;
    const inside = (children: readonly DocumentItem[], below: string) => itemsHtml(children, below, palette, writer);
    const content = type.render(item.props, new ItemContext(writer, item, path, palette, inside));
    if (type.css) writer.style(type.css);
    return content ? [new Html(content.text.replace(/^<([a-z0-9]+)(?![^>]* id=)/, `<$1 id="${item.id}"`))] : [];
  });
  return new Html(rendered.map(({ text }) => text).join('\n'));
}

/** A class for the section's colours; sections of the same colours share it. */
function paletteClass(palette: Palette, writer: PageWriter): string {
  const css = paletteCss(palette);
  const name = `p${createHash('sha256').update(css).digest('hex').slice(0, 6)}`;
  writer.style(`.${name}{${css}}`);
  return name;
}

function backdrop({ estilo }: DocumentSection, where: string, writer: PageWriter): Html | undefined {
  const id = estilo?.imagem_fundo;
  if (id === undefined) return undefined;
  const picture = writer.page.pictures.get(id);
  if (picture) {
    writer.style(PHOTO_STYLE);
    return pictureHtml(picture, '', '100vw', writer.pictures++ === 0);
  }
  writer.warn(`${where}.estilo.imagem_fundo`, 'midia_ausente', `A mídia ${id} não existe nesta conta.`);
  return undefined;
}

function hasMainHeading({ secoes }: PageDocument): boolean {
  const isMain = ({ tipo, props }: DocumentItem): boolean =>
    (tipo === 'titulo' && props['nivel'] === 1) ||
    (tipo === 'colunas' && (props['colunas'] as { itens: DocumentItem[] }[]).some(({ itens }) => itens.some(isMain)));
  return secoes.some(({ colunas }) => colunas.some(({ itens }) => itens.some(isMain)));
}
