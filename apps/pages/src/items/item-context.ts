import { escapeHtml, Html } from '#libs/core/html';
import { ADDRESS } from '../document/fields.js';
import type { DocumentItem } from '../document/page-document.js';
import { contrast } from '#libs/sites/sites';
import { illustration, ILLUSTRATION_STYLE, type IllustrationName } from '../markup/illustrations.js';
import type { PageWarning, Picture } from '../markup/page-context.js';
import type { PageWriter } from '../markup/page-writer.js';
import type { Palette } from '../markup/palette.js';
import { pictureHtml } from '../markup/picture-html.js';
import { richHtml } from '../markup/rich-text.js';
import { plainText, utmHtml } from '../markup/utm-text.js';

const SAFE_ADDRESS = new RegExp(ADDRESS, 'u');

/** Picture that an item names: one of the account's media, or a drawing in the brand's colours. */
export interface PictureChoice {
  midia_id?: string;
  ilustracao?: IllustrationName;
  descricao?: string;
  decorativa?: boolean;
}

export interface PictureOptions {
  /** The property that names the picture, for warnings. */
  field: string;
  /** How wide it is shown, as the attribute `sizes` says it. */
  sizes: string;
  /** Whether the picture is small and stands beside a text that says the same; it then gets no description. */
  decorative?: boolean;
}

/** Gives an item its place in the document and the helpers to render its texts, links and pictures. */
export class ItemContext {
  constructor(
    readonly writer: PageWriter,
    readonly item: DocumentItem,
    /** Its path in the document. */
    readonly where: string,
    readonly palette: Palette,
    private readonly renderItems: (items: readonly DocumentItem[], where: string) => Html,
  ) {}

  /** Items inside of this one. */
  children(items: readonly DocumentItem[], field: string): Html {
    return this.renderItems(items, `${this.where}.props.${field}`);
  }

  /** One line of text, with the visitor's values. */
  text(value: string): Html {
    const { html: marked, visitor } = utmHtml(value);
    if (visitor) this.writer.scripts.add('visitor');
    return marked;
  }

  /** Text with elements, with the visitor's values. */
  rich(value: string): Html {
    const text = richHtml(value);
    if (text.text.includes('data-utm=')) this.writer.scripts.add('visitor');
    return text;
  }

  /** An element if there is a text for it. */
  maybe(value: string | undefined, wrap: (text: Html) => Html): Html | undefined {
    return value === undefined || value === '' ? undefined : wrap(this.text(value));
  }

  /** A heading below the last one that the author placed: `tag` for the title of a part, without a gap in the levels. */
  partLevel(): number {
    return Math.min(6, Math.max(2, this.writer.level + 1));
  }

  /** The attributes of a link. */
  href(address: string, newTab = false): Html {
    const safe = SAFE_ADDRESS.test(address) ? address : '#';
    return new Html(` href="${escapeHtml(safe)}"${newTab ? ' target="_blank" rel="noopener"' : ''}`);
  }

  /** @param field below `props`; empty for the item */
  warn(field: string, code: PageWarning['code'], message: string): void {
    this.writer.warn(field ? `${this.where}.props.${field}` : this.where, code, message);
  }

  /** A class for a colour that the author chose for text, or none. */
  textColor(color: string | undefined, field: string, background = this.palette.background): string {
    if (color === undefined) return '';
    const ratio = contrast(color, background);
    if (ratio < 4.5)
      this.warn(
        field,
        'contraste_baixo',
        `O contraste do texto com o fundo é ${ratio.toFixed(1)}:1; o mínimo legível é 4,5:1.`,
      );
    const name = `x${color.slice(1).toLowerCase()}`;
    this.writer.style(`.${name},.${name} *{color:${color.toLowerCase()}}`);
    return ` ${name}`;
  }

  /** The picture; undefined, with a warning, if the account does not have it. */
  picture(choice: PictureChoice, options: PictureOptions): Html | undefined {
    if (choice.midia_id === undefined) return choice.ilustracao === undefined ? undefined : this.drawing(choice);
    const picture = this.writer.page.pictures.get(choice.midia_id);
    if (!picture) {
      this.warn(options.field, 'midia_ausente', `A mídia ${choice.midia_id} não existe nesta conta.`);
      return undefined;
    }
    return pictureHtml(
      picture,
      this.description(choice, picture, options),
      options.sizes,
      this.writer.pictures++ === 0,
    );
  }

  private description(choice: PictureChoice, picture: Picture, { field, decorative = false }: PictureOptions): string {
    if (choice.decorativa || decorative) return '';
    const description = choice.descricao ?? picture.description;
    if (!description)
      this.warn(
        field.replace(/midia_id$/, 'descricao'),
        'descricao_ausente',
        'Descreva a imagem para quem não a vê, ou marque-a como decorativa.',
      );
    return plainText(description ?? '');
  }

  private drawing({ ilustracao, descricao, decorativa }: PictureChoice): Html {
    this.writer.style(ILLUSTRATION_STYLE);
    const described = descricao !== undefined && !decorativa;
    return illustration(ilustracao!, described ? plainText(descricao) : undefined);
  }
}
