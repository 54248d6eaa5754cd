import { Inject, Injectable } from '@nestjs/common';
import { WindowLimit } from '#libs/core/limits';
import { sha256Hex } from '#libs/core/secrets';
import type { RedisClient } from '#libs/core/redis';
import { LIMITS_REDIS } from '../limits/limits.module.js';

const A_MINUTE = { name: 'identity:mail-minute', times: 1, seconds: 60 };
const AN_HOUR = { name: 'identity:mail-hour', times: 5, seconds: 3_600 };
const TO_ADDRESS = 'A mail was sent to this address a short while ago. Look there, or try again later.';
const BY_USER = 'You caused 30 mails within an hour, which is the most. Try again later.';
const BY_ONE_USER = { name: 'identity:mail-person', times: 30, seconds: 3_600 };

/** Each purpose has its own count, so that one mail does not delay another. */
export type MailPurpose = 'verification' | 'password-reset' | 'invitation';

/**
 * Limits the mail that a request can cause: to one address one a minute and five an hour of each purpose, and thirty an hour
 * for one user who asks. Without Redis each process counts for itself.
 */
@Injectable()
export class MailLimit {
  private readonly minute: WindowLimit;
  private readonly hour: WindowLimit;
  private readonly user: WindowLimit;

  constructor(@Inject(LIMITS_REDIS) redis: RedisClient) {
    this.minute = new WindowLimit(redis, A_MINUTE);
    this.hour = new WindowLimit(redis, AN_HOUR);
    this.user = new WindowLimit(redis, BY_ONE_USER);
  }

  /** Counts a mail before it is enqueued. @throws Problem Throttling, with the time to wait */
  async consume(purpose: MailPurpose, email: string, userId?: string): Promise<void> {
    // What the user's limit refuses does not count for the address, or a second call would get another reason.
    if (userId && (await this.user.isOver(userId))) await this.user.enforce(userId, BY_USER);
    const key = sha256Hex(`${purpose} ${email}`);
    await this.minute.enforce(key, TO_ADDRESS);
    await this.hour.enforce(key, TO_ADDRESS);
    // Counted last, so that what the others refuse does not count.
    if (userId) await this.user.enforce(userId, BY_USER);
  }
}
