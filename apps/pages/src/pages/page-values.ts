import { refusal, type Problem } from '#libs/core/http';
import type { ChangePageRequest, CreatePageRequest, DuplicatePageRequest, SeoRequest } from './dto/page.requests.js';
import type { PageSeoColumns } from './page.repository.js';
import type { PageDraftedFrom } from './pages.service.js';

const EMPTY_DOCUMENT = { versao: 2, secoes: [], estilo: {} };

interface PageNames {
  title?: string;
  slug?: string;
}

/** @throws Problem Unprocessable for a missing or blank title */
export function toNewPage(
  { titulo, slug, dominio }: CreatePageRequest,
  document: object = EMPTY_DOCUMENT,
): PageDraftedFrom {
  return { title: requiredTitle(titulo), slug, domain: dominio ?? undefined, document };
}

/** @throws Problem Unprocessable for no change and for a blank title */
export function toPageChanges(body: ChangePageRequest): PageNames {
  if (body.titulo === undefined && body.slug === undefined)
    throw refusal('Unprocessable', { erro: 'Informe titulo ou slug.' });
  return toPageNames(body);
}

/** @throws Problem Unprocessable for a blank title */
export function toPageNames({ titulo, slug }: DuplicatePageRequest): PageNames {
  return { title: titulo === undefined ? undefined : requiredTitle(titulo), slug };
}

/** Maps the SEO of a request; absent fields get their defaults. */
export function toSeoColumns(seo: SeoRequest): PageSeoColumns {
  return {
    seoTitle: seo.titulo || null,
    seoDescription: seo.descricao || null,
    seoPictureId: seo.imagem_id ?? null,
    canonicalUrl: seo.canonica ?? null,
    indexable: seo.indexavel ?? true,
    language: seo.idioma ?? 'pt-BR',
  };
}

function requiredTitle(title: string | undefined): string {
  const trimmed = title?.trim();
  if (!trimmed) throw titleMissing();
  return trimmed;
}

const titleMissing = (): Problem => refusal('Unprocessable', { erro: 'Informe o título.', campo: 'titulo' });
