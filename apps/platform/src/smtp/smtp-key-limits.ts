import { Injectable } from '@nestjs/common';
import { SmtpLoginLimits } from '#libs/messaging/admission';
import { PlatformConfig } from '../config.js';

/** Wrong keys by SMTP. */
@Injectable()
export class SmtpKeyLimits extends SmtpLoginLimits {
  constructor({ redisUrl }: PlatformConfig) {
    super(redisUrl, 'platform');
  }
}
