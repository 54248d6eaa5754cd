import { BLOCK_KINDS, type BlockKind } from '#libs/admission';
import { MayBeAbsent, OneOf, PageLimit, QueryEnum, QueryInteger, QueryText, Text } from '#libs/http';

const REASON_MAX = 500;

export class BlockRequest {
  @OneOf(BLOCK_KINDS, { description: 'domain blocks the domain and every domain below it.' })
  Kind: BlockKind;

  @Text({ min: 1, max: 320, example: 'someone@example.test' })
  Value: string;

  @MayBeAbsent()
  @Text({ max: REASON_MAX, description: 'For the operators who come later.' })
  Reason?: string;
}

export class ListBlocksQuery {
  @QueryEnum(BLOCK_KINDS)
  kind?: BlockKind;

  @QueryText({ max: 200, description: 'A part of the value; % and _ are taken as they are.' })
  q?: string;

  @QueryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'NextCursor of the page before; 0 begins.' })
  cursor?: number;

  @PageLimit(200)
  limit: number;
}
