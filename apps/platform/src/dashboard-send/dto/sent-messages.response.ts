import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import type { Enqueued } from '../../sending/sending.service.js';

@GraphqlObject('SentMessage')
export class SentMessage {
  @ApiProperty({ example: 'msg_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({ example: 'queued' })
  Status: string;
}

@GraphqlObject('SentMessages')
export class SentMessagesResponse {
  @ApiProperty({ type: [SentMessage], description: 'One for each recipient.' })
  Messages: SentMessage[];

  @ApiProperty({ description: 'Whether this is the answer to an earlier call with the same key.' })
  ReusedIdempotency: boolean;

  static of({ messageIds, reused }: Enqueued): SentMessagesResponse {
    return { Messages: messageIds.map((Id) => ({ Id, Status: 'queued' })), ReusedIdempotency: reused };
  }
}
