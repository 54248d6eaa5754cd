import { Controller, Get, Module, type DynamicModule, type Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Redis } from 'ioredis';
import { ApiKey, AuthModule, currentTenantId, hashKey } from '#libs/auth';
import { loadConfig } from '#libs/config';
import { SettingsModule } from '#libs/app';
import { createApp } from '#libs/http';
import { AuthGatewayModule } from '../../apps/platform/src/auth/auth-gateway.module.js';
import { PlatformConfig } from '../../apps/platform/src/config.js';
import { envelope } from '../../apps/platform/src/catalogue.js';
import { TenantsModule } from '../../apps/platform/src/tenants/tenants.module.js';
import { HttpClient } from './http-client.js';
import { identityStack, PASSWORD, SERVICE_SECRET, type IdentityStack, type TestPerson } from './identity-stack.js';

/** Something to open with a key. */
@Controller('v1/probe')
class ProbeController {
  @Get()
  @ApiKey('emails:read')
  probe() {
    return { TenantId: currentTenantId() };
  }
}

@Module({ controllers: [ProbeController] })
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
    return { module: GatewayModule, imports: [SettingsModule.forRoot(config), auth, AuthGatewayModule, TenantsModule] };
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
  /** Where the gateway looks for identity, when not at identity itself. */
  identityUrl?: string;
  redisUrl?: string;
}

/** Identity, and of Platform what stands before it: both in this process. */
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

  /** Some part of the gateway. */
  get<T>(part: Type<T>): T {
    return this.app.get(part, { strict: false });
  }

  get anybody(): HttpClient {
    return new HttpClient(this.url);
  }

  login(email: string, password = PASSWORD) {
    return this.anybody.post('/api/auth/login', { email, password });
  }

  /** A call with an API key. */
  probe(secret: string) {
    return this.anybody.get('/v1/probe', { authorization: `Bearer ${secret}` });
  }

  /** Takes a key out of the credential view, as if nobody had asked for it in the last hour. */
  async forget(secret: string): Promise<void> {
    const redis = new Redis(this.identity.redisUrl);
    await redis.del(await redis.keys(`*:key:${hashKey(secret)}`));
    redis.disconnect();
  }

  /** A client with a new session of the person. */
  async sessionOf(person: TestPerson): Promise<HttpClient> {
    const { body } = await this.login(person.email);
    return this.anybody.with({ authorization: `Bearer ${body.Token}` });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.identity.close();
  }
}
