import { ApiProperty } from '@nestjs/swagger';
import { BLOCK_KINDS } from '#libs/admission';

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
}

export class BlockResponse {
  @ApiProperty({ type: BlockView })
  Entry: BlockView;
}

export class BlockPageResponse {
  @ApiProperty({ type: [BlockView] })
  Entries: BlockView[];

  @ApiProperty({ type: 'integer', description: '0 when there is no further page.' })
  NextCursor: number;

  @ApiProperty()
  HasMore: boolean;
}
