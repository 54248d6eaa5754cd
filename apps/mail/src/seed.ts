import { IsString, Matches } from 'class-validator';
import { IsNull, type EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import { isMain, loadConfig, Secret } from '#libs/core/config';
import { dkimExpected, KEY_TYPES, KeyMaker, ownershipExpected } from '#libs/messaging/domains';
import { Outbox, RelayWakeup } from '#libs/core/jobs';
import { createDataSource, Database, type TenantId } from '#libs/core/persistence';
import { KeyRing, randomHex, SecretBox } from '#libs/core/secrets';
import { DkimSigningKeyRepository } from './domains/signing-keys/dkim-signing-key.repository.js';
import { MailDomain } from './domains/mail-domain.entity.js';
import { ENTITIES } from './entities.js';
import { GRANT_OWNER_JOB } from './mailboxes/mailbox-jobs.js';
import { DEFAULT_QUOTA_BYTES } from './mailboxes/mailbox-values.js';
import type { Mailbox } from './mailboxes/mailbox.entity.js';
import { MailboxRepository } from './mailboxes/mailbox.repository.js';
import { MailboxContents } from './mailboxes/mailbox-contents.js';
import { insertSystemFolders } from './folders/system-folders.js';
import { insertSystemLabels } from './labels/system-labels.js';
import { RecentMailboxes } from './mailboxes/recent-mailboxes.js';
import { OrganisationRepository } from './organisations/organisation.repository.js';

const DOMAIN = 'demo.test';
const LOCAL_PART = 'hello';
const TOKEN_BYTES = 16;

class SeedConfig {
  @IsString()
  @Secret()
  databaseUrl: string;

  @IsString()
  @Secret()
  encryptionKeys: string;

  @Matches(/^acc_[0-9a-f]{16}$/)
  seedTenantId: TenantId;

  @IsString()
  mailHost: string = 'mx.demo.test';
}

interface Seeded {
  mailbox: { id: string; address: string };
  dnsRecords: { name: string; type: string; value: string }[];
}

/** Gives the demo tenant a verified domain and a mailbox in it, and returns the DNS records that belong to the domain. */
export async function seed(environment?: NodeJS.ProcessEnv): Promise<Seeded> {
  const config = loadConfig(SeedConfig, environment);
  const source = await createDataSource({
    url: config.databaseUrl,
    poolSize: 1,
    applicationName: 'seed',
    entities: ENTITIES,
  }).initialize();
  try {
    const database = new Database(source, source);
    const keys = new KeyMaker(new SecretBox(KeyRing.fromConfig(config.encryptionKeys)));
    return await database.tenant(config.seedTenantId, async (tx) => {
      const domain = await demoDomain(tx, config.seedTenantId);
      const { id, address } = await demoMailbox(tx, domain, new Outbox(database, new RelayWakeup()));
      const mx = { name: DOMAIN, type: 'MX', value: `10 ${config.mailHost}` };
      return { mailbox: { id, address }, dnsRecords: [mx, ...(await proofs(tx, domain, keys))] };
    });
  } finally {
    await source.destroy();
  }
}

async function demoDomain(tx: EntityManager, tenantId: TenantId): Promise<MailDomain> {
  const found = await tx.findOneBy(MailDomain, { tenantId, name: DOMAIN, removedAt: IsNull() });
  if (found) return found;
  const organisation = await new OrganisationRepository().findOrInsertOwn(tx, tenantId);
  const id = v7();
  const ownershipToken = randomHex(TOKEN_BYTES);
  const values = { tenantId, id, organisationId: organisation.id, name: DOMAIN, ownershipToken };
  await tx.insert(MailDomain, { ...values, verifiedAt: new Date(), recordChecks: {} });
  return tx.findOneByOrFail(MailDomain, { tenantId, id });
}

/** The tenant's owner gets the mailbox as soon as Mail runs. */
async function demoMailbox(tx: EntityManager, domain: MailDomain, outbox: Outbox): Promise<Mailbox> {
  const contents = new MailboxContents();
  contents.register(insertSystemFolders);
  contents.register(insertSystemLabels);
  const mailboxes = new MailboxRepository(new RecentMailboxes(), contents);
  const { tenantId } = domain;
  const found = await mailboxes.findLive(tx, tenantId, `${LOCAL_PART}@${DOMAIN}`);
  if (found) return found;
  const values = {
    localPart: LOCAL_PART,
    displayName: 'Hello',
    origin: 'manual',
    quotaBytes: DEFAULT_QUOTA_BYTES,
  } as const;
  const mailbox = await mailboxes.insert(tx, domain, values);
  if (!mailbox) throw new Error('The demo mailbox was removed');
  await outbox.enqueue(tx, GRANT_OWNER_JOB, [{ tenantId, payload: { mailboxId: mailbox.id } }]);
  return mailbox;
}

/** DNS records that prove the domain and verify its signatures; Platform, which has the domain too, publishes the others. */
async function proofs(tx: EntityManager, domain: MailDomain, maker: KeyMaker): Promise<Seeded['dnsRecords']> {
  const { tenantId, id } = domain;
  const repository = new DkimSigningKeyRepository();
  if ((await repository.withKeys(tx, tenantId, domain)).keys.length === 0) {
    for (const key of await maker.make(tenantId, KEY_TYPES))
      await repository.insert(tx, tenantId, id, { ...key, active: true });
  }
  const { keys } = await repository.withKeys(tx, tenantId, domain);
  const records = [ownershipExpected(domain), ...keys.map((key) => dkimExpected(DOMAIN, key))];
  return records.map(({ name, type, value }) => ({ name, type, value }));
}

if (isMain(import.meta.url)) process.stdout.write(`${JSON.stringify(await seed())}\n`);
