import { IsString, Matches } from 'class-validator';
import { loadConfig, Secret } from '#libs/config';
import { dkimRecord, dkimRecordName, generateDkimKeyPair, type DkimKeyType } from '#libs/email';
import { createDataSource, type TenantId } from '#libs/persistence';
import { KeyRing, SecretBox } from '#libs/secrets';
import { TenantDatabase } from '#libs/tenancy';
import { DomainRepository, type DomainKey } from './domains/domain.repository.js';
import { DKIM_KEY_PURPOSE } from './domains/signing-keys.js';

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
}

/** Gives the demo tenant a verified domain with DKIM keys, and prints the DNS records that a receiver would look up. */
async function seed(config: SeedConfig): Promise<void> {
  const source = await createDataSource({ url: config.databaseUrl, poolSize: 1, applicationName: 'seed' }).initialize();
  const secrets = new SecretBox(KeyRing.fromConfig(config.encryptionKeys));
  const domains = new DomainRepository();
  try {
    const keys = await new TenantDatabase(source).run(config.seedTenantId, async (tx) => {
      const id = await domains.ensure(tx, config.seedTenantId, DOMAIN);
      await domains.markVerified(tx, config.seedTenantId, id);
      if ((await domains.keys(tx, config.seedTenantId, id)).length === 0) {
        for (const type of Object.keys(SELECTORS) as DkimKeyType[]) {
          await domains.addKey(tx, config.seedTenantId, id, await newKey(secrets, config.seedTenantId, type));
        }
      }
      return domains.keys(tx, config.seedTenantId, id);
    });
    process.stdout.write(`${JSON.stringify({ mailbox: { address: SENDER }, dnsRecords: keys.map(toDnsRecord) })}\n`);
  } finally {
    await source.destroy();
  }
}

async function newKey(secrets: SecretBox, tenantId: TenantId, type: DkimKeyType): Promise<DomainKey> {
  const pair = await generateDkimKeyPair(type);
  return {
    selector: SELECTORS[type],
    algorithm: type,
    privateKey: secrets.seal(tenantId, DKIM_KEY_PURPOSE, pair.privateKeyPem),
    publicKey: pair.publicKeyBase64,
  };
}

function toDnsRecord({ selector, algorithm, publicKey }: DomainKey) {
  const value = dkimRecord({ type: algorithm, publicKeyBase64: publicKey });
  return { name: dkimRecordName(DOMAIN, selector), type: 'TXT', value };
}

await seed(loadConfig(SeedConfig));
