import { GraphqlInput } from '#libs/core/graphql';
import { FreeObject, MayBeAbsent, Nested, NullIsAbsent, Text, TextList, TextMap, Timestamp } from '#libs/core/http';
import { TemplateName } from '../../../templates/template-name.js';
import { TopicName } from '../../../topics/dto/topic-name.js';

export const MAX_DEVICES = 500;
export const TITLE_MAX = 200;
export const BODY_MAX = 1_800;
const TOKEN_MAX = 4_096;
/** Push services accept 4 KiB in all, including what they and we add. */
const DATA_MAX_BYTES = 3_072;

@GraphqlInput('PushNotificationInput')
export class PushNotification {
  @Text({ min: 1, max: TITLE_MAX, example: 'Your parcel is here' })
  Title: string;

  @Text({ min: 1, max: BODY_MAX, example: 'The courier left it at the reception.' })
  Body: string;
}

/** One notification, to devices or to all devices that follow a topic. */
@GraphqlInput('SendPushInput')
@NullIsAbsent('TemplateData', 'Data')
export class SendPushRequest {
  @MayBeAbsent()
  @Nested(() => PushNotification, { description: 'Required unless TemplateId is given.' })
  Notification?: PushNotification;

  @TemplateName(
    'A template of push, by its id or alias, in place of Notification: its Subject is the title, its Text the body.',
  )
  TemplateId?: string;

  @MayBeAbsent()
  @FreeObject({ maxBytes: 262_144, description: 'What the template is filled with.', example: { name: 'Ana' } })
  TemplateData?: Record<string, unknown>;

  @MayBeAbsent()
  @TextList({ min: 1, max: MAX_DEVICES, itemMax: TOKEN_MAX, description: 'Tokens (or ids) of registered devices.' })
  DeviceTokens?: string[];

  @MayBeAbsent()
  @Text({
    min: 1,
    max: 200,
    pattern: /^[\w.~%-]+$/,
    form: 'must be of A-Z a-z 0-9 - _ . ~ %',
    example: 'news',
    description:
      'A topic, whose followers get the message; alone or with DeviceTokens. Apps subscribe to SubscribeTo of the message.',
  })
  Topic?: string;

  @TopicName(
    'The topic of consent that it is of, by its id or slug: a device that is suppressed for it gets no message.',
  )
  TopicId?: string;

  @MayBeAbsent()
  @FreeObject({ maxBytes: DATA_MAX_BYTES, description: 'For the app that gets the message.' })
  Data?: Record<string, unknown>;

  @MayBeAbsent()
  @Timestamp({ description: 'Not before this time; within 30 days.' })
  SendAt?: string;

  @MayBeAbsent()
  @TextMap({ max: 20, keyMax: 64, valueMax: 256, description: 'Kept with the message, never sent.' })
  Tags?: Record<string, string>;

  @MayBeAbsent()
  @Text({ max: 1_000, description: '1 to 128 of A-Z a-z 0-9 . _ : -; the header Idempotency-Key wins.' })
  IdempotencyKey?: string;
}
