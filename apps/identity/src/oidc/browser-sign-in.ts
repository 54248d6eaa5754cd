import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Id } from '#libs/core/persistence';
import { LINK_PATHS } from '../mail/mail-links.js';
import { OidcAccounts } from './oidc-accounts.js';
import { PAGES_CLIENT } from '../oidc-clients/oidc-clients.js';
import { OidcProvider } from './oidc-provider.service.js';
import { boundSession } from './provider-models.js';
import { PATHS } from './paths.js';

export interface SignedIn {
  userId: Id<'usr'>;
  /** The user's primary address. */
  email: string;
  /** The session of the sign-in. */
  sessionId: Id<'ses'> | undefined;
}

/** The user signed in in a browser, for identity's own pages, and the way to sign in and back to them. */
@Injectable()
export class BrowserSignIn {
  constructor(
    private readonly oidc: OidcProvider,
    private readonly accounts: OidcAccounts,
  ) {}

  /** Undefined without a sign-in, after the session was ended elsewhere, and for a disabled user. */
  async findUser(request: Request, response: Response): Promise<SignedIn | undefined> {
    const provider = await this.oidc.current();
    const session = await provider.Session.get(provider.createContext(request, response));
    const { accountId } = session;
    if (!accountId) return undefined;
    const email = await this.accounts.findEmail(accountId);
    if (email === undefined) return undefined;
    return { userId: accountId as Id<'usr'>, email, sessionId: boundSession(session)?.id };
  }

  /**
   * The address at which the browser signs in, to come back to the page of the invitation. That page ignores the code that
   * comes along; it is worthless, because no verifier exists for the challenge.
   * @param hint the address that the form shows
   * @param anew asks for a password even if a user is signed in
   */
  pathFor({ hint, anew = false }: { hint?: string; anew?: boolean }): string {
    const query = new URLSearchParams({
      client_id: PAGES_CLIENT,
      response_type: 'code',
      redirect_uri: new URL(LINK_PATHS.invitation, this.oidc.origin).href,
      scope: 'openid',
      code_challenge: randomBytes(32).toString('base64url'),
      code_challenge_method: 'S256',
      ...(hint !== undefined && { login_hint: hint }),
      ...(anew && { prompt: 'login' }),
    });
    return `${PATHS.authorization}?${query.toString()}`;
  }
}
