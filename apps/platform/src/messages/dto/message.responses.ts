import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class MessageResponse {
  @ApiProperty({ example: 'msg_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({ enum: ['email', 'sms', 'push'] })
  Channel: string;

  @ApiProperty({ enum: ['live', 'test'], description: 'Of the key that sent it.' })
  Environment: 'live' | 'test';

  @ApiProperty({ example: 'sent' })
  Status: string;

  @ApiProperty()
  From: string;

  @ApiProperty()
  To: string;

  @ApiProperty()
  Subject: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '<msg_0c7b3f19ad62e04f@demo.test>',
    description: 'Of an e-mail: its Message-ID, the same for all recipients of a call.',
  })
  InternetMessageId: string | null;

  @ApiProperty({ type: String, nullable: true })
  TemplateId: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The campaign that it is of.' })
  CampaignId: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The topic that it is of, or the list; null for none.' })
  TopicId: string | null;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  Tags: Record<string, string>;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time' })
  UpdatedAt: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  ScheduledAt: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  SentAt: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why it failed, or why it is not delivered yet.' })
  Error: string | null;
}

export class MessageBodyResponse {
  @ApiProperty({ type: String, nullable: true })
  Text: string | null;

  @ApiProperty({ type: String, nullable: true })
  Html: string | null;
}

export class MessageWithBodyResponse extends MessageResponse {
  @ApiProperty({ type: MessageBodyResponse })
  Body: MessageBodyResponse;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  Headers: Record<string, string>;

  @ApiPropertyOptional({
    example: 'acc_0c7b3f19ad62e04f.news',
    description: 'Of a push message to a topic: the name that apps subscribe to.',
  })
  SubscribeTo?: string;

  @ApiProperty({ type: 'object', additionalProperties: true })
  Metadata: Record<string, unknown>;
}

export class MessageEventResponse {
  @ApiProperty({ example: 'evt_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({ example: 'sent' })
  Type: string;

  @ApiProperty({ enum: ['live', 'test'] })
  Environment: 'live' | 'test';

  @ApiProperty({ format: 'date-time' })
  OccurredAt: string;

  @ApiProperty({ type: 'object', additionalProperties: true })
  Detail: Record<string, unknown>;
}

export class MessagePageResponse {
  @ApiProperty({ type: [MessageResponse] })
  Messages: MessageResponse[];

  @ApiProperty({ type: 'integer', description: '0 when there is no further page.' })
  NextCursor: number;

  @ApiProperty()
  HasMore: boolean;
}

export class MessageDetailResponse {
  @ApiProperty({ type: MessageWithBodyResponse })
  Message: MessageWithBodyResponse;

  @ApiProperty({ type: [MessageEventResponse], description: 'The timeline, oldest first.' })
  Events: MessageEventResponse[];
}
