import { ArgsType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { isDate, QueryMoment, QueryText } from '#libs/core/http';
import type { ReplaySession } from '#libs/sites/replay';
import { listOf } from '../list-of.js';
import type { ReplayFilter } from './replay.service.js';

const DAY_MS = 86_400_000;

/** Filters of the list of recordings. */
@ArgsType()
export class ReplayFilters {
  @QueryText({ max: 64, description: 'Só as que começaram nesta página, ou no site deste pixel.' })
  pagina?: string;

  @QueryMoment({ description: 'Começadas a partir de então.' })
  de?: string;

  @QueryMoment({ description: 'Começadas antes de então; uma data é o dia inteiro (UTC), incluído.' })
  ate?: string;
}

@GraphqlObject('ReplaySession', 'What a visitor did in one tab, recorded with consent.')
export class ReplaySessionView {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ type: String, nullable: true, description: 'A sessão dos relatórios.' })
  sessao_id: string | null;

  @ApiProperty({ description: 'A página em que começou, ou o pixel.' })
  pagina_id: string;

  @ApiProperty({ type: String, nullable: true, description: 'O endereço em que começou, sem a query.' })
  url: string | null;

  @ApiProperty({ format: 'date-time' })
  iniciada_em: string;

  @ApiProperty({ format: 'date-time', description: 'Quando chegou o último trecho.' })
  ultima_em: string;

  @ApiProperty({ type: 'integer', description: 'Do primeiro evento ao último, em segundos.' })
  duracao: number;

  @ApiProperty({ type: 'integer' })
  eventos: number;

  @ApiProperty({ type: 'integer', description: 'O tamanho dos eventos em JSON.' })
  bytes: number;

  static of(replay: ReplaySession): ReplaySessionView {
    return {
      id: replay.id,
      sessao_id: replay.sessionId,
      pagina_id: replay.pageId,
      url: replay.address,
      iniciada_em: replay.startedAt.toISOString(),
      ultima_em: replay.lastAt.toISOString(),
      duracao: Math.round((replay.lastEventAt - replay.firstEventAt) / 1_000),
      eventos: replay.events,
      bytes: replay.bytes,
    };
  }
}

const sessions = listOf('sessoes', ReplaySessionView, { max: 200, filters: ReplayFilters });

export class ListReplaysQuery extends sessions.Query {}

export class ReplayPage extends sessions.Page {}

export function toReplayFilter({ pagina, de, ate }: ReplayFilters): ReplayFilter {
  return {
    pageId: pagina,
    from: de === undefined ? undefined : new Date(de),
    until: ate === undefined ? undefined : new Date(Date.parse(ate) + (isDate(ate) ? DAY_MS : 0)),
  };
}
