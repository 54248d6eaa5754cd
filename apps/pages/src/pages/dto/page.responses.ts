import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import type { PlacedPage } from '../page-places.js';
import type { Page } from '../page.entity.js';

export class PageObject {
  @ApiProperty({ example: 'pag_0c7b3f19ad62e04f' })
  id: string;

  @ApiProperty({ example: 'promocao-de-verao' })
  slug: string;

  @ApiProperty({ example: 'Promoção de verão' })
  titulo: string;

  @ApiProperty({ enum: ['rascunho', 'publicada', 'apagada'] })
  status: string;

  @ApiProperty({ type: String, nullable: true, description: 'O host; nulo no endereço compartilhado' })
  dominio: string | null;

  @ApiProperty({ type: String, nullable: true })
  dominio_id: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'No domínio, com a barra inicial' })
  caminho: string | null;

  @ApiProperty({ description: 'Onde a página responde quando publicada' })
  url_publica: string;

  @ApiProperty({ type: 'integer', description: 'A versão mais nova' })
  versao: number;

  @ApiProperty({ type: 'integer', nullable: true })
  versao_publicada: number | null;

  @ApiProperty({ description: 'Se o rascunho foi escrito depois da versão mais nova' })
  rascunho_mais_novo: boolean;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  publicada_em: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  apagada_em: string | null;

  @ApiProperty({ format: 'date-time' })
  criada_em: string;

  @ApiProperty({ format: 'date-time' })
  atualizada_em: string;

  static of({ page, host, url }: PlacedPage): PageObject {
    return {
      id: page.id,
      slug: page.slug,
      titulo: page.title,
      status: statusOf(page),
      dominio: host,
      dominio_id: page.domainId,
      caminho: host === null ? null : page.path,
      url_publica: url,
      versao: page.newestVersion,
      versao_publicada: page.publishedVersion,
      rascunho_mais_novo: page.draftIsNewer,
      publicada_em: page.publishedAt?.toISOString() ?? null,
      apagada_em: page.deletedAt?.toISOString() ?? null,
      criada_em: page.createdAt.toISOString(),
      atualizada_em: page.updatedAt.toISOString(),
    };
  }
}

function statusOf({ deletedAt, publishedVersion }: Page): string {
  if (deletedAt !== null) return 'apagada';
  return publishedVersion === null ? 'rascunho' : 'publicada';
}

@GraphqlObject('PageSeo')
export class SeoObject {
  @ApiProperty({ type: String, nullable: true })
  titulo: string | null;

  @ApiProperty({ type: String, nullable: true })
  descricao: string | null;

  @ApiProperty({ type: String, nullable: true })
  imagem_id: string | null;

  @ApiProperty({ type: String, nullable: true })
  canonica: string | null;

  @ApiProperty()
  indexavel: boolean;

  @ApiProperty({ example: 'pt-BR' })
  idioma: string;

  static of({ page }: Pick<PlacedPage, 'page'>): SeoObject {
    return {
      titulo: page.seoTitle,
      descricao: page.seoDescription,
      imagem_id: page.seoPictureId,
      canonica: page.canonicalUrl,
      indexavel: page.indexable,
      idioma: page.language,
    };
  }
}
