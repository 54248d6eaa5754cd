import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Flag, ListOf, MayBeAbsent, MayBeNull, Nested, OneOf, refusal, Text } from '#libs/core/http';
import { TAG_CATEGORIES, TAG_TYPES, type TagCategory, TAGS, type TagTypeName } from '#libs/sites/tags';
import type { TagValues } from './site-tags.repository.js';

/** Tags of an account: a page with more of them is slow for everybody. */
export const MAX_TAGS = 20;

/** A path of the same host, or a URL that visitors may be sent to. */
const POLICY = /^(?:https?:\/\/[^\s"'<>\\]+|\/(?![/\\])[^\s"'<>\\]*)$/;

@GraphqlInput('SiteTagInput')
export class SiteTagRequest {
  @OneOf(TAG_TYPES, { example: 'ga4' })
  tipo: TagTypeName;

  @Text({ min: 1, max: 64, description: 'O id que o fornecedor deu.', example: 'G-AB12CD34EF' })
  id: string;

  @MayBeAbsent()
  @OneOf(TAG_CATEGORIES, { description: 'Com que consentimento carrega; a do tipo se ausente.' })
  categoria?: TagCategory;

  @MayBeAbsent()
  @Flag({ description: 'true se ausente.' })
  ativo?: boolean;
}

@GraphqlObject('ConsentBanner')
@GraphqlInput('ConsentBannerInput')
export class ConsentBanner {
  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 80, description: 'null: o título do produto, no idioma da página.' })
  titulo?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 600, description: 'Texto simples. null: o texto do produto, no idioma da página.' })
  texto?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({
    max: 500,
    pattern: POLICY,
    form: 'deve ser um endereço, como https://www.example.com/privacidade, ou um caminho, como /privacidade',
    description: 'A política de privacidade.',
    example: '/privacidade',
  })
  politica_url?: string | null;

  @MayBeAbsent()
  @Flag({ description: 'Se pergunta também pelo pixel da conta, mesmo sem outras tags; false se ausente.' })
  pixel?: boolean;
}

@GraphqlInput('SiteTagsInput', 'What is absent becomes the default.')
export class ReplaceSiteTagsRequest {
  @MayBeAbsent()
  @ListOf(() => SiteTagRequest, { max: MAX_TAGS })
  tags?: SiteTagRequest[];

  @MayBeAbsent()
  @Nested(() => ConsentBanner)
  banner?: ConsentBanner;
}

@GraphqlObject('SiteTag')
export class SiteTagView {
  @ApiProperty({ enum: TAG_TYPES })
  tipo: TagTypeName;

  @ApiProperty()
  id: string;

  @ApiProperty({ enum: TAG_CATEGORIES })
  categoria: TagCategory;

  @ApiProperty()
  ativo: boolean;
}

@GraphqlObject('SiteTags', 'Tags of other companies in all pages of the account.')
export class SiteTagsResponse {
  @ApiProperty({ type: [SiteTagView] })
  tags: SiteTagView[];

  @ApiProperty({ type: ConsentBanner })
  banner: ConsentBanner;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Muda quando os visitantes precisam ser perguntados de novo; está em cada decisão registrada.',
  })
  versao: string | null;

  static of({ tags, asksForPixel, bannerTitle, bannerText, policyUrl, version }: TagValues): SiteTagsResponse {
    return {
      tags: tags.map(({ type, id, category, active }) => ({ tipo: type, id, categoria: category, ativo: active })),
      banner: { titulo: bannerTitle, texto: bannerText, politica_url: policyUrl, pixel: asksForPixel },
      versao: version,
    };
  }
}

/** Maps the request; absent fields get their defaults. @throws Problem Unprocessable for an id of another form, and one given twice */
export function toTagValues({ tags = [], banner = {} }: ReplaceSiteTagsRequest): Omit<TagValues, 'version'> {
  const seen = new Set<string>();
  return {
    tags: tags.map(({ tipo: type, id, categoria, ativo }, index) => {
      const { name, id: pattern, form, category } = TAGS[type];
      if (!pattern.test(id)) throw invalid(index, `O id de ${name} deve ser ${form}.`);
      if (seen.has(`${type} ${id}`)) throw invalid(index, 'Esta tag está duas vezes na lista.');
      seen.add(`${type} ${id}`);
      return { type, id, category: categoria ?? category, active: ativo ?? true };
    }),
    asksForPixel: banner.pixel ?? false,
    bannerTitle: banner.titulo?.trim() || null,
    bannerText: banner.texto?.trim() || null,
    policyUrl: banner.politica_url || null,
  };
}

const invalid = (index: number, erro: string) => refusal('Unprocessable', { erro, campo: `tags[${index}].id` });
