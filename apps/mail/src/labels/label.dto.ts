import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { ITEM, MayBeAbsent, Problem, Text, TextList, Uuid } from '#libs/core/http';
import { ONE_LINE_OF_TEXT } from '../one-line.js';
import {
  DEFAULT_LABEL_COLOUR,
  MAX_BATCH_LABELS,
  MAX_BATCH_MESSAGES,
  SYSTEM_LABELS,
  type SystemLabel,
} from './label-values.js';
import type { Label } from './label.entity.js';
import type { LabelChoice } from './message-labels.js';
import type { LabelsChanged } from './message-labels.sql.js';

const NAME = { min: 1, max: 60, pattern: ONE_LINE_OF_TEXT, form: 'one line of text', example: 'Invoices' };
const COLOUR = { max: 7, pattern: /^#[0-9a-fA-F]{6}$/, form: 'a colour as #rrggbb', example: '#1a73e8' };

@GraphqlInput('CreateMailLabelInput')
export class CreateLabelRequest {
  @Text(NAME)
  name: string;

  @MayBeAbsent()
  @Text({ ...COLOUR, description: 'Grey if absent.' })
  color?: string;
}

@GraphqlInput('UpdateMailLabelInput', 'What is absent stays.')
export class UpdateLabelRequest {
  @MayBeAbsent()
  @Text({ ...NAME, description: 'Not of a label of the system.' })
  name?: string;

  @MayBeAbsent()
  @Text(COLOUR)
  color?: string;
}

@GraphqlInput('ApplyMailLabelInput')
export class ApplyLabelRequest {
  @Uuid()
  label_id: string;
}

@GraphqlInput('ChangeMailLabelsInput')
export class ChangeLabelsRequest {
  @TextList({ min: 1, max: MAX_BATCH_MESSAGES, item: ITEM.uuid, description: 'Those of other mailboxes are left out.' })
  message_ids: string[];

  @MayBeAbsent()
  @TextList({ max: MAX_BATCH_LABELS, item: ITEM.uuid, description: 'Labels that the messages get.' })
  aplicar?: string[];

  @MayBeAbsent()
  @TextList({ max: MAX_BATCH_LABELS, item: ITEM.uuid, description: 'Labels that are taken from them.' })
  remover?: string[];
}

@GraphqlObject('MailLabelsChanged', 'What a change of labels did.')
export class LabelsChangedResponse {
  @ApiProperty({ type: 'integer', description: 'Pairs of a message and a label that are new.' })
  vinculadas: number;

  @ApiProperty({ type: 'integer', description: 'Pairs that are gone.' })
  desvinculadas: number;

  static of({ applied, removed }: LabelsChanged): LabelsChangedResponse {
    return { vinculadas: applied, desvinculadas: removed };
  }
}

@GraphqlObject('MailLabel', 'A mark that messages have.')
export class LabelObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  mailbox_id: string;

  @ApiProperty({ example: 'Invoices' })
  name: string;

  @ApiProperty({ example: '#1a73e8' })
  color: string;

  @ApiProperty({ enum: ['system', 'user'], description: 'Who made it.' })
  origin: 'system' | 'user';

  @ApiProperty({ description: 'Whether every mailbox has it. Then only its colour changes.' })
  system: boolean;

  @ApiProperty({ type: String, enum: SYSTEM_LABELS, nullable: true, description: 'Which label of the system it is.' })
  system_key: SystemLabel | null;

  static of({ id, mailboxId, name, colour, systemKey }: Label): LabelObject {
    return {
      id,
      mailbox_id: mailboxId,
      name,
      color: colour,
      origin: systemKey ? 'system' : 'user',
      system: systemKey !== null,
      system_key: systemKey,
    };
  }
}

@GraphqlObject('CountedMailLabel', 'A label with how many messages have it.')
export class CountedLabelObject extends LabelObject {
  @ApiProperty({ type: 'integer', description: 'Messages that have it, without those in spam, trash and quarantine.' })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Those of them that are not read.' })
  unread: number;

  static ofCounted(label: Label): CountedLabelObject {
    return { ...LabelObject.of(label), total: label.total, unread: label.unread };
  }
}

export class LabelListResponse {
  @ApiProperty({ type: [LabelObject] })
  labels: LabelObject[];
}

export class LabelSummaryResponse {
  @ApiProperty({ type: [CountedLabelObject] })
  labels: CountedLabelObject[];
}

export const toNewLabel = ({ name, color = DEFAULT_LABEL_COLOUR }: CreateLabelRequest) => ({
  name: name.trim(),
  colour: color.toLowerCase(),
});

/** @throws Problem ValidationError if it changes nothing */
export function toLabelChanges({ name, color }: UpdateLabelRequest): Partial<Pick<Label, 'colour' | 'name'>> {
  if (name === undefined && color === undefined) throw empty('name or color');
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(color !== undefined && { colour: color.toLowerCase() }),
  };
}

/** @throws Problem ValidationError if it changes nothing, or has one label on both sides */
export function toLabelChoice({ aplicar = [], remover = [] }: ChangeLabelsRequest): Required<LabelChoice> {
  if (aplicar.length + remover.length === 0) throw empty('aplicar or remover');
  const lower = (ids: string[]) => ids.map((id) => id.toLowerCase());
  const both = lower(aplicar).find((id) => lower(remover).includes(id));
  if (both) throw new Problem('ValidationError', { message: `The label ${both} is on both sides` });
  return { apply: aplicar, remove: remover };
}

const empty = (wanted: string): Problem => new Problem('ValidationError', { message: `Name ${wanted}` });
