import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { MayBeAbsent, MayBeNull, OneOf, Text, TextList, refusal } from '#libs/core/http';
import {
  BULK_ACTIONS,
  DRAFT_CHOICES,
  type BulkAction,
  type BulkOutcome,
  type BulkWork,
  type DraftChoice,
} from './bulk.service.js';

const ID_MAX = 64;
const MAX_IDS = 100;

@GraphqlInput('BulkPagesInput')
export class BulkRequest {
  @OneOf(BULK_ACTIONS)
  acao: BulkAction;

  @TextList({ min: 1, max: MAX_IDS, itemMax: ID_MAX, description: 'Uma página repetida conta uma vez' })
  ids: string[];

  @MayBeAbsent()
  @OneOf(DRAFT_CHOICES, {
    description: 'publicar: com um rascunho mais novo que a versão, pular a página (padrão) ou publicar o rascunho',
  })
  rascunho?: DraftChoice;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ min: 1, max: ID_MAX, description: 'mudar_dominio: o domínio de destino; nulo é o endereço compartilhado' })
  dominio_id?: string | null;
}

@GraphqlObject('BulkPageResult')
class BulkResultObject {
  @ApiProperty()
  id: string;

  @ApiProperty({ enum: ['ok', 'pulada', 'erro'] })
  status: string;

  @ApiProperty({ type: 'integer', required: false, description: 'A versão publicada' })
  versao?: number;

  @ApiProperty({ required: false, description: 'A página que a duplicação criou' })
  nova_id?: string;

  @ApiProperty({ required: false, description: 'Por que a página foi pulada ou falhou', example: 'rascunho_mais_novo' })
  motivo?: string;
}

@GraphqlObject('BulkPages')
export class BulkResponse {
  @ApiProperty({ format: 'uuid' })
  lote_id: string;

  @ApiProperty({ enum: BULK_ACTIONS })
  acao: BulkAction;

  @ApiProperty({ type: 'integer' })
  total: number;

  @ApiProperty({ type: 'integer' })
  ok: number;

  @ApiProperty({ type: 'integer' })
  puladas: number;

  @ApiProperty({ type: 'integer' })
  erros: number;

  @ApiProperty({ type: [BulkResultObject], description: 'Na ordem de ids' })
  resultados: BulkResultObject[];

  static of(id: string, acao: BulkAction, outcomes: readonly BulkOutcome[]): BulkResponse {
    const count = (status: BulkOutcome['status']) => outcomes.filter((one) => one.status === status).length;
    return {
      lote_id: id,
      acao,
      total: outcomes.length,
      ok: count('ok'),
      puladas: count('pulada'),
      erros: count('erro'),
      resultados: outcomes.map(({ id: pageId, status, version, newId, reason }) => ({
        id: pageId,
        status,
        ...(version !== undefined && { versao: version }),
        ...(newId !== undefined && { nova_id: newId }),
        ...(reason !== undefined && { motivo: reason }),
      })),
    };
  }
}

/** @throws Problem ValidationError for a move without its domain */
export function toBulkWork({ acao, ids, rascunho = 'pular', dominio_id }: BulkRequest): BulkWork {
  if (acao === 'mudar_dominio' && dominio_id === undefined)
    throw refusal('ValidationError', { erro: 'Informe o domínio de destino.', campo: 'dominio_id' });
  return { action: acao, ids, draft: rascunho, domainId: dominio_id ?? null };
}
