import { GraphqlInput } from '#libs/core/graphql';
import { FreeObject, MayBeAbsent, NullIsAbsent, Text, TextList, TextMap, Timestamp } from '#libs/core/http';
import { TemplateName } from '../../templates/template-name.js';
import { SkipSuppressed } from '../../sending/dto/skip-suppressed.js';
import { TopicName } from '../../topics/dto/topic-name.js';

export const MAX_RECIPIENTS = 100;
export const BODY_MAX = 1_600;
const NUMBER_MAX = 40;

/** One text; each recipient gets a message of its own. */
@GraphqlInput('SendSmsInput')
@NullIsAbsent('TemplateData')
export class SendSmsRequest {
  @TextList({ min: 1, max: MAX_RECIPIENTS, itemMax: NUMBER_MAX, example: ['+5511987654321'], description: 'In E.164.' })
  To: string[];

  @MayBeAbsent()
  @Text({
    min: 1,
    max: BODY_MAX,
    example: 'Your code is 4711.',
    description: 'Required unless TemplateId is given.',
  })
  Body?: string;

  @TemplateName('A template of texts, by its id or alias, in place of Body.')
  TemplateId?: string;

  @MayBeAbsent()
  @FreeObject({ maxBytes: 262_144, description: 'What the template is filled with.', example: { name: 'Ana' } })
  TemplateData?: Record<string, unknown>;

  @MayBeAbsent()
  @Text({
    min: 1,
    max: NUMBER_MAX,
    example: '+5511912345678',
    description: 'A confirmed sender of the account, in E.164 or a name; its default sender unless given.',
  })
  From?: string;

  @TopicName('The topic that it is of, by its id or slug: a number that is suppressed for it gets no text.')
  TopicId?: string;

  @MayBeAbsent()
  @Timestamp({ description: 'Not before this time; within 30 days.' })
  SendAt?: string;

  @SkipSuppressed()
  SkipSuppressed?: boolean;

  @MayBeAbsent()
  @TextMap({ max: 20, keyMax: 64, valueMax: 256, description: 'Kept with the message, never sent.' })
  Tags?: Record<string, string>;

  @MayBeAbsent()
  @Text({ max: 1_000, description: '1 to 128 of A-Z a-z 0-9 . _ : -; the header Idempotency-Key wins.' })
  IdempotencyKey?: string;
}
