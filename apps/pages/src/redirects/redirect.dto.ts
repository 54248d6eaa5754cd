import { ArgsType } from '@nestjs/graphql';
import { ApiProperty, PartialType } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { MayBeAbsent, PublicId, QueryPublicId, Text } from '#libs/core/http';
import type { SiteRedirect } from '#libs/sites/sites';
import { listOf } from '../list-of.js';
import { REDIRECT_STATUSES, RedirectStatus } from './redirect-status.js';
import type { RedirectValues } from './site-redirect.repository.js';

const DEFAULT_STATUS = 301;

@GraphqlInput('CreateRedirectInput')
export class CreateRedirectRequest {
  @PublicId('dom', { description: 'Um domínio verificado da conta.' })
  dominio_id: string;

  @Text({ min: 1, max: 500, example: '/antigo', description: 'Com a barra inicial; maiúsculas viram minúsculas.' })
  caminho: string;

  @Text({
    min: 1,
    max: 2_048,
    example: '/novo',
    description: 'Um endereço http ou https, ou um caminho do mesmo domínio.',
  })
  destino: string;

  @MayBeAbsent()
  @RedirectStatus({ description: '301 quando ausente.' })
  codigo_http?: number;
}

@GraphqlInput('UpdateRedirectInput', 'What is absent stays as it is.')
export class UpdateRedirectRequest extends PartialType(CreateRedirectRequest, { skipNullProperties: false }) {}

export function toRedirectValues(body: CreateRedirectRequest): RedirectValues {
  const { dominio_id: domainId, caminho: path, destino: target, codigo_http: status = DEFAULT_STATUS } = body;
  return { domainId, path, target, status };
}

/** Maps the fields that the body has; the others stay as they are. */
export function toRedirectChanges(body: UpdateRedirectRequest): Partial<RedirectValues> {
  const { dominio_id: domainId, caminho: path, destino: target, codigo_http: status } = body;
  const changes = { domainId, path, target, status };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

@GraphqlObject('Redirect', 'A path of a host that leads elsewhere.')
export class RedirectObject {
  @ApiProperty({ example: 'rdr_0c7b3f19ad62e04f' })
  id: string;

  @ApiProperty({ type: String, nullable: true, description: 'Nulo no host compartilhado.' })
  dominio_id: string | null;

  @ApiProperty({ example: '/antigo' })
  caminho: string;

  @ApiProperty({ example: '/novo' })
  destino: string;

  @ApiProperty({ enum: REDIRECT_STATUSES })
  codigo_http: number;

  @ApiProperty({ type: String, nullable: true, description: 'A página que foi movida daqui, se foi isso que o criou.' })
  pagina_id: string | null;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  static of({ id, domainId, path, target, status, pageId, createdAt }: SiteRedirect): RedirectObject {
    return {
      id,
      dominio_id: domainId,
      caminho: path,
      destino: target,
      codigo_http: status,
      pagina_id: pageId,
      criado_em: createdAt.toISOString(),
    };
  }
}

/** Filters of the list of redirects. */
@ArgsType()
export class RedirectFilters {
  @QueryPublicId('dom', { description: 'Só os deste domínio.' })
  dominio_id?: string;
}

const redirects = listOf('redirecionamentos', RedirectObject, { max: 200, filters: RedirectFilters });

export class ListRedirectsQuery extends redirects.Query {}

export class RedirectPage extends redirects.Page {}
