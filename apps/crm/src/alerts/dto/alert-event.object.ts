import { ApiProperty } from '@nestjs/swagger';
import { ArgsType } from '@nestjs/graphql';
import { GraphqlObject } from '#libs/core/graphql';
import { QueryUuid } from '#libs/core/http';
import { listOf } from '../../list-of.js';
import type { AlertEvent } from '../alert-event.entity.js';
import { toWireState, WIRE_REASONS } from '../wire-alert.js';
import { STATES } from './alert.object.js';

@GraphqlObject('AlertEvent', 'A change of the state of an alert.')
export class AlertEventObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'O alerta, que pode já não existir; null quando o evento é de uma jornada.',
  })
  alerta_id: string | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'A jornada que foi interrompida por poder ser um laço; null quando o evento é de um alerta.',
  })
  jornada_id: string | null;

  @ApiProperty({ enum: STATES })
  de: string;

  @ApiProperty({ enum: STATES })
  para: string;

  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'O valor na avaliação; null sem leads bastantes, e quando o alerta foi alterado ou apagado. De uma jornada: as entradas ' +
      'interrompidas.',
  })
  valor: number | null;

  @ApiProperty({ enum: Object.values(WIRE_REASONS), description: 'Por que o estado mudou.' })
  motivo: string;

  @ApiProperty({ format: 'date-time' })
  ocorrido_em: string;

  static of({ id, alertId, journeyId, fromState, toState, value, reason, occurredAt }: AlertEvent): AlertEventObject {
    return {
      id,
      alerta_id: alertId,
      jornada_id: journeyId,
      de: toWireState(fromState),
      para: toWireState(toState),
      valor: value,
      motivo: WIRE_REASONS[reason],
      ocorrido_em: occurredAt.toISOString(),
    };
  }
}

@ArgsType()
export class AlertEventFilters {
  @QueryUuid({ description: 'Só os deste alerta, que pode já não existir.' })
  alerta_id?: string;
}

export const EVENTS_MAX = 200;

const events = listOf('eventos', AlertEventObject, { max: EVENTS_MAX, filters: AlertEventFilters });

export class ListAlertEventsQuery extends events.Query {}

export class AlertEventPage extends events.Page {}
