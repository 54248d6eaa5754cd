import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { EVENT_KINDS, type ListedEvent } from '#libs/sites/traffic';

const PERCENT = { type: Number, nullable: true, description: 'Em porcento da página.' } as const;

@GraphqlObject('TrafficEvent', 'What a visitor did.')
export class EventObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: Object.values(EVENT_KINDS) })
  tipo: string;

  @ApiProperty({ format: 'date-time' })
  em: string;

  @ApiProperty({ format: 'uuid' })
  sessao_id: string;

  @ApiProperty({ example: 'pag_0c7b3f19ad62e04f', description: 'Id da página, ou do pixel.' })
  pagina: string;

  @ApiProperty({ type: String, nullable: true, description: 'Versão ou variante que o visitante viu.' })
  variante: string | null;

  @ApiProperty({ example: '/oferta' })
  caminho: string;

  @ApiProperty(PERCENT)
  x: number | null;

  @ApiProperty(PERCENT)
  y: number | null;

  @ApiProperty({ ...PERCENT, description: 'O ponto mais fundo que foi visto, em porcento da página.' })
  profundidade: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'Nome do evento, ou o formulário.' })
  nome: string | null;

  @ApiProperty({ type: Number, nullable: true })
  valor: number | null;

  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  extra: Readonly<Record<string, string | number | boolean>> | null;

  static of(event: ListedEvent): EventObject {
    const { id, kind, at, sessionId, pageId, variant, path, x, y, depth, name, value, extra } = event;
    return {
      id,
      tipo: EVENT_KINDS[kind],
      em: at.toISOString(),
      sessao_id: sessionId,
      pagina: pageId,
      variante: variant,
      caminho: path,
      x,
      y,
      profundidade: depth,
      nome: name,
      valor: value,
      extra,
    };
  }
}

export class EventsResponse {
  @ApiProperty({ type: [EventObject] })
  eventos: EventObject[];

  static of(events: readonly ListedEvent[]): EventsResponse {
    return { eventos: events.map((event) => EventObject.of(event)) };
  }
}
