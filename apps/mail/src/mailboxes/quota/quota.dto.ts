import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Integer } from '#libs/core/http';
import type { Mailbox } from '../mailbox.entity.js';

/** 1 MiB to 1 TiB. */
const QUOTA = { min: 1024 ** 2, max: 1024 ** 4 };

@GraphqlInput('MailboxQuotaInput')
export class SetMailboxQuotaRequest {
  @Integer({
    ...QUOTA,
    example: 10 * 1024 ** 3,
    description: 'Bytes; less than it holds only stops it from receiving.',
  })
  quota_bytes: number;
}

@GraphqlObject('MailboxQuota', 'How much mail a mailbox holds and may hold.')
export class MailboxQuotaObject {
  @ApiProperty({ type: 'integer', format: 'int64', description: 'Bytes of mail that the mailbox may hold.' })
  quota_bytes: number;

  @ApiProperty({ type: 'integer', format: 'int64', description: 'Bytes of mail that it holds.' })
  used_bytes: number;

  @ApiProperty({
    type: 'integer',
    format: 'int64',
    description: 'Bytes that are left; 0 if it holds more than it may.',
  })
  remaining_bytes: number;

  static of({ quotaBytes, usedBytes }: Mailbox): MailboxQuotaObject {
    return {
      quota_bytes: quotaBytes,
      used_bytes: usedBytes,
      remaining_bytes: Math.max(0, quotaBytes - usedBytes),
    };
  }
}
