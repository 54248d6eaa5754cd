import { ApiProperty } from '@nestjs/swagger';
import { ArgsType } from '@nestjs/graphql';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { MayBeAbsent, MayBeNull, PublicId, QueryEnum, Text } from '#libs/core/http';
import { listOf } from '../list-of.js';
import type { ErasingApp } from './contact-anonymizer.js';
import { type ErasureOutcome, ERASURE_STATUSES, type ErasureStatus } from './erasure-request.entity.js';
import type { ErasureRecord, NewErasureRequest } from './erasure-requests.service.js';

const optional = { type: String, nullable: true } as const;

@GraphqlInput('CreateErasureRequestInput')
export class CreateErasureRequestRequest {
  @PublicId('cnt')
  contato_id: string;

  @Text({ min: 1, max: 320, example: 'ana@exemplo.com.br', description: 'Quem pediu.' })
  solicitante: string;

  @Text({
    min: 1,
    max: 40,
    pattern: /^[A-Za-zÀ-ÖØ-öø-ÿ _-]+$/,
    form: 'deve ter só letras, espaços e hífens',
    example: 'email',
    description: 'Por onde o pedido chegou.',
  })
  canal: string;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 2_000 })
  motivo?: string | null;
}

export const toNewErasureRequest = (body: CreateErasureRequestRequest): NewErasureRequest => ({
  contactId: body.contato_id,
  channel: body.canal,
  requester: body.solicitante,
  reason: body.motivo ?? null,
});

@GraphqlInput('RefuseErasureRequestInput')
export class RefuseErasureRequestRequest {
  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 2_000, description: 'Obrigatório: 422 quando ausente ou em branco.' })
  motivo?: string | null;
}

@GraphqlObject('ErasureOutcome', 'What another app answered.')
export class ErasureOutcomeObject {
  @ApiProperty({ enum: ['pendente', 'apagado'] })
  estado: string;

  @ApiProperty({ ...optional, format: 'date-time' })
  em: string | null;
}

@GraphqlObject('ErasureOutcomes', 'What the other apps answered.')
export class ErasureOutcomesObject implements Record<ErasingApp, ErasureOutcomeObject | null> {
  @ApiProperty({ type: ErasureOutcomeObject })
  pages: ErasureOutcomeObject;

  @ApiProperty({ type: ErasureOutcomeObject })
  platform: ErasureOutcomeObject;

  @ApiProperty({
    type: ErasureOutcomeObject,
    nullable: true,
    description: 'Nulo nos pedidos executados antes de o Mail ser informado.',
  })
  mail: ErasureOutcomeObject | null;

  static of(outcome: ErasureOutcome): ErasureOutcomesObject {
    const answerOf = (app: ErasingApp): ErasureOutcomeObject => {
      const em = outcome[app]?.erasedAt ?? null;
      return { estado: em === null ? 'pendente' : 'apagado', em };
    };
    return { pages: answerOf('pages'), platform: answerOf('platform'), mail: outcome.mail ? answerOf('mail') : null };
  }
}

@GraphqlObject('ErasureRequest', 'A request to erase a contact.')
export class ErasureRequestObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'cnt_0c7b3f19ad62e04f' })
  contato_id: string;

  @ApiProperty({ enum: ERASURE_STATUSES })
  status: ErasureStatus;

  @ApiProperty({ ...optional, description: 'Nulo depois de executado.' })
  solicitante: string | null;

  @ApiProperty()
  canal: string;

  @ApiProperty({ ...optional, description: 'Nulo depois de executado.' })
  motivo: string | null;

  @ApiProperty({ ...optional, description: 'Por que foi recusado.' })
  motivo_recusa: string | null;

  @ApiProperty()
  criado_por: string;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  @ApiProperty(optional)
  decidido_por: string | null;

  @ApiProperty({ ...optional, format: 'date-time' })
  decidido_em: string | null;

  @ApiProperty({
    type: ErasureOutcomesObject,
    nullable: true,
    description: 'O que os outros aplicativos responderam; nulo enquanto o pedido não foi executado.',
  })
  resultado: ErasureOutcomesObject | null;

  static of({ request, requester, reason, refusal }: ErasureRecord): ErasureRequestObject {
    return {
      id: request.id,
      contato_id: request.contactId,
      status: request.status,
      solicitante: requester,
      canal: request.channel,
      motivo: reason,
      motivo_recusa: refusal,
      criado_por: request.createdBy,
      criado_em: request.createdAt.toISOString(),
      decidido_por: request.decidedBy,
      decidido_em: request.decidedAt?.toISOString() ?? null,
      resultado: request.status === 'executed' ? ErasureOutcomesObject.of(request.outcome) : null,
    };
  }
}

@ArgsType()
export class ErasureRequestQuery {
  @QueryEnum(ERASURE_STATUSES)
  status?: ErasureStatus;
}

const requests = listOf('pedidos', ErasureRequestObject, { max: 200, filters: ErasureRequestQuery });

export class ListErasureRequestsQuery extends requests.Query {}

export class ErasureRequestPage extends requests.Page {}
