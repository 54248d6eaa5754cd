import { ApiProperty } from '@nestjs/swagger';

export class DeadLetterView {
  @ApiProperty({ example: '7221930409861120' })
  Id: string;

  @ApiProperty({ example: 'acc_0123456789abcdef' })
  TenantId: string;

  @ApiProperty({ example: 'email.deliver' })
  Kind: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'What the work is about: ids, no content.' })
  Payload: Record<string, unknown>;

  @ApiProperty({ type: 'integer' })
  Attempts: number;

  @ApiProperty({ type: 'integer', description: 'How often the work itself failed.' })
  Failures: number;

  @ApiProperty({ type: String, nullable: true, description: 'What the last failure said.' })
  Error: string | null;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time', description: 'When it was given up.' })
  DeadAt: string;
}

export class DeadLetterResponse {
  @ApiProperty({ type: DeadLetterView })
  DeadLetter: DeadLetterView;
}

export class DeadLetterPageResponse {
  @ApiProperty({ type: [DeadLetterView] })
  DeadLetters: DeadLetterView[];

  @ApiProperty({ type: 'integer', description: '0 when there is no further page.' })
  NextCursor: number;

  @ApiProperty()
  HasMore: boolean;
}

export class QueueView {
  @ApiProperty({ example: 'email.deliver' })
  Kind: string;

  @ApiProperty({ type: 'integer', description: 'Its time has come: it waits for its turn, or is being done.' })
  Due: number;

  @ApiProperty({ type: 'integer', description: 'Waits for its time: scheduled, or to be tried again.' })
  Delayed: number;

  @ApiProperty({ type: 'integer', description: 'Was given up.' })
  Dead: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'For how long the oldest due work waits.' })
  OldestSeconds: number | null;
}

export class QueuesResponse {
  @ApiProperty({ type: [QueueView] })
  Queues: QueueView[];
}
