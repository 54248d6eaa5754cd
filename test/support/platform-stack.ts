import { randomUUID } from 'node:crypto';
import { dkimRecord, generateDkimKeyPair } from '#libs/mail/email';
import { nextPosition } from '#libs/core/persistence';
import { KeyRing, SecretBox } from '#libs/core/secrets';
import type { Product } from '#libs/core/auth';
import { PlatformConfig } from '../../apps/platform/src/config.js';
import { DKIM_KEY_PURPOSE } from '#libs/messaging/domains';
import { createPlatform } from '../../apps/platform/src/platform.js';
import { ENCRYPTION_KEYS, type AppStackOverrides, type StartableApp } from './app-stack.js';
import { StackTenant } from './stack-tenant.js';
import { startTenantStack, TenantStack } from './tenant-stack.js';

const PLATFORM: StartableApp<PlatformConfig> = { name: 'platform', config: PlatformConfig, create: createPlatform };

export type PlatformStackOptions = Pick<AppStackOverrides, 'environment' | 'redisUrl'>;

/** A platform in this process, on a database, a Redis and a mail server of its own, without identity. */
export async function platformStack(options: PlatformStackOptions = {}): Promise<PlatformStack> {
  return new PlatformStack(await startTenantStack(PLATFORM, options), TestTenant);
}

export class PlatformStack extends TenantStack<PlatformConfig, TestTenant> {
  /** A new tenant, active and with a verified domain `<slug>.test`. */
  override async createTenant(products?: Product[]): Promise<TestTenant> {
    const tenant = await super.createTenant(products);
    await tenant.verifyDomain(`${tenant.slug}.test`);
    return tenant;
  }

  /** A dead job of the tenant, by default the delivery of no message. Returns its id. */
  async createDeadLetter(
    tenantId: string,
    kind = 'email.deliver',
    payload: object = { messageIds: [] },
  ): Promise<string> {
    const id = String(nextPosition());
    await this.sql(
      `insert into outbox (id, tenant_id, kind, payload, attempts, failures, dead_at, last_error)
       values ($1, $2, $3, $4, 20, 20, now(), 'It failed')`,
      [id, tenantId, kind, payload],
    );
    return id;
  }
}

export class TestTenant extends StackTenant {
  /** A verified sender of the tenant. */
  get source(): string {
    return `hello@${this.slug}.test`;
  }

  /** Inserts a verified domain with DKIM keys of these types; returns the keys' DNS records. */
  async verifyDomain(name: string, ...types: ('rsa-2048' | 'ed25519')[]): Promise<Map<string, string>> {
    const id = randomUUID();
    await this.stack.sql(`insert into sending_domain (tenant_id, id, name, verified_at) values ($1, $2, $3, now())`, [
      this.id,
      id,
      name,
    ]);
    const secrets = new SecretBox(KeyRing.fromConfig(ENCRYPTION_KEYS));
    const records = new Map<string, string>();
    for (const type of types) {
      const { privateKeyPem, publicKeyBase64 } = await generateDkimKeyPair(type);
      records.set(`${type}._domainkey.${name}`, dkimRecord({ type, publicKeyBase64 }));
      await this.stack.sql(
        `insert into domain_key (tenant_id, id, domain_id, selector, algorithm, private_key, public_key)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [
          this.id,
          randomUUID(),
          id,
          type,
          type,
          secrets.seal(this.id, DKIM_KEY_PURPOSE, privateKeyPem),
          publicKeyBase64,
        ],
      );
    }
    return records;
  }

  /** A send request from the tenant's own domain. */
  email(changes: { to?: string[]; subject?: string; text?: string } & Record<string, unknown> = {}) {
    const { to = ['someone@example.test'], subject = 'Hello', text = 'Hello.', ...rest } = changes;
    return {
      Source: this.source,
      Destination: { ToAddresses: to },
      Message: { Subject: { Data: subject }, Body: { Text: { Data: text } } },
      ...rest,
    };
  }
}
