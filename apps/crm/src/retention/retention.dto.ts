import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Integer, MayBeNull } from '#libs/core/http';
import { RETENTION_DAYS } from './retention-policy.entity.js';
import type { Retention } from './retention.service.js';

const INT_MAX = 2 ** 31 - 1;

@GraphqlInput('RetentionInput')
export class SetRetentionRequest {
  @MayBeNull()
  @Integer({
    min: -INT_MAX,
    max: INT_MAX,
    example: 365,
    description: `De ${RETENTION_DAYS.min} a ${RETENTION_DAYS.max}, senão 422; nulo guarda para sempre.`,
  })
  dias: number | null;
}

@GraphqlObject('Retention', 'How long contacts without activity are kept.')
export class RetentionObject {
  @ApiProperty({ type: 'integer', nullable: true, description: 'Nulo: para sempre.' })
  dias: number | null;

  @ApiProperty({ type: 'integer', description: 'Contatos anonimizados, por esta regra ou por pedido.' })
  anonimizados_total: number;

  static of({ days, anonymized }: Retention): RetentionObject {
    return { dias: days, anonimizados_total: anonymized };
  }
}
