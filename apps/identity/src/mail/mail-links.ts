import { Injectable } from '@nestjs/common';
import { IdentityConfig } from '../config.js';

/** The pages that links of mail lead to: identity has them, and a dashboard may have its own of the same names. */
export const LINK_PATHS = {
  verification: '/verify-email',
  passwordReset: '/reset-password',
  invitation: '/accept-invitation',
  forgottenPassword: '/forgot-password',
} as const;

/**
 * Where the links of mail lead. To a dashboard a token goes behind the `#`, which browsers keep to themselves, so that no
 * server on the way writes it into a log. Identity's own pages work without scripts, so there it has to be in the query;
 * identity logs no query, and its pages tell no other page where the reader came from.
 */
@Injectable()
export class MailLinks {
  private readonly base: string;
  private readonly isOwn: boolean;

  constructor({ mailLinksUrl, dashboardUrl, issuer }: IdentityConfig) {
    this.base = withoutSlash(mailLinksUrl ?? dashboardUrl ?? issuer);
    this.isOwn = this.base === withoutSlash(issuer);
  }

  verification(token: string): string {
    return this.page(LINK_PATHS.verification, token);
  }

  passwordReset(token: string): string {
    return this.page(LINK_PATHS.passwordReset, token);
  }

  invitation(token: string): string {
    return this.page(LINK_PATHS.invitation, token);
  }

  forgottenPassword(): string {
    return this.page(LINK_PATHS.forgottenPassword);
  }

  /** The account page of the dashboard; identity itself has none. */
  account(): string | undefined {
    return this.isOwn ? undefined : this.page('/account');
  }

  private page(path: string, token?: string): string {
    if (token === undefined) return this.base + path;
    return `${this.base}${path}${this.isOwn ? '?' : '#'}token=${token}`;
  }
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');
