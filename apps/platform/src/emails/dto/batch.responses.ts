import { ApiProperty } from '@nestjs/swagger';

export class BatchItemError {
  @ApiProperty({ enum: ['Sender', 'Receiver'] })
  Type: string;

  @ApiProperty()
  Code: string;

  @ApiProperty()
  Message: string;

  @ApiProperty({ required: false, type: 'array', items: { type: 'object', additionalProperties: true } })
  Details?: readonly object[];
}

export class BatchResult {
  @ApiProperty({ description: 'Position in the request, from 0.' })
  Index: number;

  @ApiProperty({ required: false })
  MessageId?: string;

  @ApiProperty({ required: false, type: [String], description: 'One for each recipient of the item.' })
  MessageIds?: string[];

  @ApiProperty({ required: false, type: BatchItemError })
  Error?: BatchItemError;
}

export class BatchResponse {
  @ApiProperty({ description: 'How many items the request had.' })
  Count: number;

  @ApiProperty({ type: [BatchResult] })
  Results: BatchResult[];

  @ApiProperty()
  ReusedIdempotency: boolean;
}
