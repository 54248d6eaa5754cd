import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { pageOf } from '#libs/core/http';
import type { Suppression } from '../suppression.entity.js';
import { ERASED, NOT_TRANSACTIONAL, SUPPRESSION_REASONS, SUPPRESSION_SOURCES, topicIdOf } from '../suppression.js';

@GraphqlObject('Suppression', 'An address to which nothing is sent, or not everything.')
export class SuppressionView {
  @ApiProperty({ format: 'uuid' })
  Id: string;

  @ApiProperty({ example: 'someone@example.test', description: 'In lower case; `erased` for a person who was erased.' })
  Address: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The sender whose texts a number does not get; null for all.',
  })
  Sender: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The topic, or the list, of which it gets no messages; `none` for those of no topic, null for everything.',
  })
  TopicId: string | null;

  @ApiProperty({ description: 'Whether messages of transactional topics go to it all the same.' })
  AllowsTransactional: boolean;

  @ApiProperty({ type: String, enum: SUPPRESSION_REASONS })
  Reason: string;

  @ApiProperty({ enum: SUPPRESSION_SOURCES, description: 'Where it comes from.' })
  Source: string;

  @ApiProperty({ type: String, nullable: true, description: 'The message that caused it.' })
  MessageId: string | null;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  static of({ id, address, sender, topic, reason, source, messageId, createdAt }: Suppression): SuppressionView {
    return {
      Id: id,
      Address: reason === ERASED ? ERASED : address,
      Sender: sender || null,
      TopicId: topicIdOf(topic),
      AllowsTransactional: topic === NOT_TRANSACTIONAL,
      Reason: reason,
      Source: source,
      MessageId: messageId,
      CreatedAt: createdAt.toISOString(),
    };
  }
}

export class SuppressionResponse {
  @ApiProperty({ type: SuppressionView })
  Suppression: SuppressionView;

  static of(entry: Suppression): SuppressionResponse {
    return { Suppression: SuppressionView.of(entry) };
  }
}

export class SuppressionPageResponse extends pageOf('Suppressions', SuppressionView) {}
