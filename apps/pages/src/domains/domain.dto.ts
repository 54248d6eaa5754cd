import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { PageLimit, Text } from '#libs/core/http';
import type { SiteDomain } from '#libs/sites/sites';
import { MAX_DOMAINS } from './domain-problems.js';
import { recordOf } from './ownership-record.js';

@GraphqlInput('CreateDomainInput')
export class CreateDomainRequest {
  @Text({
    min: 1,
    max: 255,
    example: 'www.exemplo.com.br',
    description: 'Dois rótulos ou mais. Maiúsculas, ponto final e nomes em outros alfabetos são normalizados.',
  })
  host: string;
}

/** An empty body. */
export class EmptyDomainRequest {}

export class ListDomainsQuery {
  @PageLimit(MAX_DOMAINS, MAX_DOMAINS)
  limite: number;
}

@GraphqlObject('OwnershipRecord')
export class OwnershipRecordObject {
  @ApiProperty({ example: '_service.www.exemplo.com.br' })
  nome: string;

  @ApiProperty({
    example: 'service-verify=3f0c8a52b7e14d6990a1c2d3e4f50617',
    description: 'Publique exatamente assim.',
  })
  valor: string;
}

const STATES = ['pendente', 'verificado', 'registro_ausente'] as const;

export class DomainObject {
  @ApiProperty({ example: 'dom_0c7b3f19ad62e04f' })
  id: string;

  @ApiProperty({ example: 'www.exemplo.com.br' })
  host: string;

  @ApiProperty({ description: 'O registro TXT que prova a posse.' })
  registro_txt: OwnershipRecordObject;

  @ApiProperty()
  verificado: boolean;

  @ApiProperty({ description: 'Se é o domínio padrão da conta.' })
  padrao: boolean;

  @ApiProperty({
    enum: STATES,
    description:
      'registro_ausente: o domínio continua verificado e servindo páginas, mas o registro TXT não é mais encontrado. ' +
      'Depois de 72 horas assim, outra conta que prove a posse pode assumi-lo.',
  })
  situacao: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  verificado_em: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  registro_ausente_desde: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Quando o DNS foi consultado pela última vez.',
  })
  conferido_em: string | null;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  static of(domain: SiteDomain): DomainObject {
    const { name, value } = recordOf(domain);
    return {
      id: domain.id,
      host: domain.host,
      registro_txt: { nome: name, valor: value },
      verificado: domain.verifiedAt !== null,
      padrao: domain.isDefault,
      situacao: stateOf(domain),
      verificado_em: domain.verifiedAt?.toISOString() ?? null,
      registro_ausente_desde: domain.missingSince?.toISOString() ?? null,
      conferido_em: domain.lastCheckedAt?.toISOString() ?? null,
      criado_em: domain.createdAt.toISOString(),
    };
  }
}

function stateOf({ verifiedAt, missingSince }: SiteDomain): (typeof STATES)[number] {
  if (!verifiedAt) return 'pendente';
  return missingSince ? 'registro_ausente' : 'verificado';
}

export class DomainListResponse {
  @ApiProperty({ type: [DomainObject], description: 'O padrão primeiro, depois por ordem de criação.' })
  dominios: DomainObject[];

  static of(domains: readonly SiteDomain[]): DomainListResponse {
    return { dominios: domains.map((domain) => DomainObject.of(domain)) };
  }
}
