import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Id } from '#libs/persistence';
import { LINK_PATHS } from '../mail/mail-links.js';
import { Accounts } from './accounts.js';
import { PAGES_CLIENT } from './clients.js';
import { OidcProvider } from './oidc-provider.service.js';
import { PATHS } from './provider-configuration.js';

export interface SignedIn {
  userId: Id<'usr'>;
  /** The address that the person signs in with. */
  email: string;
}

/** Who is signed in in a browser, for identity's own pages, and the way to sign in and back to them. */
@Injectable()
export class BrowserSignIn {
  constructor(
    private readonly oidc: OidcProvider,
    private readonly accounts: Accounts,
  ) {}

  /** Undefined for nobody: also when the session was ended elsewhere, and for a disabled account. */
  async personIn(request: Request, response: Response): Promise<SignedIn | undefined> {
    const provider = await this.oidc.current();
    const { accountId } = await provider.Session.get(provider.createContext(request, response));
    if (!accountId) return undefined;
    const email = await this.accounts.emailOf(accountId);
    return email === '' ? undefined : { userId: accountId as Id<'usr'>, email };
  }

  /**
   * Where the browser goes to sign in; it comes back to the page of the invitation, whatever becomes of it. The page then
   * looks who is signed in, and has no use for the code that comes along: nobody knows a verifier for the challenge, so
   * it is worth nothing.
   * @param hint the address that the form has in it already
   * @param anew asks for a password though somebody is signed in
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
