import { ArgsType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { QueryEnum } from '#libs/core/http';
import type { Device } from '#libs/sites/traffic';
import type { HeatMap } from '../heat-maps.service.js';
import { WindowObject } from './report.responses.js';
import { PageWindowQuery } from './window.query.js';

const SIDES = ['desktop', 'mobile', 'tablet', 'desconhecido'] as const satisfies readonly Device[];

@ArgsType()
export class HeatMapQuery extends PageWindowQuery {
  @QueryEnum(SIDES, { description: 'Só os cliques destes aparelhos; todos quando ausente.' })
  lado?: (typeof SIDES)[number];
}

@GraphqlObject('HeatMapCell', 'Clicks in a cell of one per cent.')
export class HeatMapCell {
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100, description: 'Da esquerda, em porcento da largura.' })
  x: number;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100, description: 'Do topo, em porcento da altura.' })
  y: number;

  @ApiProperty({ type: 'integer', format: 'int64' })
  cliques: number;
}

@GraphqlObject('HeatMapDepth', 'How many views saw the page down to a depth.')
export class HeatMapDepth {
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100, description: 'Do topo, em porcento da altura.' })
  profundidade: number;

  @ApiProperty({ type: 'integer', format: 'int64', description: 'Visualizações que chegaram até aí.' })
  visitantes: number;
}

@GraphqlObject('HeatMap', 'Clicks on a page, and how far it was seen.')
export class HeatMapObject extends WindowObject {
  @ApiProperty({ type: String, nullable: true, description: 'Nulo quando nada foi visto no período.' })
  pagina: string | null;

  @ApiProperty({ type: String, nullable: true, enum: [...SIDES, null] })
  lado: string | null;

  @ApiProperty({ type: [HeatMapCell] })
  pontos: HeatMapCell[];

  @ApiProperty({ type: [HeatMapDepth] })
  rolagem: HeatMapDepth[];

  static ofHeatMap({ window, pageId, side, cells, depths }: HeatMap): HeatMapObject {
    return {
      ...WindowObject.of(window),
      pagina: pageId,
      lado: side,
      pontos: cells.map(({ x, y, clicks }) => ({ x, y, cliques: clicks })),
      rolagem: depths.map(({ depth, views }) => ({ profundidade: depth, visitantes: views })),
    };
  }
}
