import { ApiProperty } from '@nestjs/swagger';
import { BLOCK_KINDS } from '#libs/messaging/admission';
import { GraphqlObject } from '#libs/core/graphql';
import { pageOf } from '#libs/core/http';
import type { BlockEntry } from '../block-entry.entity.js';

@GraphqlObject('BlockEntry', 'What may not log in, register or take part in mail.')
export class BlockView {
  @ApiProperty({ format: 'uuid' })
  Id: string;

  @ApiProperty({ type: String, enum: BLOCK_KINDS })
  Kind: string;

  @ApiProperty({
    example: 'someone@example.test',
    description: 'In its one spelling, which may differ from what was typed.',
  })
  Value: string;

  @ApiProperty()
  Reason: string;

  @ApiProperty({ description: 'The operator who made it.', example: 'usr_0123456789abcdef' })
  CreatedBy: string;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  static of({ id, kind, value, reason, createdBy, createdAt }: BlockEntry): BlockView {
    return {
      Id: id,
      Kind: kind,
      Value: value,
      Reason: reason,
      CreatedBy: createdBy,
      CreatedAt: createdAt.toISOString(),
    };
  }
}

export class BlockResponse {
  @ApiProperty({ type: BlockView })
  Entry: BlockView;
}

export class BlockPageResponse extends pageOf('Entries', BlockView) {}
