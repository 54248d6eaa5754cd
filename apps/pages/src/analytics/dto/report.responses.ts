import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import type { TrafficWindow } from '#libs/sites/traffic';
import type { VisitorsBy } from '../distinct-visitors.js';
import type { Breakdown, Overview, Quality, ValueTotals } from '../traffic-reports.service.js';
import { ratio, type Totals } from '../totals.js';
import { NONE } from './segment.query.js';

const COUNT = { type: 'integer', format: 'int64', example: 0 } as const;
const FRACTION = { type: Number, nullable: true, example: 0.25 } as const;
const MOMENT = { type: String, example: '2026-11-21T00:00:00-03:00' } as const;

/** Visitors without consent have a new id every day. */
const BY_DAY = 'dia';
const VISITORS_BY: Readonly<Record<VisitorsBy, string>> = { day: BY_DAY, window: 'periodo', both: 'misto' };

@GraphqlObject('TrafficTotals', 'What was counted.')
export class TotalsObject {
  @ApiProperty({ ...COUNT, description: 'Vezes em que uma página foi vista.' })
  visualizacoes: number;

  @ApiProperty({ ...COUNT, description: 'Sessões: o que um visitante fez sem meia hora de silêncio.' })
  visitas: number;

  @ApiProperty({ ...COUNT, description: 'Pessoas, a soma de cada dia (UTC).' })
  visitantes: number;

  @ApiProperty(COUNT)
  conversoes: number;

  static of({ views, sessions, visitors, conversions }: Totals): TotalsObject {
    return { visualizacoes: views, visitas: sessions, visitantes: visitors, conversoes: conversions };
  }
}

@GraphqlObject('TrafficPoint', 'A part of a window.')
export class PointObject {
  @ApiProperty({ ...MOMENT, description: 'Começo, com o deslocamento do fuso.' })
  em: string;

  @ApiProperty(COUNT)
  visualizacoes: number;

  @ApiProperty(COUNT)
  visitas: number;

  @ApiProperty(COUNT)
  visitantes: number;

  @ApiProperty(COUNT)
  conversoes: number;
}

@GraphqlObject('TrafficWindow', 'The time that a report counts.')
export class WindowObject {
  @ApiProperty(MOMENT)
  de: string;

  @ApiProperty({ ...MOMENT, description: 'Não é contado.' })
  ate: string;

  static of(window: TrafficWindow): WindowObject {
    return { de: window.text(window.from), ate: window.text(window.until) };
  }
}

@GraphqlObject('TrafficOverview', 'The traffic of a window, in all and over time.')
export class OverviewObject extends WindowObject {
  @ApiProperty(COUNT)
  visualizacoes: number;

  @ApiProperty(COUNT)
  visitas: number;

  @ApiProperty({ ...COUNT, description: 'Pessoas; veja visitantes_por.' })
  visitantes: number;

  @ApiProperty({
    type: String,
    enum: Object.values(VISITORS_BY),
    example: BY_DAY,
    description:
      'Sem consentimento, uma pessoa conta uma vez por dia (UTC): `dia`. Com consentimento, uma vez no período: `periodo`, se todas ' +
      'consentiram. `misto`, se há das duas.',
  })
  visitantes_por: string;

  @ApiProperty({
    ...COUNT,
    description:
      'Entre eles, os que consentiram, uma vez no período; a partir de 1.000 em dias inteiros, uma estimativa.',
  })
  visitantes_com_consentimento: number;

  @ApiProperty(COUNT)
  conversoes: number;

  @ApiProperty({ ...FRACTION, description: 'Conversões por visita; nulo sem visitas.' })
  taxa_conversao: number | null;

  @ApiProperty({ ...FRACTION, description: 'Visitas de uma só visualização, sem mais nada; nulo sem visitas.' })
  rejeicao: number | null;

  @ApiProperty({ type: Number, nullable: true, example: 48.5, description: 'Segundos por visita; nulo sem visitas.' })
  duracao_media: number | null;

  @ApiProperty({ type: [PointObject], description: 'Horas de um período de até dois dias, senão dias.' })
  series: PointObject[];

  static ofOverview({ window, totals, points, visitors }: Overview): OverviewObject {
    const { sessions, conversions, bounces, seconds } = totals;
    return {
      ...WindowObject.of(window),
      ...TotalsObject.of(totals),
      visitantes: visitors.count,
      visitantes_por: VISITORS_BY[visitors.by],
      visitantes_com_consentimento: visitors.consented,
      taxa_conversao: ratio(conversions, sessions),
      rejeicao: ratio(bounces, sessions),
      duracao_media: ratio(seconds, sessions),
      series: points.map(({ from, totals: point }) => ({ em: window.text(from), ...TotalsObject.of(point) })),
    };
  }
}

