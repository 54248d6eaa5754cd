import { ArgsType } from '@nestjs/graphql';
import { BLOCK_KINDS, type BlockKind } from '#libs/messaging/admission';
import { GraphqlInput } from '#libs/core/graphql';
import { MayBeAbsent, OneOf, pageQuery, QueryEnum, QueryText, Text } from '#libs/core/http';

const REASON_MAX = 500;

@GraphqlInput('CreateBlockInput')
export class BlockRequest {
  @OneOf(BLOCK_KINDS, { description: 'domain blocks the domain and every domain below it.' })
  Kind: BlockKind;

  @Text({ min: 1, max: 320, example: 'someone@example.test' })
  Value: string;

  @MayBeAbsent()
  @Text({ max: REASON_MAX, description: 'A note for other operators.' })
  Reason?: string;
}

@ArgsType()
export class BlockFilters {
  @QueryEnum(BLOCK_KINDS)
  kind?: BlockKind;

  @QueryText({ max: 200, description: 'A part of the value; % and _ are taken as they are.' })
  q?: string;
}

export class ListBlocksQuery extends pageQuery(200, BlockFilters) {}
