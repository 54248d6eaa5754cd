import { Injectable } from '@nestjs/common';
import { IdentityConfig } from '../config.js';

/**
 * Where the links of mail lead: pages of the dashboard. A token stands behind the `#`, which browsers keep to themselves,
 * so that no server on the way writes it into a log or passes it on as a referrer.
 */
@Injectable()
export class MailLinks {
  constructor(private readonly config: IdentityConfig) {}

  verification(token: string): string {
    return this.page('verify-email', token);
  }

  passwordReset(token: string): string {
    return this.page('reset-password', token);
  }

  invitation(token: string): string {
    return this.page('accept-invitation', token);
  }

  forgottenPassword(): string {
    return this.page('forgot-password');
  }

  account(): string {
    return this.page('account');
  }

  private page(name: string, token?: string): string {
    const base = (this.config.dashboardUrl ?? this.config.issuer).replace(/\/+$/, '');
    return `${base}/${name}${token === undefined ? '' : `#token=${token}`}`;
  }
}
