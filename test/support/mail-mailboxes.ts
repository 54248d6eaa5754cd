import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { DkimSigningKey } from '../../apps/mail/src/domains/signing-keys/dkim-signing-key.entity.js';
import { MailDomain } from '../../apps/mail/src/domains/mail-domain.entity.js';
import { MailboxGrant } from '../../apps/mail/src/mailboxes/grants/mailbox-grant.entity.js';
import { DEFAULT_QUOTA_BYTES, type GrantRole } from '../../apps/mail/src/mailboxes/mailbox-values.js';
import type { Mailbox } from '../../apps/mail/src/mailboxes/mailbox.entity.js';
import { MailboxRepository } from '../../apps/mail/src/mailboxes/mailbox.repository.js';
import { Organisation } from '../../apps/mail/src/organisations/organisation.entity.js';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { dkimRecord, dkimRecordName, generateDkimKeyPair } from '#libs/mail/email';
import { DKIM_KEY_PURPOSE } from '#libs/messaging/domains';
import { Database, type Id, type TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';

export interface TestDomain {
  domain: MailDomain;
  /** The record that publishes its key. */
  dkim: { name: string; type: 'TXT'; value: string };
}

/** A domain of the tenant with one key that signs, verified unless told otherwise; its name is new. */
export async function createDomain(
  app: NestExpressApplication,
  tenantId: TenantId,
  { name = `d${randomBytes(5).toString('hex')}.test`, isVerified = true } = {},
): Promise<TestDomain> {
  const { privateKeyPem, publicKeyBase64 } = await generateDkimKeyPair('ed25519');
  const privateKey = app.get(SecretBox, { strict: false }).seal(tenantId, DKIM_KEY_PURPOSE, privateKeyPem);
  const organisation = { tenantId, id: v7(), name: 'Test' };
  const key = {
    tenantId,
    id: v7(),
    selector: 'test',
    algorithm: 'ed25519' as const,
    privateKey,
    publicKey: publicKeyBase64,
  };
  const domain = await app.get(Database, { strict: false }).tenant(tenantId, async (tx) => {
    await tx.insert(Organisation, organisation);
    const row = {
      tenantId,
      id: v7(),
      organisationId: organisation.id,
      name,
      ownershipToken: randomBytes(16).toString('hex'),
    };
    await tx.insert(MailDomain, { ...row, verifiedAt: isVerified ? new Date() : null });
    await tx.insert(DkimSigningKey, { ...key, domainId: row.id, active: true });
    return tx.findOneByOrFail(MailDomain, { tenantId, id: row.id });
  });
  const value = dkimRecord({ type: 'ed25519', publicKeyBase64 });
  return { domain, dkim: { name: dkimRecordName(name, 'test'), type: 'TXT', value } };
}

/** A mailbox of a domain, with grants of it. */
export async function createMailbox(
  app: NestExpressApplication,
  domain: MailDomain,
  localPart = `m${randomBytes(4).toString('hex')}`,
  grants: { userId: Id<'usr'>; role: GrantRole }[] = [],
): Promise<Mailbox> {
  const { tenantId } = domain;
  return app.get(Database, { strict: false }).tenant(tenantId, async (tx) => {
    const values = { localPart, displayName: '', origin: 'manual' as const, quotaBytes: DEFAULT_QUOTA_BYTES };
    const mailbox = await app.get(MailboxRepository, { strict: false }).insert(tx, domain, values);
    if (!mailbox) throw new Error(`The address ${localPart} is taken`);
    for (const grant of grants) await tx.insert(MailboxGrant, { ...grant, tenantId, mailboxId: mailbox.id });
    return mailbox;
  });
}
