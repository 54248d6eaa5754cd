import { IsOptional, IsString, Matches } from 'class-validator';
import type { EntityManager } from 'typeorm';
import { isMain, loadConfig, Secret } from '#libs/core/config';
import { DKIM_KEY_PURPOSE, type NewSigningKey } from '#libs/messaging/domains';
import { generateDkimKeyPair, type DkimKeyType } from '#libs/mail/email';
import { createDataSource, Database, type TenantId } from '#libs/core/persistence';
import { KeyRing, SecretBox } from '#libs/core/secrets';
import type { KeyedSendingDomain } from './domains/domain.js';
import { DomainKeyRepository } from './domains/domain-key.repository.js';
import { MAX_DOMAINS } from './domains/domain-problems.js';
import { DomainRepository } from './domains/domain.repository.js';
import { ENTITIES } from './entities.js';
import { expectedRecords } from './domains/expected-records.js';

const DOMAIN = 'demo.test';
const SENDER = `hello@${DOMAIN}`;
const SELECTORS: Record<DkimKeyType, string> = { 'rsa-2048': 's1', ed25519: 's2' };

class SeedConfig {
  @IsString()
  @Secret()
  databaseUrl: string;

  @IsString()
  @Secret()
  encryptionKeys: string;

  @Matches(/^acc_[0-9a-f]{16}$/)
  seedTenantId: TenantId;

  @IsOptional()
  @IsString()
  spfInclude?: string;
}

interface Seeded {
  mailbox: { address: string };
  dnsRecords: { name: string; type: string; value: string }[];
}

/** Gives the demo tenant a verified domain with DKIM keys, and returns the DNS records that belong to it. */
export async function seed(environment?: NodeJS.ProcessEnv): Promise<Seeded> {
  const config = loadConfig(SeedConfig, environment);
  const source = await createDataSource({
    url: config.databaseUrl,
    poolSize: 1,
    applicationName: 'seed',
    entities: ENTITIES,
  }).initialize();
  const secrets = new SecretBox(KeyRing.fromConfig(config.encryptionKeys));
  try {
    const domain = await new Database(source, source).tenant(config.seedTenantId, (tx) =>
      demoDomain(tx, config.seedTenantId, secrets),
    );
    const dnsRecords = expectedRecords(domain, config.spfInclude).map(({ name, type, value }) => ({
      name,
      type,
      value,
    }));
    return { mailbox: { address: SENDER }, dnsRecords };
  } finally {
    await source.destroy();
  }
}

async function demoDomain(tx: EntityManager, tenantId: TenantId, secrets: SecretBox): Promise<KeyedSendingDomain> {
  const domains = new DomainRepository();
  const keys = new DomainKeyRepository();
  const domain =
    (await domains.findByName(tx, tenantId, DOMAIN)) ??
    (await domains.insert(tx, tenantId, { name: DOMAIN }, MAX_DOMAINS));
  if (!domain) throw new Error('The demo tenant has too many domains');
  if (!domain.verifiedAt) await domains.updateVerified(tx, tenantId, domain.id, new Date());
  const keyed = await keys.withKeys(tx, tenantId, domain);
  if (keyed.keys.length > 0) return keyed;
  for (const type of Object.keys(SELECTORS) as DkimKeyType[]) {
    await keys.insert(tx, tenantId, domain.id, await newKey(secrets, tenantId, type));
  }
  return keys.withKeys(tx, tenantId, domain);
}

async function newKey(secrets: SecretBox, tenantId: TenantId, type: DkimKeyType): Promise<NewSigningKey> {
  const pair = await generateDkimKeyPair(type);
  return {
    selector: SELECTORS[type],
    algorithm: type,
    privateKey: secrets.seal(tenantId, DKIM_KEY_PURPOSE, pair.privateKeyPem),
    publicKey: pair.publicKeyBase64,
    active: true,
  };
}

if (isMain(import.meta.url)) process.stdout.write(`${JSON.stringify(await seed())}\n`);
