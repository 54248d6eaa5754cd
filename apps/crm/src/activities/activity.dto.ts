import { ApiProperty } from '@nestjs/swagger';
import { ArgsType } from '@nestjs/graphql';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { QueryEnum, Text } from '#libs/core/http';
import { listOf } from '../list-of.js';
import type { TimelineEntry } from '../timeline/activity.js';
import { toWireActivityType, toWireData, WIRE_ACTIVITY_TYPES } from './wire-activity.js';

/** The longest body; what a note means is judged by code points. */
const TEXT_MAX = 256 * 1024;

@GraphqlInput('AddNoteInput')
export class AddNoteRequest {
  @Text({ max: TEXT_MAX, example: 'Ligou e pediu uma proposta.', description: 'De 1 a 4000 caracteres.' })
  texto: string;
}

@GraphqlInput('UpdateNoteInput')
export class UpdateNoteRequest extends AddNoteRequest {}

@GraphqlObject('Activity', 'An entry in the timeline of a contact.')
export class ActivityObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: WIRE_ACTIVITY_TYPES })
  tipo: string;

  @ApiProperty({ type: String, nullable: true, description: 'O texto de uma nota.' })
  texto: string | null;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'O que aconteceu, conforme o tipo.' })
  dados: Record<string, unknown>;

  @ApiProperty({ type: String, nullable: true, description: 'O usuário; null para o próprio serviço.' })
  autor: string | null;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  static of({ id, type, text, data, authorId, createdAt }: TimelineEntry): ActivityObject {
    return {
      id,
      tipo: toWireActivityType(type),
      texto: text,
      dados: toWireData(type, data),
      autor: authorId,
      criado_em: createdAt.toISOString(),
    };
  }
}

@ArgsType()
export class ActivityFilters {
  @QueryEnum(WIRE_ACTIVITY_TYPES, { description: 'Só os deste tipo.' })
  tipo?: string;
}

const activities = listOf('atividades', ActivityObject, { max: 200, filters: ActivityFilters });

export class ListActivitiesQuery extends activities.Query {}

export class ActivityPage extends activities.Page {
  @ApiProperty({ type: 'integer', description: 'Quantas há em todas as páginas.' })
  total: number;
}
