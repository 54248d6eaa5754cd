import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { pageOf } from '#libs/core/http';
import type { DeadLetter } from '#libs/core/jobs';
import { secondsSince, type QueueState } from '../queues.service.js';

@GraphqlObject('DeadLetter', 'A job that failed for the last time.')
export class DeadLetterView {
  @ApiProperty({ example: '7221930409861120' })
  Id: string;

  @ApiProperty({ example: 'acc_0123456789abcdef' })
  TenantId: string;

  @ApiProperty({ example: 'email.deliver' })
  Kind: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'What the job is about: ids, no content.' })
  Payload: Record<string, unknown>;

  @ApiProperty({ type: 'integer' })
  Attempts: number;

  @ApiProperty({ type: 'integer', description: 'How often the job itself failed.' })
  Failures: number;

  @ApiProperty({ type: String, nullable: true, description: 'What the last failure said.' })
  Error: string | null;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time', description: 'When its last attempt failed.' })
  DeadAt: string;

  static of(letter: DeadLetter): DeadLetterView {
    return {
      Id: letter.id,
      TenantId: letter.tenantId,
      Kind: letter.kind,
      Payload: letter.payload,
      Attempts: letter.attempts,
      Failures: letter.failures,
      Error: letter.error,
      CreatedAt: letter.createdAt.toISOString(),
      DeadAt: letter.deadAt.toISOString(),
    };
  }
}

export class DeadLetterResponse {
  @ApiProperty({ type: DeadLetterView })
  DeadLetter: DeadLetterView;
}

export class DeadLetterPageResponse extends pageOf('DeadLetters', DeadLetterView) {}

@GraphqlObject('WorkQueue', 'How much work of a kind there is.')
export class QueueView {
  @ApiProperty({ example: 'email.deliver' })
  Kind: string;

  @ApiProperty({ type: 'integer', description: 'Due: waiting or in progress.' })
  Due: number;

  @ApiProperty({ type: 'integer', description: 'Scheduled, or waiting for a retry.' })
  Delayed: number;

  @ApiProperty({ type: 'integer', description: 'Dead letters.' })
  Dead: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'How long the oldest due job has waited.' })
  OldestSeconds: number | null;

  static of({ kind, due, delayed, dead, waitingSince }: QueueState, now: Date): QueueView {
    const oldest = waitingSince && secondsSince(waitingSince, now);
    return { Kind: kind, Due: due, Delayed: delayed, Dead: dead, OldestSeconds: oldest };
  }
}

export class QueuesResponse {
  @ApiProperty({ type: [QueueView] })
  Queues: QueueView[];
}
