import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { exec, type TenantId } from '#libs/persistence';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { ForwardingAddress } from './forwarding-address.entity.js';
import { Forwarding } from './forwarding.entity.js';

type MailboxRef = Pick<Mailbox, 'tenantId' | 'id'>;

/** What an address was asked, and what it said. */
export type Consent = Partial<Pick<ForwardingAddress, 'askedAt' | 'linkId' | 'confirmedAt'>>;

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
    consent: Consent,
  ): Promise<void> {
    await tx.insert(ForwardingAddress, { tenantId, mailboxId, address, isDestination: false, ...consent });
  }

  async updateConsent(tx: EntityManager, of: ForwardingAddress, consent: Consent): Promise<void> {
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
    await exec(tx, DELETE_UNUSED, [tenantId, id]);
  }
}

const DELETE_UNUSED = `
  delete from forwarding_address a
   where a.tenant_id = $1 and a.mailbox_id = $2 and not a.is_destination
     and not exists (select from mail_filter f
                      where f.tenant_id = $1 and f.mailbox_id = $2 and a.address = any (f.forward_to))`;
