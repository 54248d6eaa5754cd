import { Injectable } from '@nestjs/common';
import { Provider, type Grant, type KoaContextWithOIDC, type Session } from 'oidc-provider';
import { logger } from '#libs/core/observability';
import { Database, type Id } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { IdentityConfig } from '../config.js';
import { SessionTokens } from '../sessions/session-tokens.js';
import { SigningKeyRing } from '../signing-keys/signing-key-ring.js';
import type { SigningKey } from '../signing-keys/signing-key-ring.js';
import { OidcAccounts } from './oidc-accounts.js';
import { AppSessions, type SessionSpan } from './app-sessions.js';
import { ArtifactAdapter } from './artifact-adapter.js';
import { ArtifactRepository } from './artifact.repository.js';
import { clientOf } from './device/device-info.js';
import { DevicePages } from './device/device-pages.js';
import { DevicePolls } from './device/device-polls.js';
import { OidcClients } from '../oidc-clients/oidc-clients.js';
import { protectPages } from './pages/page-policy.js';
import { providerConfiguration } from './provider-configuration.js';
import { bindModels, type Bound } from './provider-models.js';

/** The result of a sign-in, for the library. */
export type SignInResult = {
  accountId: string;
  amr: string[];
  serviceSession: SessionSpan;
};

/** The OpenID Connect library. An instance cannot change its signing keys, so each new set of keys gets a new instance. */
@Injectable()
export class OidcProvider {
  private readonly cookieKey: string;
  private built: { keys: string; provider: Provider } | undefined;

  constructor(
    private readonly database: Database,
    private readonly ring: SigningKeyRing,
    private readonly artifacts: ArtifactRepository,
    private readonly sessions: AppSessions,
    private readonly tokens: SessionTokens,
    private readonly clients: OidcClients,
    private readonly accounts: OidcAccounts,
    private readonly devicePages: DevicePages,
    private readonly devicePolls: DevicePolls,
    private readonly config: IdentityConfig,
    box: SecretBox,
  ) {
    this.cookieKey = box.mac('oidc.cookies').toString('base64url');
  }

  /** The origin of identity in browsers. */
  get origin(): string {
    return new URL(this.config.issuer).origin;
  }

  async current(): Promise<Provider> {
    const keys = await this.ring.all();
    const name = keys.map(({ kid }) => kid).join();
    if (this.built?.keys !== name) this.built = { keys: name, provider: this.build(keys) };
    return this.built.provider;
  }

  private build(keys: readonly SigningKey[]): Provider {
    const { issuer, accessTokenMinutes } = this.config;
    const provider = new Provider(
      issuer,
      providerConfiguration({
        issuer,
        accessTokenMinutes,
        keys,
        cookieKey: this.cookieKey,
        adapter: (kind) => new ArtifactAdapter(kind, this.database, this.artifacts, this.sessions),
        clients: this.clients.metadata(),
        findAccount: (_ctx, userId) => this.accounts.find(userId),
        loadExistingGrant: (ctx) => this.grantOf(ctx),
        isOwn: (clientId) => this.clients.isOwn(clientId),
        isByCode: (clientId) => this.clients.isByCode(clientId),
        devicePages: {
          userCodeInputSource: (ctx, _form, _out, error) => this.devicePages.enter(ctx, error),
          userCodeConfirmSource: (ctx, form, client, deviceInfo, userCode) =>
            this.devicePages.confirm(ctx, { form, client, deviceInfo, userCode }),
          successSource: (ctx) => this.devicePages.done(ctx),
        },
      }),
    );
    // The issuer decides the public protocol and host; see oidc.middleware.ts.
    provider.proxy = true;
    bindModels(provider, { sessions: this.sessions, tokens: this.tokens, clients: this.clients });
    protectPages(provider);
    this.devicePolls.bind(provider);
    provider.on('server_error', (ctx, error) =>
      logger.error('OpenID Connect failed', { error, route: ctx.oidc.route }),
    );
    return provider;
  }

  /**
   * The grant of the client in this browser. The library calls this right after a sign-in, so the browser's session is set
   * here, too. Trusted apps need no consent.
   */
  private async grantOf(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
    const { session, client, result, provider } = ctx.oidc;
    if (!session || !client) return undefined;
    await this.setSession(session, result?.login as SignInResult | undefined);
    if (this.clients.isByCode(client.clientId)) return this.deviceGrant(ctx, session);
    const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
    const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
    if (!this.clients.isTrusted(client.clientId)) return known;
    return this.trustedGrant(ctx, session, known);
  }

  /** Grants a program that showed a code what it requested; the grant has a session of its own, which outlives the sign-in. */
  private async deviceGrant(ctx: KoaContextWithOIDC, { accountId, serviceSession }: Session & Bound): Promise<Grant> {
    const { provider, client, entities, requestParamOIDCScopes: wanted } = ctx.oidc;
    const clientId = client?.clientId ?? '';
    const grant: Grant & Bound = new provider.Grant({ accountId, clientId });
    grant.addOIDCScope(wanted);
    const opened = { userId: accountId as Id<'usr'>, clientId, offline: true, signIn: serviceSession?.id };
    grant.serviceSession = await this.sessions.open(opened, clientOf(entities.DeviceCode?.deviceInfo));
    await grant.save();
    return grant;
  }

  private async setSession(session: Session & Bound, signedIn: SignInResult | undefined): Promise<void> {
    const before = session.serviceSession;
    if (!signedIn || before?.id === signedIn.serviceSession.id) return;
    session.serviceSession = signedIn.serviceSession;
    if (before) await this.sessions.end([before.id]);
  }

  /** Grants every requested scope; the grant shares the session of the sign-in. */
  private async trustedGrant(
    ctx: KoaContextWithOIDC,
    session: Session & Bound,
    known: Grant | undefined,
  ): Promise<Grant> {
    const { provider, client, requestParamOIDCScopes: wanted } = ctx.oidc;
    const grant = known ?? new provider.Grant({ accountId: session.accountId, clientId: client?.clientId });
    const granted = new Set(grant.getOIDCScope().split(' '));
    if (known && [...wanted].every((scope) => granted.has(scope))) return known;
    grant.addOIDCScope(wanted);
    (grant as Bound).serviceSession = session.serviceSession;
    await grant.save();
    return grant;
  }
}
