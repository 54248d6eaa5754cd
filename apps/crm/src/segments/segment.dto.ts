import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Flag, MayBeAbsent, Text } from '#libs/core/http';
import { ContactObject } from '../contacts/dto/contact.object.js';
import { CriteriaRequest, CriterionObject, toWireCriteria } from '../criteria/criterion.dto.js';
import { CONJUNCTION_NAMES, type GivenCriteria } from '../criteria/parse-criteria.js';
import { listOf } from '../list-of.js';
import type { SegmentState } from './segment.entity.js';
import type { GivenSegment, ShownSegment } from './segments.service.js';

const NAME_MAX = 100;

const STATES: Record<SegmentState, string> = { waiting: 'aguardando', filling: 'avaliando', ready: 'pronto' };

@GraphqlInput('SegmentInput')
export class SegmentRequest extends CriteriaRequest {
  @Text({
    max: NAME_MAX,
    pattern: /\S/,
    example: 'Clientes do Ceará',
    description: 'Único na conta, sem caixa e acentos.',
  })
  nome: string;

  @MayBeAbsent()
  @Flag({
    description: 'Se a Platform mantém uma lista com os contatos do segmento, para campanhas; false quando ausente.',
  })
  lista?: boolean;
}

/** The same body as that of a segment; the name may be absent. */
@GraphqlInput('SegmentPreviewInput')
export class SegmentPreviewRequest extends CriteriaRequest {
  @MayBeAbsent()
  @Text({ max: NAME_MAX })
  nome?: string;

  @MayBeAbsent()
  @Flag()
  lista?: boolean;
}

const REACH = {
  type: 'integer',
  example: 1_204,
  description: 'Quantos contatos tem; -1 quando não deu para contar a tempo.',
} as const;

@GraphqlObject('Segment', 'Contacts that meet criteria.')
export class SegmentObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'Clientes do Ceará' })
  nome: string;

  @ApiProperty({ type: () => CriterionObject, isArray: true })
  criterios: CriterionObject[];

  @ApiProperty({ enum: Object.values(CONJUNCTION_NAMES) })
  conjuncao: string;

  @ApiProperty({ description: 'Se a Platform mantém uma lista com os contatos.' })
  lista: boolean;

  @ApiProperty(REACH)
  alcance: number;

  @ApiProperty({
    enum: Object.values(STATES),
    description:
      'Depois de criado ou substituído, um trabalho avalia todos os contatos; até `pronto`, a lista se completa.',
  })
  estado: string;

  @ApiProperty({ type: 'integer', description: 'Contatos que o trabalho já avaliou.' })
  avaliados: number;

  @ApiProperty({
    description: 'Se um critério não vale mais, por exemplo de um campo que a conta apagou: ninguém novo entra.',
  })
  invalido: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'Por que é inválido; um PUT o conserta.' })
  motivo: string | null;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  @ApiProperty({ format: 'date-time' })
  atualizado_em: string;

  static of({ segment, cipher, problem }: ShownSegment): SegmentObject {
    return {
      id: segment.id,
      nome: segment.name,
      ...toWireCriteria(cipher, segment),
      lista: segment.isList,
      alcance: segment.reach,
      estado: STATES[segment.state],
      avaliados: segment.evaluated,
      invalido: problem !== null,
      motivo: problem,
      criado_em: segment.createdAt.toISOString(),
      atualizado_em: segment.updatedAt.toISOString(),
    };
  }
}

@GraphqlObject('WrittenSegment')
export class SegmentAnswer {
  @ApiProperty({ type: () => SegmentObject })
  segmento: SegmentObject;

  @ApiProperty(REACH)
  alcance: number;

  static of(shown: ShownSegment): SegmentAnswer {
    return { segmento: SegmentObject.of(shown), alcance: shown.segment.reach };
  }
}

@GraphqlObject('SegmentReach')
export class SegmentReachAnswer {
  @ApiProperty(REACH)
  alcance: number;
}

export class SegmentsResponse {
  @ApiProperty({ type: [SegmentObject] })
  segmentos: SegmentObject[];

  static of(segments: readonly ShownSegment[]): SegmentsResponse {
    return { segmentos: segments.map((one) => SegmentObject.of(one)) };
  }
}

const members = listOf('contatos', ContactObject, { max: 200 });

export class ListMembersQuery extends members.Query {}

export class MemberPage extends members.Page {}

export const toGivenCriteria = ({ criterios, conjuncao }: CriteriaRequest): GivenCriteria => ({
  criterios: criterios ?? [],
  conjuncao,
});

export const toGivenSegment = (request: SegmentRequest): GivenSegment => ({
  ...toGivenCriteria(request),
  name: request.nome.trim(),
  isList: request.lista ?? false,
});
