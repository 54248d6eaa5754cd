import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { refusal, Text } from '#libs/core/http';
import { listOf } from '../list-of.js';
import type { MergeReason, SuggestionStatus } from './merge-reasons.js';
import type { MergeSuggestion } from './merge-suggestion.entity.js';

const REASONS: Record<MergeReason, { codigo: string; texto: string }> = {
  'phone-in-lead': {
    codigo: 'telefone_no_lead',
    texto: 'Um formulário veio com o e-mail de um e o telefone do outro.',
  },
  'email-but-for-tag': {
    codigo: 'email_com_etiqueta',
    texto: 'Os e-mails são iguais, a não ser pelo que segue o sinal de mais.',
  },
  'phone-but-for-ninth-digit': {
    codigo: 'telefone_com_nono_digito',
    texto: 'Os telefones são o mesmo celular, em duas grafias, como com e sem o nono dígito.',
  },
  'address-in-import': {
    codigo: 'endereco_na_importacao',
    texto: 'Uma linha de uma importação tem um e-mail ou telefone de cada um.',
  },
  'name-and-domain': {
    codigo: 'nome_e_dominio',
    texto: 'Os nomes são iguais, e os e-mails são da mesma organização.',
  },
};

const STATUSES: Record<SuggestionStatus, string> = { pending: 'pendente', accepted: 'aceita', refused: 'recusada' };

const DECISIONS: Readonly<Record<string, Exclude<SuggestionStatus, 'pending'>>> = {
  aceitar: 'accepted',
  recusar: 'refused',
};

@GraphqlInput('DecideMergeSuggestionInput')
export class DecideSuggestionRequest {
  @Text({ max: 20, example: 'aceitar', description: 'aceitar ou recusar.' })
  decisao: string;
}

/** @throws Problem Unprocessable for an unknown decision */
export function toDecision({ decisao }: DecideSuggestionRequest): Exclude<SuggestionStatus, 'pending'> {
  const status = Object.hasOwn(DECISIONS, decisao) ? DECISIONS[decisao] : undefined;
  if (!status) throw refusal('Unprocessable', { erro: 'decisao deve ser aceitar ou recusar.', campo: 'decisao' });
  return status;
}

@GraphqlObject('MergeReason', 'Why two contacts may be one person.')
export class MergeReasonObject {
  @ApiProperty({ enum: Object.values(REASONS).map(({ codigo }) => codigo) })
  codigo: string;

  @ApiProperty()
  texto: string;
}

@GraphqlObject('MergeSuggestion', 'Two contacts that may be one person.')
export class SuggestionObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'cnt_0c7b3f19ad62e04f', description: 'O mais antigo dos dois.' })
  contato_id: string;

  @ApiProperty({ example: 'cnt_0c7b3f19ad62e050' })
  outro_contato_id: string;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 100 })
  pontuacao: number;

  @ApiProperty({ type: [MergeReasonObject] })
  motivos: MergeReasonObject[];

  @ApiProperty({ enum: Object.values(STATUSES) })
  status: string;

  @ApiProperty({ type: String, nullable: true })
  decidida_por: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  decidida_em: string | null;

  @ApiProperty({ format: 'date-time' })
  criada_em: string;

  static of(suggestion: MergeSuggestion): SuggestionObject {
    return {
      id: suggestion.id,
      contato_id: suggestion.contactId,
      outro_contato_id: suggestion.otherId,
      pontuacao: suggestion.score,
      motivos: suggestion.reasons.map((reason) => REASONS[reason]),
      status: STATUSES[suggestion.status],
      decidida_por: suggestion.decidedBy,
      decidida_em: suggestion.decidedAt?.toISOString() ?? null,
      criada_em: suggestion.createdAt.toISOString(),
    };
  }
}

const suggestions = listOf('sugestoes', SuggestionObject, { max: 200 });

export class ListSuggestionsQuery extends suggestions.Query {}

export class SuggestionPage extends suggestions.Page {}
