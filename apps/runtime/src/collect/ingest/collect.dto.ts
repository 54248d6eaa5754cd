import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EVENT_KINDS, type EventKindWord } from '#libs/sites/traffic';
import { Decimal, Flag, Integer, ListOf, MayBeAbsent, OneOf, Text, Uuid } from '#libs/core/http';

const PERCENT = { min: 0, max: 100 } as const;
/** Ages beyond a day are clipped; beyond this they are no age. */
const MOST_AGE_MS = 400 * 86_400_000;

/** Kinds that a visitor's browser may send: a conversion is for the server to say. */
export const SENT_KINDS = Object.values(EVENT_KINDS).filter((word) => word !== EVENT_KINDS.conversion);

export class SentEvent {
  @OneOf(SENT_KINDS)
  tipo: EventKindWord;

  @MayBeAbsent()
  @Text({ min: 1, max: 64, description: 'Do cliente: o mesmo id conta uma vez em dez minutos.' })
  id?: string;

  @MayBeAbsent()
  @Integer({ min: -MOST_AGE_MS, max: MOST_AGE_MS, description: 'Há quantos milissegundos foi.' })
  ha?: number;

  @MayBeAbsent()
  @Integer({ min: 0, max: MOST_AGE_MS, description: 'Milissegundos desde que a página abriu.' })
  desde?: number;

  @MayBeAbsent()
  @Text({ max: 2_048, description: 'O endereço, se mudou depois que a página abriu.' })
  url?: string;

  @MayBeAbsent()
  @Decimal({ ...PERCENT, description: 'Por cento da largura da página.' })
  x?: number;

  @MayBeAbsent()
  @Decimal({ ...PERCENT, description: 'Por cento da altura da página.' })
  y?: number;

  @MayBeAbsent()
  @Decimal({ ...PERCENT, description: 'O ponto mais fundo que apareceu, em por cento.' })
  profundidade?: number;

  @MayBeAbsent()
  @Text({ min: 1, max: 128, description: 'Do formulário, ou do evento.' })
  nome?: string;

  @MayBeAbsent()
  @Decimal({ min: -1e12, max: 1e12 })
  valor?: number;

  @MayBeAbsent()
  @Text({ min: 1, max: 128, description: 'O campo de um formulário.' })
  campo?: string;

  @MayBeAbsent()
  @Flag({
    description:
      'De um campo: true quando a pessoa saiu e foi o último que preencheu; false quando ela voltou depois disso.',
  })
  ultimo?: boolean;
}

export class CollectRequest {
  @Text({ min: 1, max: 256, description: 'Da página ou do pixel, assinada.' })
  credencial: string;

  @ListOf(() => SentEvent, { min: 1, max: 100 })
  eventos: SentEvent[];

  @MayBeAbsent()
  @Uuid({ description: 'Do lote: repetido, conta uma vez.' })
  lote?: string;

  @MayBeAbsent()
  @Text({ min: 1, max: 64, description: 'Sorteada a cada página que abre; não fica no aparelho.' })
  carga?: string;

  @MayBeAbsent()
  @Uuid({ description: 'De quem consentiu.' })
  visitante?: string;

  @MayBeAbsent()
  @Text({ max: 2_048, description: 'O endereço da página.' })
  url?: string;

  @MayBeAbsent()
  @Text({ max: 2_048 })
  referencia?: string;

  @MayBeAbsent()
  @Text({ max: 35 })
  idioma?: string;
}

export class CollectResponse {
  @ApiProperty({ description: 'Quantos eventos foram aceitos.' })
  aceitos: number;

  @ApiPropertyOptional({ description: 'true quando a cota do mês acabou: contam nos totais e não são guardados.' })
  cota_excedida?: boolean;
}
