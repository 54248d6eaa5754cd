import { Injectable } from '@nestjs/common';
import { IdentityConfig } from '../config.js';

/** The pages behind the links in mail. Identity has them; a dashboard may have its own under the same names. */
export const LINK_PATHS = {
  verification: '/verify-email',
  passwordReset: '/reset-password',
  invitation: '/accept-invitation',
  forgottenPassword: '/forgot-password',
  notMyAccount: '/not-my-account',
  undoAddressChange: '/undo-address-change',
} as const;

/**
 * The addresses of the links in mail. For a dashboard the token is in the fragment, which browsers do not send, so that no
 * server logs it. Identity's own pages work without scripts and need the token in the query;
 * identity logs no query, and its pages send no referrer.
 */
@Injectable()
export class MailLinks {
  private readonly base: string;
  private readonly isOwn: boolean;
  private readonly issuer: string;

  constructor({ mailLinksUrl, dashboardUrl, issuer }: IdentityConfig) {
    this.base = withoutSlash(mailLinksUrl ?? dashboardUrl ?? issuer);
    this.issuer = withoutSlash(issuer);
    this.isOwn = this.base === this.issuer;
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

  /** Identity's own page, also beside a dashboard: it must work for a reader who has no account. */
  notMyAccount(token: string): string {
    return `${this.issuer}${LINK_PATHS.notMyAccount}?token=${token}`;
  }

  /** Identity's own page, also beside a dashboard: the account may be in other hands. */
  undoAddressChange(token: string): string {
    return `${this.issuer}${LINK_PATHS.undoAddressChange}?token=${token}`;
  }

  /** The account page of the dashboard; identity itself has none. */
  account(): string | undefined {
    return this.isOwn ? undefined : this.page('/account');
  }

  /** The page of the dashboard on which an admin decides requests to erase contacts; identity itself has none. */
  erasureRequests(slug: string): string | undefined {
    return this.isOwn ? undefined : `${this.base}/erasure-requests?account=${encodeURIComponent(slug)}`;
  }

  private page(path: string, token?: string): string {
    if (token === undefined) return this.base + path;
    return `${this.base}${path}${this.isOwn ? '?' : '#'}token=${token}`;
  }
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');
