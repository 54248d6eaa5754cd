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

  static of({ messageIds, reused }: Enqueued): EnqueuedResponse {
    return { MessageId: messageIds[0] ?? '', MessageIds: messageIds, Status: 'queued', ReusedIdempotency: reused };
  }
}
