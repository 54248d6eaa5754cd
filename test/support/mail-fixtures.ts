import { v7 } from 'uuid';
import { Database, type TenantId } from '#libs/core/persistence';
import { MailDomain } from '../../apps/mail/src/domains/mail-domain.entity.js';
import { DEFAULT_QUOTA_BYTES } from '../../apps/mail/src/mailboxes/mailbox-values.js';
import type { Mailbox } from '../../apps/mail/src/mailboxes/mailbox.entity.js';
import { MailboxRepository } from '../../apps/mail/src/mailboxes/mailbox.repository.js';
import type { NewMessage } from '../../apps/mail/src/messages/store/new-message.js';
import { Organisation } from '../../apps/mail/src/organisations/organisation.entity.js';
import type { MailStack } from './mail-stack.js';

/** A domain that its tenant has verified, past the API. */
export async function createVerifiedDomain(
  stack: MailStack,
  tenantId: TenantId,
  name: string,
  values: Partial<MailDomain> = {},
): Promise<MailDomain> {
  const id = v7();
  return stack.app.get(Database, { strict: false }).tenant(tenantId, async (tx) => {
    await tx.insert(Organisation, { tenantId, id, name });
    const row = { tenantId, id, organisationId: id, name, ownershipToken: 'x', recordChecks: {} };
    await tx.insert(MailDomain, { ...row, verifiedAt: new Date(), ...values });
    return tx.findOneByOrFail(MailDomain, { tenantId, id });
  });
}

/** A mailbox of a domain, past the API. */
export async function createMailbox(
  stack: MailStack,
  domain: MailDomain,
  localPart: string,
  quotaBytes = DEFAULT_QUOTA_BYTES,
): Promise<Mailbox> {
  const values = { localPart, displayName: localPart, origin: 'manual', quotaBytes } as const;
  const repository = stack.app.get(MailboxRepository, { strict: false });
  const database = stack.app.get(Database, { strict: false });
  return (await database.tenant(domain.tenantId, (tx) => repository.insert(tx, domain, values)))!;
}

/** Values of a message that was received into a mailbox. */
export function newMessage(mailbox: Pick<Mailbox, 'id' | 'address'>, values: Partial<NewMessage> = {}): NewMessage {
  return {
    mailboxId: mailbox.id,
    folder: 'inbox',
    origin: 'received',
    blobHash: 'a'.repeat(64),
    bytes: 100,
    messageId: `${v7()}@x.test`,
    subject: 'Hello',
    from: { name: '', address: 'ana@x.test' },
    to: [{ name: '', address: mailbox.address }],
    cc: [],
    snippet: 'Hello',
    isRead: false,
    scanVerdict: 'unscanned',
    ...values,
  };
}
