import { ApiProperty } from '@nestjs/swagger';
import type { BatchAnswer, ItemResult } from '../batch.service.js';

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

  static of(result: ItemResult, Index: number): BatchResult {
    if ('messageIds' in result) return { Index, MessageId: result.messageIds[0], MessageIds: result.messageIds };
    const { code, message, details } = result.error;
    return { Index, Error: { Type: 'Sender', Code: code, Message: message, ...(details ? { Details: details } : {}) } };
  }
}

export class BatchResponse {
  @ApiProperty({ description: 'How many items the request had.' })
  Count: number;

  @ApiProperty({ type: [BatchResult] })
  Results: BatchResult[];

  @ApiProperty()
  ReusedIdempotency: boolean;

  static of({ results, reused }: BatchAnswer): BatchResponse {
    return {
      Count: results.length,
      Results: results.map((result, index) => BatchResult.of(result, index)),
      ReusedIdempotency: reused,
    };
  }
}