@GraphqlObject('TrafficRow', 'What was counted for a value of a dimension.')
export class RowObject extends TotalsObject {
  @ApiProperty({ example: 'google', description: `\`${NONE}\` onde não há valor.` })
  valor: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Título da página ou nome do pixel, onde o valor é um deles.',
  })
  rotulo: string | null;

  @ApiProperty({ ...FRACTION, description: 'Conversões por visita; nulo sem visitas.' })
  taxa_conversao: number | null;

  static ofValue({ value, label, totals }: ValueTotals): RowObject {
    return {
      valor: value === '' ? NONE : value,
      rotulo: label,
      ...TotalsObject.of(totals),
      taxa_conversao: ratio(totals.conversions, totals.sessions),
    };
  }
}

@GraphqlObject('TrafficBreakdown', 'The traffic of days by the values of a dimension, those with most views first.')
export class BreakdownObject extends WindowObject {
  @ApiProperty({ example: 'utm_source' })
  dimensao: string;

  @ApiProperty({ type: String, enum: [BY_DAY] })
  visitantes_por: string;

  @ApiProperty({ type: [RowObject] })
  linhas: RowObject[];

  @ApiProperty({ type: TotalsObject, description: 'Todos os outros valores juntos.' })
  outros: TotalsObject;

  static ofBreakdown(dimensao: string, { window, rows, others }: Breakdown): BreakdownObject {
    return {
      ...WindowObject.of(window),
      dimensao,
      visitantes_por: BY_DAY,
      linhas: rows.map((row) => RowObject.ofValue(row)),
      outros: TotalsObject.of(others),
    };
  }
}

@GraphqlObject('TrafficReport', 'A breakdown with filters, and the totals of what they leave.')
export class ReportObject extends BreakdownObject {
  @ApiProperty({ type: TotalsObject })
  totais: TotalsObject;

  @ApiProperty({ ...FRACTION, description: 'Conversões por visita; nulo sem visitas.' })
  taxa_conversao: number | null;

  @ApiProperty({
    type: TotalsObject,
    description: 'Visitas além do limite de combinações de um dia, das quais não se sabe se os filtros as aceitam.',
  })
  sem_classificacao: TotalsObject;

  static ofReport(dimensao: string, report: Breakdown & { totals: Totals; unclassified: Totals }): ReportObject {
    return {
      ...BreakdownObject.ofBreakdown(dimensao, report),
      totais: TotalsObject.of(report.totals),
      taxa_conversao: ratio(report.totals.conversions, report.totals.sessions),
      sem_classificacao: TotalsObject.of(report.unclassified),
    };
  }
}

/** Words for the reasons of `BotReason`. */
const BOT_WORDS: Readonly<Record<string, string>> = { agent: 'agente', datacenter: 'datacenter', timing: 'ritmo' };

@GraphqlObject('TrafficBots', 'Traffic of programs, by how they were recognized.')
export class BotsObject extends TotalsObject {
  @ApiProperty({
    enum: Object.values(BOT_WORDS),
    description: 'O nome do navegador, a rede de um datacenter, ou um ritmo que ninguém tem.',
  })
  motivo: string;
}

@GraphqlObject('TrafficQuality', 'Traffic of people and of programs. Programs are in no other report.')
export class QualityObject extends WindowObject {
  @ApiProperty({ type: TotalsObject })
  pessoas: TotalsObject;

  @ApiProperty({ type: TotalsObject })
  robos: TotalsObject;

  @ApiProperty({ ...FRACTION, description: 'Parte das visualizações que é de robôs; nulo sem visualizações.' })
  taxa_robos: number | null;

  @ApiProperty({ type: [BotsObject] })
  motivos: BotsObject[];

  static ofQuality({ window, people, bots, reasons }: Quality): QualityObject {
    return {
      ...WindowObject.of(window),
      pessoas: TotalsObject.of(people),
      robos: TotalsObject.of(bots),
      taxa_robos: ratio(bots.views, bots.views + people.views),
      motivos: reasons.map(({ value, totals }) => ({ motivo: BOT_WORDS[value] ?? value, ...TotalsObject.of(totals) })),
    };
  }
}
