import { ApiProperty } from '@nestjs/swagger';
import type { Enqueued } from '../sending.service.js';

export class EnqueuedResponse {
  @ApiProperty({ example: 'msg_0c7b3f19ad62e04f', description: 'The first of MessageIds.' })
  MessageId: string;

  @ApiProperty({ type: [String], description: 'One for each recipient.' })
  MessageIds: string[];

  @ApiProperty({ example: 'queued' })
  Status: string;

  @ApiProperty({ description: 'Whether this is the answer to an earlier call with the same key.' })
  ReusedIdempotency: boolean;

  @ApiProperty({
    type: [String],
    required: false,
    description: 'Suppressed recipients that were left out, with SkipSuppressed; absent without any.',
  })
  SkippedAddresses?: string[];

  static of({ messageIds, reused, skipped }: Enqueued): EnqueuedResponse {
    return {
      MessageId: messageIds[0] ?? '',
      MessageIds: messageIds,
      Status: 'queued',
      ReusedIdempotency: reused,
      ...(skipped && { SkippedAddresses: skipped }),
    };
  }
}
