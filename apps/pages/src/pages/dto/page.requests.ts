import { ArgsType } from '@nestjs/graphql';
import { GraphqlInput } from '#libs/core/graphql';
import { MayBeAbsent, MayBeNull, QueryEnum, QueryText, Text, Flag } from '#libs/core/http';
import { listOf } from '../../list-of.js';
import { SLUG, SLUG_MAX } from '../slugs.js';
import { PageObject } from './page.responses.js';

const TITLE_MAX = 200;

const Title = () => Text({ max: TITLE_MAX, example: 'Promoção de verão' });
const Slug = () =>
  Text({
    min: 1,
    max: SLUG_MAX,
    pattern: SLUG,
    form: 'deve ter só letras minúsculas, algarismos e hífens',
    example: 'promocao-de-verao',
    description: 'Único entre todas as contas; feito do título se ausente',
  });

@GraphqlInput('CreatePageInput')
export class CreatePageRequest {
  @MayBeAbsent()
  @Title()
  titulo?: string;

  @MayBeAbsent()
  @Slug()
  slug?: string;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ min: 1, max: 253, description: 'O host ou o id de um domínio verificado', example: 'www.example.com' })
  dominio?: string | null;
}

@GraphqlInput('UpdatePageInput')
export class ChangePageRequest {
  @MayBeAbsent()
  @Title()
  titulo?: string;

  @MayBeAbsent()
  @Slug()
  slug?: string;
}

@GraphqlInput('DuplicatePageInput')
export class DuplicatePageRequest extends ChangePageRequest {}

@GraphqlInput('RestorePageInput')
export class RestorePageRequest {
  @MayBeAbsent()
  @Slug()
  slug?: string;
}

/** Filters of the list of pages. */
@ArgsType()
export class PageFilters {
  @QueryText({ max: 200, description: 'Parte do título ou do slug' })
  q?: string;

  @QueryEnum(['rascunho', 'publicada', 'apagada'], { description: 'Sem filtro, todas que não foram apagadas' })
  status?: 'rascunho' | 'publicada' | 'apagada';

  @QueryText({ max: 253, description: 'O id ou o host de um domínio' })
  dominio?: string;
}

const pages = listOf('paginas', PageObject, { max: 200, filters: PageFilters });
export class ListPagesQuery extends pages.Query {}
export class PageList extends pages.Page {}

@GraphqlInput('PageSeoInput')
export class SeoRequest {
  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 200, description: 'O título para buscadores; o da página se ausente' })
  titulo?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 500 })
  descricao?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 40, pattern: /^med_[0-9a-f]{16}$/, form: 'deve ser o id de uma imagem', description: 'Uma mídia' })
  imagem_id?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({
    max: 2048,
    pattern: /^https?:\/\/[^\s<>"]+$/,
    form: 'deve ser um URL http ou https',
    description: 'O endereço canônico; o da própria página se ausente',
  })
  canonica?: string | null;

  @MayBeAbsent()
  @Flag({ description: 'Se buscadores podem listar a página; true se ausente' })
  indexavel?: boolean;

  @MayBeAbsent()
  @Text({
    max: 35,
    pattern: /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/,
    form: 'deve ser um idioma, como pt-BR',
    description: 'O idioma do texto; pt-BR se ausente',
    example: 'pt-BR',
  })
  idioma?: string;
}
