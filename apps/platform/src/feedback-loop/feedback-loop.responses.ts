import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { dkimExpected, KEY_STATES, publishedKey, RECORD_STATUSES } from '#libs/messaging/domains';
import type { FeedbackKey } from './feedback-key.entity.js';
import type { FeedbackLoopState } from './feedback-keys.service.js';

@GraphqlObject('FeedbackKeyRecord')
export class FeedbackKeyRecordView {
  @ApiProperty({ example: 'TXT' })
  Type: string;

  @ApiProperty({ example: 'rsa-0c7b3f19ad._domainkey.feedback.example.com' })
  Name: string;

  @ApiProperty({ example: 'v=DKIM1; k=rsa; p=MIIB…', description: 'To be published as it stands.' })
  Value: string;

  @ApiProperty({ type: String, enum: RECORD_STATUSES, description: 'What the last check found.' })
  Status: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'For the record of a retired key: leave it in DNS until then.',
  })
  RemoveAfter: string | null;
}

@GraphqlObject('FeedbackKey')
export class FeedbackKeyView {
  @ApiProperty({ example: 'rsa-0c7b3f19ad' })
  Selector: string;

  @ApiProperty({ type: String, enum: KEY_STATES, description: 'A pending key signs once its record is found.' })
  State: string;

  @ApiProperty({ type: FeedbackKeyRecordView })
  Record: FeedbackKeyRecordView;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  CheckedAt: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  RetiredAt: string | null;

  static of(key: FeedbackKey): FeedbackKeyView {
    const published = publishedKey(key);
    const { type, name, value, removeAfter } = dkimExpected(key.domain, published);
    return {
      Selector: key.selector,
      State: published.state,
      Record: {
        Type: type,
        Name: name,
        Value: value,
        Status: key.recordStatus,
        RemoveAfter: removeAfter?.toISOString() ?? null,
      },
      CreatedAt: key.createdAt.toISOString(),
      CheckedAt: key.checkedAt?.toISOString() ?? null,
      RetiredAt: key.retiredAt?.toISOString() ?? null,
    };
  }
}

@GraphqlObject('FeedbackLoop')
export class FeedbackLoopView {
  @ApiProperty({ type: String, nullable: true, description: 'FBL_ADDRESS; null without it or RETURN_PATH_DOMAIN.' })
  Address: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'feedback.example.com' })
  Domain: string | null;

  @ApiProperty({ type: [FeedbackKeyView], description: 'Oldest first.' })
  Keys: FeedbackKeyView[];

  static of({ address, keys }: FeedbackLoopState): FeedbackLoopView {
    return {
      Address: address?.address ?? null,
      Domain: address?.domain ?? null,
      Keys: keys.map((key) => FeedbackKeyView.of(key)),
    };
  }
}

export class FeedbackLoopResponse {
  @ApiProperty()
  FeedbackLoop: FeedbackLoopView;

  static of(state: FeedbackLoopState): FeedbackLoopResponse {
    return { FeedbackLoop: FeedbackLoopView.of(state) };
  }
}
