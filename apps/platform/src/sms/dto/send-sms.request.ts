import { MayBeAbsent, Text, TextList, TextMap, Timestamp } from '#libs/http';

export const MAX_RECIPIENTS = 100;
const NUMBER_MAX = 40;

/** One text; each recipient gets a message of its own. */
export class SendSmsRequest {
  @TextList({ min: 1, max: MAX_RECIPIENTS, itemMax: NUMBER_MAX, example: ['+5511987654321'], description: 'In E.164.' })
  To: string[];

  @Text({ min: 1, max: 1_600, example: 'Your code is 4711.' })
  Body: string;

  @MayBeAbsent()
  @Text({
    min: 1,
    max: NUMBER_MAX,
    example: '+5511912345678',
    description: 'A confirmed sender of the account, in E.164 or a name; its default sender unless given.',
  })
  From?: string;

  @MayBeAbsent()
  @Timestamp({ description: 'Not before this time; within 30 days.' })
  SendAt?: string;

  @MayBeAbsent()
  @TextMap({ max: 20, keyMax: 64, valueMax: 256, description: 'Kept with the message, never sent.' })
  Tags?: Record<string, string>;

  @MayBeAbsent()
  @Text({ max: 1_000, description: '1 to 128 of A-Z a-z 0-9 . _ : -; the header Idempotency-Key wins.' })
  IdempotencyKey?: string;
}
