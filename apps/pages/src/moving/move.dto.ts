import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { MayBeAbsent, MayBeNull, Text } from '#libs/core/http';
import type { Move, Moved } from './moving.service.js';

const ID_MAX = 64;
const PATH_MAX = 2_048;

@GraphqlInput('MovePageInput')
export class MovePageRequest {
  @MayBeNull()
  @Text({ min: 1, max: ID_MAX, example: 'dom_0c7b3f19ad62e04f', description: 'Nulo leva ao endereço compartilhado' })
  dominio_id: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: PATH_MAX, example: '/promocao', description: 'A barra sozinha é a página inicial; o atual se ausente' })
  caminho?: string | null;

  @MayBeAbsent()
  @Text({ max: ID_MAX, description: 'A página publicada que se torna a inicial, quando a inicial é movida' })
  pagina_inicial_id?: string;
}

@GraphqlObject('MoveRedirect')
class MoveRedirect {
  @ApiProperty({ description: 'Se o endereço antigo agora responde 301' })
  criado: boolean;

  @ApiProperty({ type: String, nullable: true })
  de: string | null;
}

export class MovedResponse {
  @ApiProperty()
  pagina_id: string;

  @ApiProperty({ type: String, nullable: true })
  dominio_id: string | null;

  @ApiProperty({ type: String, nullable: true })
  dominio: string | null;

  @ApiProperty({ type: String, nullable: true })
  caminho: string | null;

  @ApiProperty()
  url_publica: string;

  @ApiProperty()
  alterado: boolean;

  @ApiProperty()
  publicada: boolean;

  @ApiProperty({ type: MoveRedirect })
  redirecionamento: MoveRedirect;

  static of({ placed: { page, host, url }, changed, redirectedFrom }: Moved): MovedResponse {
    return {
      pagina_id: page.id,
      dominio_id: page.domainId,
      dominio: host,
      caminho: host === null ? null : page.path,
      url_publica: url,
      alterado: changed,
      publicada: page.publishedVersion !== null,
      redirecionamento: { criado: redirectedFrom !== null, de: redirectedFrom },
    };
  }
}

export function toMove({ dominio_id: domainId, caminho, pagina_inicial_id: nextHomeId }: MovePageRequest): Move {
  return { domainId, path: caminho ?? undefined, nextHomeId };
}
