import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Outbox } from '#libs/core/jobs';
import type { Id, TenantId } from '#libs/core/persistence';
import { PlatformConfig } from '../../config.js';
import { currentSender } from '../../sending/sender.js';
import { ListMemberRepository } from '../list-member.repository.js';
import { ASK_MEMBER_JOB, type AskMember } from './confirmation.js';

/** A contact that can be asked if it has an address. */
interface AskedContact {
  id: Id<'cnt'>;
  email: string | null;
}

/** Asks members for a confirmation, in the name of the caller. */
@Injectable()
export class ConfirmationRequests {
  constructor(
    private readonly members: ListMemberRepository,
    private readonly outbox: Outbox,
    private readonly config: PlatformConfig,
  ) {}

  /** @throws Problem PermissionDenied for a user who may not send */
  async request(
    tx: EntityManager,
    tenantId: TenantId,
    members: readonly Pick<AskMember, 'listId' | 'contactId'>[],
  ): Promise<void> {
    if (members.length === 0) return;
    const { environment } = currentSender(this.config.isProduction);
    const jobs = members.map(({ listId, contactId }) => ({ tenantId, payload: { listId, contactId, environment } }));
    await this.outbox.enqueue(tx, ASK_MEMBER_JOB, jobs);
  }

  /**
   * Asks locked contacts with another address than before: what the old one agreed to, the new one did not. They are pending
   * on their lists that ask, and are asked at the new address. @throws what {@link request} throws
   */
  async askAtNewAddress(tx: EntityManager, tenantId: TenantId, contacts: readonly AskedContact[]): Promise<void> {
    if (contacts.length === 0) return;
    const reachable = new Set<Id<'cnt'>>(contacts.flatMap(({ id, email }) => (email === null ? [] : id)));
    const members = await this.members.resetConfirmations(
      tx,
      tenantId,
      contacts.map(({ id }) => id),
    );
    await this.request(
      tx,
      tenantId,
      members.filter(({ contactId }) => reachable.has(contactId)),
    );
  }
}
