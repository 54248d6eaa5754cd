import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { DEVICES, EVENT_KINDS, type LiveEvent } from '#libs/sites/traffic';
import { NONE } from '../dto/segment.query.js';
import type { LiveCount, LiveSnapshot } from './live-snapshot.js';

@GraphqlObject('LiveEvent', 'What a visitor just did.')
export class LiveEventObject {
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

  @ApiProperty({ example: '/oferta' })
  caminho: string;

  @ApiProperty({ type: String, nullable: true, description: 'Nome do evento, ou o formulário.' })
  nome: string | null;

  @ApiProperty({ example: 'BR', description: `\`${NONE}\` quando não se sabe.` })
  pais: string;

  @ApiProperty({ enum: DEVICES })
  dispositivo: string;

  static of({ id, kind, at, sessionId, pageId, path, name, country, device }: LiveEvent): LiveEventObject {
    return {
      id,
      tipo: EVENT_KINDS[kind],
      em: at,
      sessao_id: sessionId,
      pagina: pageId,
      caminho: path,
      nome: name,
      pais: country || NONE,
      dispositivo: device,
    };
  }
}

@GraphqlObject('LiveMinute', 'A minute of the last thirty.')
export class LiveMinuteObject {
  @ApiProperty({ format: 'date-time' })
  em: string;

  @ApiProperty({ type: 'integer' })
  visualizacoes: number;

  @ApiProperty({ type: 'integer' })
  conversoes: number;
}

@GraphqlObject('LiveCount', 'Sessions that are there now, with one value.')
export class LiveCountObject {
  @ApiProperty({ example: 'BR', description: `\`${NONE}\` onde não há valor.` })
  valor: string;

  @ApiProperty({ type: 'integer' })
  visitas: number;

  static of({ value, sessions }: LiveCount): LiveCountObject {
    return { valor: value || NONE, visitas: sessions };
  }
}

const COUNTS: ApiPropertyOptions = { type: [LiveCountObject] };

@GraphqlObject('LiveTraffic', 'The traffic of the last 30 minutes, and who is there now.')
export class LiveObject {
  @ApiProperty({ description: 'Falso quando o tráfego ao vivo não pode ser lido agora; os números são zero.' })
  disponivel: boolean;

  @ApiProperty({ format: 'date-time' })
  em: string;

  @ApiProperty({ type: 'integer', description: 'Visitas que fizeram algo nos últimos cinco minutos.' })
  visitas_agora: number;

  @ApiProperty({ type: 'integer', description: 'Nos últimos 30 minutos.' })
  visualizacoes: number;

  @ApiProperty({ type: 'integer', description: 'Nos últimos 30 minutos.' })
  conversoes: number;

  @ApiProperty({ type: [LiveMinuteObject], description: 'O último está em curso.' })
  minutos: LiveMinuteObject[];

  @ApiProperty({ type: [LiveCountObject], description: 'Onde as visitas estão agora.' })
  paginas: LiveCountObject[];

  @ApiProperty(COUNTS)
  paises: LiveCountObject[];

  @ApiProperty(COUNTS)
  dispositivos: LiveCountObject[];

  @ApiProperty({ type: [LiveCountObject], description: 'O `utm_source`, ou o host que trouxe a visita.' })
  origens: LiveCountObject[];

  @ApiProperty({ type: [LiveEventObject], description: 'Os últimos, do mais novo ao mais antigo.' })
  eventos: LiveEventObject[];

  static of(snapshot: LiveSnapshot, isAvailable: boolean): LiveObject {
    const counts = (found: readonly LiveCount[]) => found.map((one) => LiveCountObject.of(one));
    return {
      disponivel: isAvailable,
      em: snapshot.at.toISOString(),
      visitas_agora: snapshot.present,
      visualizacoes: snapshot.views,
      conversoes: snapshot.conversions,
      minutos: snapshot.minutes.map(({ from, views, conversions }) => ({
        em: from.toISOString(),
        visualizacoes: views,
        conversoes: conversions,
      })),
      paginas: counts(snapshot.pages),
      paises: counts(snapshot.countries),
      dispositivos: counts(snapshot.devices),
      origens: counts(snapshot.sources),
      eventos: snapshot.events.map((event) => LiveEventObject.of(event)),
    };
  }
}
