import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';

/** Questions of domains about mailboxes. The feature of mailboxes answers them, in the caller's transaction. */
export abstract class DomainMailboxes {
  /** Number of mailboxes on the domain that are not removed. */
  abstract countLive(tx: EntityManager, tenantId: TenantId, domainId: string): Promise<number>;

  /** Whether the domain has a mailbox, removed ones included. */
  abstract hasAny(tx: EntityManager, tenantId: TenantId, domainId: string): Promise<boolean>;

  /** Keeps a mailbox from being removed until the transaction ends. False if the tenant has none with the id. */
  abstract lockLive(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<boolean>;
}
