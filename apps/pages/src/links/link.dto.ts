import { ApiProperty, PartialType } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Flag, MayBeAbsent, MayBeNull, Text, Timestamp } from '#libs/core/http';
import type { ShortLink } from '#libs/sites/sites';
import { listOf } from '../list-of.js';
import { REDIRECT_STATUSES, RedirectStatus } from '../redirects/redirect-status.js';
import { SLUG, SLUG_MAX } from './link-slug.js';
import type { NewLink } from './links.service.js';
import type { LinkValues } from './short-link.repository.js';

const DEFAULT_STATUS = 302;

@GraphqlInput('CreateShortLinkInput')
export class CreateLinkRequest {
  @MayBeAbsent()
  @Text({
    min: 1,
    max: SLUG_MAX,
    pattern: SLUG,
    form: 'deve ter só letras minúsculas, algarismos e hífens entre eles',
    example: 'promo',
    description: 'Gerado quando ausente.',
  })
  slug?: string;

  @Text({ min: 1, max: 2_048, example: 'https://www.exemplo.com.br/oferta', description: 'Um endereço http ou https.' })
  destino: string;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 200, description: 'Para a equipe; visitantes não o veem.' })
  titulo?: string | null;

  @MayBeAbsent()
  @RedirectStatus({ description: '302 quando ausente.' })
  codigo_http?: number;

  @MayBeAbsent()
  @Flag({ description: 'Um link inativo responde 404.' })
  ativo?: boolean;

  @MayBeAbsent()
  @MayBeNull()
  @Timestamp({ description: 'A partir daí o link responde 410.' })
  expira_em?: string | null;
}

@GraphqlInput('UpdateShortLinkInput', 'What is absent stays as it is.')
export class UpdateLinkRequest extends PartialType(CreateLinkRequest, { skipNullProperties: false }) {}

export function toNewLink(body: CreateLinkRequest): NewLink {
  return {
    slug: body.slug,
    target: body.destino,
    title: body.titulo ?? null,
    status: body.codigo_http ?? DEFAULT_STATUS,
    active: body.ativo ?? true,
    expiresAt: body.expira_em ? new Date(body.expira_em) : null,
  };
}

/** Maps the fields that the body has; the others stay as they are. */
export function toLinkChanges(body: UpdateLinkRequest): Partial<LinkValues> {
  const { slug, destino: target, titulo: title, codigo_http: status, ativo: active, expira_em: expiry } = body;
  const expiresAt = typeof expiry === 'string' ? new Date(expiry) : expiry;
  const changes = { slug, target, title, status, active, expiresAt };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** A link and its address. */
export interface AddressedLink {
  link: ShortLink;
  url: string;
}

@GraphqlObject('ShortLink', 'A short address that leads elsewhere.')
export class LinkObject {
  @ApiProperty({ example: 'lnk_0c7b3f19ad62e04f' })
  id: string;

  @ApiProperty({ example: 'promo' })
  slug: string;

  @ApiProperty({ example: 'https://paginas.exemplo.com/r/promo' })
  url: string;

  @ApiProperty({ example: 'https://www.exemplo.com.br/oferta' })
  destino: string;

  @ApiProperty({ type: String, nullable: true })
  titulo: string | null;

  @ApiProperty({ enum: REDIRECT_STATUSES })
  codigo_http: number;

  @ApiProperty()
  ativo: boolean;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  expira_em: string | null;

  @ApiProperty({ type: 'integer' })
  cliques: number;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  @ApiProperty({ format: 'date-time' })
  atualizado_em: string;

  static of({ link, url }: AddressedLink): LinkObject {
    return {
      id: link.id,
      slug: link.slug,
      url,
      destino: link.target,
      titulo: link.title,
      codigo_http: link.status,
      ativo: link.active,
      expira_em: link.expiresAt?.toISOString() ?? null,
      cliques: link.clicks,
      criado_em: link.createdAt.toISOString(),
      atualizado_em: link.updatedAt.toISOString(),
    };
  }
}

const links = listOf('links', LinkObject, { max: 200 });

export class ListLinksQuery extends links.Query {}

export class LinkPage extends links.Page {}
