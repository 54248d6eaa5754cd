import { Injectable } from '@nestjs/common';
import { CallCounter, type Count } from '#libs/core/limits';
import { IdentityConfig } from '../config.js';

/** The limit of calls a minute from one address, of the OAuth endpoints and of identity's pages together. */
@Injectable()
export class PageLimit {
  constructor(
    private readonly counter: CallCounter,
    private readonly config: IdentityConfig,
  ) {}

  count(ip: string | undefined): Promise<Count> {
    return this.counter.countAddress('oauth-calls', this.config.oauthCallsPerMinute, ip);
  }
}
