import { Controller, Get, Module, type DynamicModule, type Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Redis } from 'ioredis';
import { ApiKey, AuthModule, currentTenantId, hashKey, SignedByKey } from '#libs/core/auth';
import { loadConfig } from '#libs/core/config';
import { SettingsModule } from '#libs/core/app';
import { createApp } from '#libs/core/http';
import { CallLimitsModule } from '#libs/core/limits';
import { AuthGatewayModule } from '../../apps/platform/src/auth/auth-gateway.module.js';
import { PlatformConfig } from '../../apps/platform/src/config.js';
import { envelope } from '../../apps/platform/src/catalogue.js';
import { TenantsModule } from '../../apps/platform/src/tenants/tenants.module.js';
import { codeOf, passSteps } from './authenticator.js';
import { HttpClient } from './http-client.js';
import { identityStack, PASSWORD, SERVICE_SECRET, type IdentityStack, type TestUser } from './identity-stack.js';

/** A route that requires a key. */
@Controller('v1/probe')
class ProbeController {
  @Get()
  @ApiKey('emails:read')
  probe() {
    return { TenantId: currentTenantId() };
  }
}

/** A route that requires a signature for a key. */
@Controller('v2/email/account')
class SignedProbeController {
  @Get()
  @SignedByKey('account:read', 'ses')
  probe() {
    return { SendingEnabled: true };
  }
}

@Module({ controllers: [ProbeController, SignedProbeController] })
class GatewayModule {
  static with(config: PlatformConfig): DynamicModule {
    const { redisUrl, serviceSecret, issuer = '', identityUrl } = config;
    const auth = AuthModule.forApp({
      redisUrl,
      serviceSecret,
      issuer,
      identityUrl,
      allowedOrigins: config.ownOrigins,
    });
    const limits = CallLimitsModule.forRoot({ app: 'platform', redisUrl });
    const imports = [SettingsModule.forRoot(config), auth, limits, AuthGatewayModule, TenantsModule];
    return { module: GatewayModule, imports };
  }
}

const PROFILE = {
  service: 'platform',
  envelope,
  bodyLimit: 2 * 1024 * 1024,
  openapi: { title: 'Gateway', version: '1', description: 'The gateway of Platform' },
};

export interface GatewayStackOptions {
  /** Further environment of identity. */
  identity?: Record<string, string>;
  /** Further environment of the gateway. */
  environment?: Record<string, string>;
  /** The address of identity that the gateway uses, if not the real one. */
  identityUrl?: string;
  redisUrl?: string;
}

/** Identity, and the part of Platform that is its gateway, both in this process. */
export async function gatewayStack(options: GatewayStackOptions = {}): Promise<GatewayStack> {
  const identity = await identityStack({ environment: options.identity, redisUrl: options.redisUrl });
  const unused = 'unused://127.0.0.1';
  const config = loadConfig(PlatformConfig, {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: unused,
    DATABASE_SYSTEM_URL: unused,
    REDIS_URL: identity.redisUrl,
    IDENTITY_URL: options.identityUrl ?? identity.url,
    ISSUER: identity.url,
    SERVICE_SECRET,
    ENCRYPTION_KEYS: identity.config.encryptionKeys,
    SMTP_URL: 'smtp://127.0.0.1:9',
    PUBLIC_URL: 'https://api.test/',
    ALLOWED_ORIGINS: 'https://app.test',
    ...options.environment,
  });
  const app = await createApp(GatewayModule.with(config), PROFILE, { trustProxy: 'loopback' });
  await app.listen(0, '127.0.0.1');
  return new GatewayStack(identity, app);
}

export class GatewayStack {
  constructor(
    readonly identity: IdentityStack,
    private readonly app: NestExpressApplication,
  ) {}

  get url(): string {
    const { port } = this.app.getHttpServer().address() as { port: number };
    return `http://127.0.0.1:${port}`;
  }

  /** A provider of the gateway. */
  get<T>(part: Type<T>): T {
    return this.app.get(part, { strict: false });
  }

  get anonymous(): HttpClient {
    return new HttpClient(this.url);
  }

  login(email: string, password = PASSWORD) {
    return this.anonymous.post('/api/auth/login', { email, password });
  }

  /** A call with an API key. */
  probe(secret: string) {
    return this.anonymous.get('/v1/probe', { authorization: `Bearer ${secret}` });
  }

  /** Removes a key from the credential view, as if it had expired there. */
  async removeFromView(secret: string): Promise<void> {
    const redis = new Redis(this.identity.redisUrl);
    await redis.del(await redis.keys(`*:key:${hashKey(secret)}`));
    redis.disconnect();
  }

  /** A user with a second factor, whose next code is unused. Needs the stopped clock of `authenticator.ts`. */
  async createProtectedUser() {
    const user = await this.identity.createUser();
    const session = await this.createSession(user);
    const { Secret } = (await session.post('/api/auth/2fa/setup', { Password: PASSWORD })).body;
    const { RecoveryCodes } = (await session.post('/api/auth/2fa/verify', { Code: codeOf(Secret) })).body;
    passSteps();
    return { user, session, secret: Secret as string, recoveryCodes: RecoveryCodes as string[] };
  }

  /** A client with a new session of the user. @throws Error with the answer if the login is refused */
  async createSession(user: TestUser): Promise<HttpClient> {
    const { text, body } = await this.login(user.email);
    if (!body?.Token) throw new Error(text);
    return this.anonymous.with({ authorization: `Bearer ${body.Token}` });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.identity.close();
  }
}
