import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import { SendEmailRequest } from './send-email.request.js';

export const MAX_BATCH = 500;

/** Many e-mails in one call. Each item is validated by itself: an invalid one is an error in its result, not of the call. */
export class SendBatchRequest {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_BATCH)
  @ApiProperty({ type: [SendEmailRequest], minItems: 1, maxItems: MAX_BATCH })
  Messages: unknown[];
}
