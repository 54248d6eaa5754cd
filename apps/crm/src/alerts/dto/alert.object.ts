import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import type { AlertWithValue } from '../alerts.service.js';
import { toWireState, WIRE_TYPES } from '../wire-alert.js';

const TYPES = Object.values(WIRE_TYPES);
export const STATES = ['calmo', 'disparado'];

@GraphqlObject('Alert', 'A rule on the leads of the account, and whether it holds.')
export class AlertObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'Nenhum lead desde ontem' })
  nome: string;

  @ApiProperty({ enum: TYPES })
  tipo: string;

  @ApiProperty({ type: Number, example: 24 })
  limiar: number;

  @ApiProperty({ type: 'integer', example: 1440 })
  janela_minutos: number;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  destino_id: string | null;

  @ApiProperty()
  ativo: boolean;

  @ApiProperty({ enum: STATES, description: 'Como a última avaliação o deixou.' })
  estado: string;

  @ApiProperty({ format: 'date-time', description: 'Desde quando está neste estado.' })
  desde: string;

  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'O valor de agora: horas sem leads, ou a fração de leads ruins. null quando há menos de 10 leads na janela.',
  })
  valor: number | null;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  @ApiProperty({ format: 'date-time' })
  atualizado_em: string;

  static of(alert: AlertWithValue): AlertObject {
    return {
      id: alert.id,
      nome: alert.name,
      tipo: WIRE_TYPES[alert.type],
      limiar: alert.threshold,
      janela_minutos: alert.windowMinutes,
      destino_id: alert.destinationId,
      ativo: alert.active,
      estado: toWireState(alert.state),
      desde: alert.since.toISOString(),
      valor: alert.value,
      criado_em: alert.createdAt.toISOString(),
      atualizado_em: alert.updatedAt.toISOString(),
    };
  }
}

export class AlertsResponse {
  @ApiProperty({ type: [AlertObject] })
  alertas: AlertObject[];

  static of(alerts: readonly AlertWithValue[]): AlertsResponse {
    return { alertas: alerts.map((alert) => AlertObject.of(alert)) };
  }
}
