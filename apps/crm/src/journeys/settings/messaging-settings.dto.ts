import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Integer, Text } from '#libs/core/http';
import type { MessagingValues } from './messaging-settings.repository.js';

const MOST_A_DAY = 100;
const TIME_MAX = 5;

@GraphqlInput('MessagingSettingsInput')
export class MessagingSettingsRequest {
  @Text({
    max: TIME_MAX,
    example: '21:00',
    description: 'No fuso da pessoa. Igual a silencio_fim: sem horas de silêncio.',
  })
  silencio_inicio: string;

  @Text({ max: TIME_MAX, example: '08:00', description: 'No fuso da pessoa.' })
  silencio_fim: string;

  @Integer({
    min: 1,
    max: MOST_A_DAY,
    example: 3,
    description: 'Mensagens de jornadas por pessoa e dia, no fuso dela.',
  })
  maximo_por_dia: number;
}

@GraphqlObject('MessagingSettings', 'When, and how often, journeys write to a contact.')
export class MessagingSettingsObject {
  @ApiProperty({ example: '21:00' })
  silencio_inicio: string;

  @ApiProperty({ example: '08:00' })
  silencio_fim: string;

  @ApiProperty({ type: 'integer', example: 3 })
  maximo_por_dia: number;

  static of({ quietFrom, quietTo, dailyCap }: MessagingValues): MessagingSettingsObject {
    return { silencio_inicio: quietFrom, silencio_fim: quietTo, maximo_por_dia: dailyCap };
  }
}

export const toMessagingValues = (request: MessagingSettingsRequest): MessagingValues => ({
  quietFrom: request.silencio_inicio,
  quietTo: request.silencio_fim,
  dailyCap: request.maximo_por_dia,
});
