import { Injectable } from '@nestjs/common';
import { SmtpLoginLimits } from '#libs/messaging/admission';
import { MailConfig } from '../config.js';

/** Wrong logins of mail programs. */
@Injectable()
export class LoginLimits extends SmtpLoginLimits {
  constructor({ redisUrl }: MailConfig) {
    super(redisUrl, 'mail');
  }
}
