import { ArgsType } from '@nestjs/graphql';
import { GraphqlInput } from '#libs/graphql';
import { MayBeAbsent, OneOf, pageQuery, QueryEnum, QueryText, Text } from '#libs/http';
import { SUPPRESSION_REASONS, type SuppressionReason } from '../suppression.js';

@GraphqlInput('AddSuppressionInput')
export class AddSuppressionRequest {
  @Text({
    min: 1,
    max: 1_000,
    example: 'someone@example.test',
    description: 'An e-mail address, or a number in E.164.',
  })
  Address: string;

  @MayBeAbsent()
  @OneOf(SUPPRESSION_REASONS, { description: 'manual when absent.' })
  Reason?: SuppressionReason;

  @MayBeAbsent()
  @Text({
    min: 1,
    max: 40,
    example: 'MyShop',
    description: 'For a number: the sender whose texts it does not get. Absent: none of the account.',
  })
  Sender?: string;
}

@ArgsType()
export class SuppressionFilters {
  @QueryText({ max: 200, description: 'A part of the address; % and _ are taken as they are.' })
  q?: string;

  @QueryEnum(SUPPRESSION_REASONS)
  reason?: SuppressionReason;
}

export class ListSuppressionsQuery extends pageQuery(200, SuppressionFilters) {}
