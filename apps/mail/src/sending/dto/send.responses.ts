import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import type { SentMessage } from '../sending.service.js';

@GraphqlObject('SentMail', 'What became of a message.')
export class SentResponse {
  @ApiProperty({ description: 'The Message-ID of the message, without angle brackets.' })
  message_id: string;

  @ApiProperty({
    enum: ['sent', 'queued'],
    description: 'sent: a mail server has it for at least one recipient. queued: it is being sent.',
  })
  status: 'sent' | 'queued';

  @ApiPropertyOptional({
    enum: ['not_scanned'],
    description: 'Present if there are attachments and no virus scanner is configured.',
  })
  attachments_scan?: 'not_scanned';

  @ApiPropertyOptional({ description: 'True if an earlier call with the same Idempotency-Key sent the message.' })
  idempotent_replay?: true;

  static of({ messageId, status, isUnscanned, isReplay }: SentMessage): SentResponse {
    return {
      message_id: messageId,
      status,
      ...(isUnscanned && { attachments_scan: 'not_scanned' }),
      ...(isReplay && { idempotent_replay: true }),
    };
  }
}
