import { ApiProperty } from '@nestjs/swagger';

export class SentMessage {
  @ApiProperty({ example: 'msg_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({ example: 'queued' })
  Status: string;
}

export class SentMessagesResponse {
  @ApiProperty({ type: [SentMessage], description: 'One for each recipient.' })
  Messages: SentMessage[];

  @ApiProperty({ description: 'Whether this is the answer to an earlier call with the same key.' })
  ReusedIdempotency: boolean;
}
