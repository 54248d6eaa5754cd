import { randomBytes } from 'node:crypto';
import { refreshTokenGrant, type Configuration } from 'openid-client';
import { codeOf } from './authenticator.js';
import { FormBrowser } from './form-browser.js';
import type { GatewayStack } from './gateway-stack.js';
import type { HttpClient } from './http-client.js';
import { PASSWORD } from './identity-stack.js';
import { appOf, AppSignIn, enterPassword, SERVER_APP, SERVER_CALLBACK } from './openid.js';

/** The IP address from which the attacker registers. */
export const ATTACKER_IP = '203.0.113.66';

export const newAddress = (prefix: string) => `${prefix}${randomBytes(6).toString('hex')}@example.test`;

/** Whether each way into an account works. */
export interface WaysIn {
  session: boolean;
  key: boolean;
  app: boolean;
  password: boolean;
  address: boolean;
}

/** An account that an attacker registered with a victim's address, with every way back in that the product offers. */
export class TrojanAccount {
  private constructor(
    private readonly stack: GatewayStack,
    readonly id: string,
    readonly victim: string,
    readonly tenantId: string,
    readonly session: HttpClient,
    readonly secret: string,
    /** The attacker's own address, added to the account and verified. */
    readonly ownAddress: string,
    readonly recoveryCodes: string[],
    private readonly app: Configuration,
    private refreshToken: string,
  ) {}

  /**
   * Registers the attacker's account. The attacker uses the victim's address and adds an own one; with 'own address
   * first' the own one is registered and verified, and the login changed to the victim's.
   */
  static async create(
    stack: GatewayStack,
    victim = newAddress('victim'),
    order: 'victim first' | 'own address first' = 'victim first',
  ): Promise<TrojanAccount> {
    const { identity } = stack;
    const ownAddress = newAddress('attacker');
    const registered = order === 'victim first' ? victim : ownAddress;
    const registration = { Email: registered, Password: PASSWORD, Name: 'Eve', TenantName: 'Trojan' };
    const { body } = await stack.anonymous.post('/api/auth/register', registration, { 'x-forwarded-for': ATTACKER_IP });
    const user = { id: body.UserId as string, email: registered };
    const tenantId = body.Tenant.Tenant.Id as string;
    const session = await stack.createSession(user);
    if (order === 'victim first') await session.post('/api/auth/me/emails', { Email: ownAddress });
    const token = await identity.mailedToken(ownAddress, 'verify-email');
    await stack.anonymous.post('/api/auth/verify', { token });
    if (order === 'own address first') await session.patch('/api/auth/me', { Email: victim });
    const key = await session.post(`/api/tenants/${tenantId}/api-keys`, { Name: 'back door', Scopes: ['emails:read'] });
    const { app, refreshToken } = await connectApp(stack, victim);
    const { Secret } = (await session.post('/api/auth/2fa/setup', { Password: PASSWORD })).body;
    const { RecoveryCodes } = (await session.post('/api/auth/2fa/verify', { Code: codeOf(Secret) })).body;
    const parts = [session, key.body.Secret as string, ownAddress, RecoveryCodes as string[]] as const;
    return new TrojanAccount(stack, user.id, victim, tenantId, ...parts, app, refreshToken);
  }

  /** Tries what the attacker can still use. Uses no recovery code. */
  async waysIn(): Promise<WaysIn> {
    const refreshed = await refreshTokenGrant(this.app, this.refreshToken).catch(() => undefined);
    this.refreshToken = refreshed?.refresh_token ?? this.refreshToken;
    return {
      session: (await this.session.get('/api/auth/me')).status === 200,
      key: (await this.stack.probe(this.secret)).status === 200,
      app: refreshed !== undefined,
      password: (await this.stack.login(this.victim)).status === 200,
      address: await this.canReset(),
    };
  }

  /** Whether the account still has the attacker's address, which could reset the password. */
  private async canReset(): Promise<boolean> {
    const rows = await this.stack.identity.sql('select from email_address where email = $1 and user_id = $2', [
      this.ownAddress,
      this.id,
    ]);
    return rows.length > 0;
  }
}

async function connectApp(stack: GatewayStack, email: string) {
  const app = await appOf(stack.identity, SERVER_APP.id, SERVER_APP.secret);
  const signIn = new AppSignIn(app, SERVER_CALLBACK, 'openid email service offline_access');
  const browser = new FormBrowser(stack.identity.url);
  const form = await browser.get(await signIn.url({ prompt: 'consent' }));
  const consent = await enterPassword(browser, form, { id: '', email });
  const { redirectedTo } = await browser.submit(consent, '/consent');
  return { app, refreshToken: (await signIn.tokens(redirectedTo!)).refresh_token! };
}
