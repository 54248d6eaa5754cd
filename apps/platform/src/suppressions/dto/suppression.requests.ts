import { EmailAddress, MayBeAbsent, OneOf, PageLimit, QueryEnum, QueryInteger, QueryText } from '#libs/http';
import { SUPPRESSION_REASONS, type SuppressionReason } from '../suppression.js';

export class AddSuppressionRequest {
  @EmailAddress({ example: 'someone@example.test' })
  Address: string;

  @MayBeAbsent()
  @OneOf(SUPPRESSION_REASONS, { description: 'manual when absent.' })
  Reason?: SuppressionReason;
}

export class ListSuppressionsQuery {
  @QueryText({ max: 200, description: 'A part of the address; % and _ are taken as they are.' })
  q?: string;

  @QueryEnum(SUPPRESSION_REASONS)
  reason?: string;

  @QueryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'NextCursor of the page before; 0 begins.' })
  cursor?: number;

  @PageLimit(200)
  limit: number;
}
