import { ApiProperty } from '@nestjs/swagger';

export class EnqueuedResponse {
  @ApiProperty({ example: 'msg_0c7b3f19ad62e04f', description: 'The first of MessageIds.' })
  MessageId: string;

  @ApiProperty({ type: [String], description: 'One for each recipient.' })
  MessageIds: string[];

  @ApiProperty({ example: 'queued' })
  Status: string;

  @ApiProperty({ description: 'Whether this is the answer to an earlier call with the same key.' })
  ReusedIdempotency: boolean;
}
