import { GraphqlObject } from '#libs/core/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { type Hold, PENDING_CHOICES } from '#libs/core/jobs';

@GraphqlObject('QueueHold', 'The time in which a restored database sends nothing.')
export class QueueHoldView {
  @ApiProperty({ example: '1' })
  Id: string;

  @ApiProperty({ format: 'date-time' })
  HeldAt: string;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the backup was made that the database was restored from.',
  })
  BackupAt: string | null;

  @ApiProperty({ example: 'Restored from a backup' })
  Reason: string;

  @ApiProperty({ type: String, nullable: true, enum: PENDING_CHOICES, description: 'Null until the release.' })
  Pending: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  ReleasedAt: string | null;

  @ApiProperty({ type: 'integer', description: 'How many jobs the release has cancelled.' })
  Cancelled: number;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'Null while it is on.' })
  EndedAt: string | null;

  static of({ id, heldAt, backupAt, reason, pending, releasedAt, cancelled, endedAt }: Hold): QueueHoldView {
    return {
      Id: id,
      HeldAt: heldAt.toISOString(),
      BackupAt: backupAt?.toISOString() ?? null,
      Reason: reason,
      Pending: pending,
      ReleasedAt: releasedAt?.toISOString() ?? null,
      Cancelled: cancelled,
      EndedAt: endedAt?.toISOString() ?? null,
    };
  }
}

export class QueueHoldsResponse {
  @ApiProperty({ type: [QueueHoldView] })
  QueueHolds: QueueHoldView[];
}

export class QueueHoldResponse {
  @ApiProperty({ type: QueueHoldView })
  QueueHold: QueueHoldView;
}
