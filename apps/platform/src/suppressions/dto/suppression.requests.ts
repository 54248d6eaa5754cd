import { ArgsType } from '@nestjs/graphql';
import { GraphqlInput } from '#libs/core/graphql';
import { MayBeAbsent, OneOf, pageQuery, QueryEnum, QueryText, Text } from '#libs/core/http';
import { TopicName } from '../../topics/dto/topic-name.js';
import { GIVEN_REASONS, SUPPRESSION_REASONS, type SuppressionReason } from '../suppression.js';

@GraphqlInput('AddSuppressionInput')
export class AddSuppressionRequest {
  @Text({
    min: 1,
    max: 1_000,
    example: 'someone@example.test',
    description: 'An e-mail address, a number in E.164, or the id of a device for push.',
  })
  Address: string;

  @MayBeAbsent()
  @OneOf(GIVEN_REASONS, { description: 'When absent manual, with TopicId unsubscribe.' })
  Reason?: (typeof GIVEN_REASONS)[number];

  @MayBeAbsent()
  @Text({
    min: 1,
    max: 40,
    example: 'MyShop',
    description: 'For a number: the sender whose texts it does not get. Absent: none of the account.',
  })
  Sender?: string;

  @TopicName('The topic of which it gets no messages, by its id or slug. Absent: of every topic, and those of none.')
  TopicId?: string;
}

@ArgsType()
export class SuppressionFilters {
  @QueryText({ max: 200, description: 'A part of the address; % and _ are taken as they are.' })
  q?: string;

  @QueryEnum(SUPPRESSION_REASONS)
  reason?: SuppressionReason;
}

export class ListSuppressionsQuery extends pageQuery(200, SuppressionFilters) {}
