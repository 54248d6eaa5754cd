import { Injectable } from '@nestjs/common';
import type { Grant, Interaction, InteractionResults, Provider } from 'oidc-provider';
import { isEmailAddress, Problem } from '#libs/core/http';
import type { Id } from '#libs/core/persistence';
import { LoginService, type AuthenticatedUser } from '../login/login.service.js';
import { SessionsService, type Client } from '../sessions/sessions.service.js';
import { AppSessions, type SessionSpan } from './app-sessions.js';
import { OidcClients } from '../oidc-clients/oidc-clients.js';
import type { SignInResult } from './oidc-provider.service.js';
import { boundSession, type Bound } from './provider-models.js';

/** A verified password that waits for its second factor, as the sign-in stores it. */
export interface PendingSignIn {
  userId: string;
  /** ISO 8601. */
  until: string;
}

const SCOPE_OF_ABSENCE = 'offline_access';

/** The steps between the request of an app and the answer to it. Each returns the result for the library. */
@Injectable()
export class SignInService {
  constructor(
    private readonly logins: LoginService,
    private readonly sessions: SessionsService,
    private readonly appSessions: AppSessions,
    private readonly clients: OidcClients,
  ) {}

  /** @throws Problem AuthorizationError, PermissionDenied (disabled account) or Throttling */
  async byPassword(email: string, password: string, client: Client): Promise<InteractionResults> {
    if (!isEmailAddress(email.trim())) throw new Problem('AuthorizationError', { message: 'Enter an e-mail address' });
    const { secondFactorUntil, ...user } = await this.logins.verifyPassword(email, password);
    if (!secondFactorUntil) return { login: await this.signedIn(user, ['pwd'], client), pendingLogin: undefined };
    const pendingLogin: PendingSignIn = { userId: user.userId, until: secondFactorUntil.toISOString() };
    return { login: undefined, pendingLogin };
  }

  /** @throws Problem AuthorizationError, PermissionDenied or Throttling */
  async bySecondFactor(pending: PendingSignIn, code: string, client: Client): Promise<InteractionResults> {
    const user = await this.logins.verifySecondFactor(pending.userId, code);
    return { login: await this.signedIn(user, ['pwd', 'otp', 'mfa'], client), pendingLogin: undefined };
  }

  /** Grants the app the scopes that it requested and did not have. */
  async consent(provider: Provider, interaction: Interaction, client: Client): Promise<InteractionResults> {
    const missing = missingScopes(interaction);
    const known = interaction.grantId === undefined ? undefined : await provider.Grant.find(interaction.grantId);
    // The expiry of a session is fixed when it opens, so a longer access needs a new one.
    const keeps = known !== undefined && !missing.includes(SCOPE_OF_ABSENCE);
    const grant = keeps ? known : await this.newGrant(provider, interaction, missing, client);
    if (known && !keeps) grant.addOIDCScope(known.getOIDCScope());
    if (missing.length > 0) grant.addOIDCScope(missing);
    const grantId = await grant.save();
    if (known && !keeps) await this.appSessions.endGrant(known.jti);
    return { consent: { grantId } };
  }

  private async newGrant(
    provider: Provider,
    interaction: Interaction,
    scopes: readonly string[],
    client: Client,
  ): Promise<Grant> {
    const { accountId, uid } = interaction.session ?? {};
    if (!accountId || !uid) throw new Error('A consent needs a signed-in user');
    const clientId = String(interaction.params['client_id']);
    const grant: Grant & Bound = new provider.Grant({ accountId, clientId });
    const signIn = await signInOf(provider, uid);
    grant.serviceSession = this.clients.isTrusted(clientId)
      ? signIn
      : await this.appSessions.open(
          {
            userId: accountId as Id<'usr'>,
            clientId,
            offline: scopes.includes(SCOPE_OF_ABSENCE),
            signIn: signIn?.id,
          },
          client,
        );
    return grant;
  }

  private async signedIn(
    { userId, passwordHash }: AuthenticatedUser,
    amr: string[],
    client: Client,
  ): Promise<SignInResult> {
    const { sessionId, expiresAt } = await this.sessions.logIn(userId, client, passwordHash);
    const serviceSession = { id: sessionId, endsAt: Math.floor(expiresAt.getTime() / 1_000) };
    return { accountId: userId, amr, serviceSession };
  }
}

/** The scopes that need the user's consent; none if the app only asks for a confirmation. */
export function missingScopes({ prompt }: Interaction): string[] {
  return (prompt.details['missingOIDCScope'] as string[] | undefined) ?? [];
}

async function signInOf(provider: Provider, uid: string): Promise<SessionSpan | undefined> {
  return boundSession(await provider.Session.findByUid(uid));
}
