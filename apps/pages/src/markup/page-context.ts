import type { FormDefinition } from '#libs/sites/forms';
import type { SiteTag } from '#libs/sites/tags';

/** Texts of a page for search engines and social networks. Absent ones are made from the page. */
export interface PageSeo {
  title: string | null;
  description: string | null;
  /** The id of a picture in media. */
  pictureId: string | null;
  canonicalUrl: string | null;
  indexable: boolean;
  /** Language tag of the page's text, such as `pt-BR`. */
  language: string;
}

/** The look that a tenant's pages inherit. Colours are `#rrggbb`; fonts are of the twelve in the contract. */
export interface Brand {
  name: string;
  logoId: string | null;
  colors: { primary: string; onPrimary: string; text: string; background: string; surface: string };
  headingFont: string;
  textFont: string;
  /** Radius of corners, in pixels. */
  radius: number;
}

/** Values of the site for pages that have none of their own. */
export interface SiteDefaults {
  description: string | null;
  /** The id of a picture in media. */
  faviconId: string | null;
}

/** A picture in all its sizes. */
export interface Picture {
  id: string;
  width: number;
  height: number;
  /** Text for people who cannot see the picture. */
  description: string | null;
  /** Smallest first; addresses are paths on the runtime, such as `/_m/mid_…/640.avif`. */
  sources: readonly { type: 'image/avif' | 'image/webp'; width: number; address: string }[];
  /** For browsers that take none of the sources. */
  address: string;
}

/** Tags of other companies in a page, and what its visitors are asked. */
export interface PageTags {
  /** Credential by which the visitor's decision is recorded. */
  credential: string;
  version: string;
  tags: readonly Pick<SiteTag, 'type' | 'id' | 'category'>[];
  /** Whether the banner asks for the account's own pixel, too. */
  asksForPixel: boolean;
  title: string | null;
  text: string | null;
  policyUrl: string | null;
}

/** All that a page's bytes depend on beside its document. */
export interface PageContext {
  pageId: string;
  slug: string;
  title: string;
  seo: PageSeo;
  brand: Brand;
  site: SiteDefaults;
  /** Its absolute address. */
  address: string;
  forms: ReadonlyMap<string, FormDefinition>;
  /** Marks, by the ids of the forms, that tell the runtime that they are in this version of the page. */
  formMarks: ReadonlyMap<string, string>;
  pictures: ReadonlyMap<string, Picture>;
  /** Credential of the pixel in this version of the page; null for a page that does not count. */
  pixelToken: string | null;
  /** Tags of the account and its consent banner; null for a page without both. */
  tags: PageTags | null;
}

/** Something that makes a page worse for its visitors and does not keep it from being published. */
export interface PageWarning {
  /** Place in the document, such as `secoes[0].colunas[0].itens[2].props.descricao`. */
  where: string;
  code:
    | 'descricao_ausente'
    | 'contraste_baixo'
    | 'titulo_ausente'
    | 'formulario_ausente'
    | 'midia_ausente'
    | 'hierarquia_titulos'
    | 'ancora_ausente'
    | 'link_interno_ausente'
    | 'rascunho_mais_novo'
    | 'roteamento_inativo';
  message: string;
}

export interface RenderedPage {
  html: string;
  /** Its Content-Security-Policy. */
  policy: string;
  formIds: string[];
  warnings: PageWarning[];
}
