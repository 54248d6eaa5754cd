import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import type { MailboxRef } from '../mailboxes/mailbox.entity.js';
import { ForwardingAddress } from './forwarding-address.entity.js';
import { Forwarding } from './forwarding.entity.js';
import { deleteUnusedAddresses } from './forwarding.sql.js';

/** Progress of the consent of an address to which mail is forwarded. */
export type ForwardingConsent = Partial<Pick<ForwardingAddress, 'askedAt' | 'linkId' | 'confirmedAt'>>;

@Injectable()
export class ForwardingRepository {
  async find(tx: EntityManager, { tenantId, id: mailboxId }: MailboxRef): Promise<Forwarding | null> {
    return tx.findOneBy(Forwarding, { tenantId, mailboxId });
  }

  async upsert(
    tx: EntityManager,
    { tenantId, id: mailboxId }: MailboxRef,
    values: Pick<Forwarding, 'enabled' | 'keepsCopy'>,
  ): Promise<void> {
    await tx.upsert(Forwarding, { ...values, tenantId, mailboxId, updatedAt: new Date() }, ['tenantId', 'mailboxId']);
  }

  /** All addresses of a mailbox, those of filters too, by name. */
  async listAddresses(tx: EntityManager, { tenantId, id: mailboxId }: MailboxRef): Promise<ForwardingAddress[]> {
    return tx.find(ForwardingAddress, { where: { tenantId, mailboxId }, order: { address: 'ASC' } });
  }

  async findAddress(
    tx: EntityManager,
    { tenantId, id: mailboxId }: MailboxRef,
    address: string,
  ): Promise<ForwardingAddress | null> {
    return tx.findOneBy(ForwardingAddress, { tenantId, mailboxId, address });
  }

  /** Another confirmation of the same link waits until the transaction ends. */
  async lockByLink(tx: EntityManager, tenantId: TenantId, linkId: string): Promise<ForwardingAddress | null> {
    return tx.findOne(ForwardingAddress, { where: { tenantId, linkId }, lock: { mode: 'pessimistic_write' } });
  }

  async findByLink(tx: EntityManager, tenantId: TenantId, linkId: string): Promise<ForwardingAddress | null> {
    return tx.findOneBy(ForwardingAddress, { tenantId, linkId });
  }

  async insertAddress(
    tx: EntityManager,
    { tenantId, id: mailboxId }: MailboxRef,
    address: string,
    consent: ForwardingConsent,
  ): Promise<void> {
    await tx.insert(ForwardingAddress, { tenantId, mailboxId, address, isDestination: false, ...consent });
  }

  async updateConsent(tx: EntityManager, of: ForwardingAddress, consent: ForwardingConsent): Promise<void> {
    const { tenantId, mailboxId, address } = of;
    await tx.update(ForwardingAddress, { tenantId, mailboxId, address }, consent);
  }

  /** Makes these addresses the destinations of all mail, and no others. */
  async setDestinations(
    tx: EntityManager,
    { tenantId, id: mailboxId }: MailboxRef,
    addresses: readonly string[],
  ): Promise<void> {
    await tx.update(ForwardingAddress, { tenantId, mailboxId }, { isDestination: false });
    if (addresses.length === 0) return;
    await tx.update(ForwardingAddress, { tenantId, mailboxId, address: In([...addresses]) }, { isDestination: true });
  }

  /** Deletes what nothing forwards to: if it is named again, it is asked again. */
  async deleteUnused(tx: EntityManager, { tenantId, id }: MailboxRef): Promise<void> {
    await deleteUnusedAddresses(tx, tenantId, id);
  }
}
