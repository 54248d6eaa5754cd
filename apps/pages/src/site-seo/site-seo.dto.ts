import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Flag, MayBeAbsent, MayBeNull, Nested, PublicId, Text, TextList } from '#libs/core/http';
import type { SiteValues } from './site-seo.repository.js';
import { isRobotsLine, ROBOTS_LINE_MAX, ROBOTS_LINES_MAX } from './robots-lines.js';

/** BCP 47: a language, and a script and a region if they matter. */
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/;

@GraphqlObject('NotFoundPage')
@GraphqlInput('NotFoundPageInput')
class NotFoundPage {
  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 120, example: 'Página não encontrada' })
  titulo?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 1_000, description: 'Texto simples.' })
  texto?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @PublicId('pag', { description: 'Enquanto estiver publicada, aparece no lugar do título e do texto.' })
  pagina_id?: string | null;
}

export class SiteSeoFields {
  @MayBeAbsent()
  @MayBeNull()
  @Text({
    max: 120,
    example: 'Padaria do Bairro',
    description: 'O nome do site, mostrado onde a marca não tem nome.',
  })
  titulo_padrao?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 300, description: 'A descrição das páginas que não têm a sua.' })
  descricao?: string | null;

  @MayBeAbsent()
  @Text({ min: 2, max: 35, pattern: LANGUAGE, form: 'deve ser um idioma, como pt-BR', example: 'pt-BR' })
  idioma?: string;

  @MayBeAbsent()
  @MayBeNull()
  @PublicId('med', { description: 'O id de uma imagem da biblioteca de mídia: o ícone das páginas.' })
  favicon_id?: string | null;

  @MayBeAbsent()
  @Flag({ description: 'Falso pede aos buscadores que ignorem o site inteiro.' })
  indexavel?: boolean;

  @MayBeAbsent()
  @Nested(() => NotFoundPage)
  pagina_404?: NotFoundPage;

  @MayBeAbsent()
  @TextList({
    max: ROBOTS_LINES_MAX,
    item: {
      test: isRobotsLine,
      message: 'deve ser uma linha de robots.txt: User-agent, Allow, Disallow, Crawl-delay, Sitemap ou um comentário',
      schema: { maxLength: ROBOTS_LINE_MAX },
    },
    example: ['User-agent: *', 'Disallow: /rascunhos/'],
    description: 'Linhas acrescentadas ao robots.txt.',
  })
  robots?: string[];
}

@GraphqlInput('SiteSeoInput', 'What is absent becomes the default.')
export class ReplaceSiteSeoRequest extends SiteSeoFields {}

/** Maps the request; absent fields get their defaults. */
export function toSiteValues(body: ReplaceSiteSeoRequest): SiteValues {
  return {
    title: textOf(body.titulo_padrao),
    description: textOf(body.descricao),
    language: body.idioma ?? 'pt-BR',
    faviconId: body.favicon_id ?? null,
    indexable: body.indexavel ?? true,
    notFoundTitle: textOf(body.pagina_404?.titulo),
    notFoundText: textOf(body.pagina_404?.texto),
    notFoundPageId: body.pagina_404?.pagina_id ?? null,
    robotsLines: body.robots ?? [],
  };
}

/** A blank text is none. */
const textOf = (text: string | null | undefined): string | null => text?.trim() || null;

@GraphqlObject('SiteSeo', 'What holds for all pages of the account.')
export class SiteSeoResponse extends SiteSeoFields {
  static of(site: SiteValues): SiteSeoResponse {
    return {
      titulo_padrao: site.title,
      descricao: site.description,
      idioma: site.language,
      favicon_id: site.faviconId,
      indexavel: site.indexable,
      pagina_404: { titulo: site.notFoundTitle, texto: site.notFoundText, pagina_id: site.notFoundPageId },
      robots: site.robotsLines,
    };
  }
}
