import { setImmediate as breath } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { invalidField } from '#libs/core/http';
import { Database, type Id, type TenantId } from '#libs/core/persistence';
import { BlockedMail } from '../../admission/blocked-mail.js';
import type { ContactList } from '../../lists/contact-list.entity.js';
import { ErasedAddresses } from '../../suppressions/erased-addresses.js';
import { findTopic, heldBack, listAddresses, type AudienceTopic } from './campaign-audience.sql.js';

/** Members that are looked at one by one; of more, the rest is estimated. */
export const MAX_LOOKED_AT = 10_000;

/** Members that are looked at at once: their hashes take a few milliseconds. */
const CHUNK = 1_000;

/** Members of a list by what a campaign would do with them. */
export interface CampaignAudience {
  /** Members who have confirmed, or need not. */
  members: number;
  /** Members who have not confirmed: no campaign goes to them. */
  pending: number;
  /** Members of whom the following counts are; the first of the list. */
  lookedAt: number;
  withoutAddress: number;
  unsubscribed: number;
  /** Suppressed for another reason, or blocked on the platform. */
  suppressed: number;
  /** E-mails that it would send; estimated unless exact. */
  recipients: number;
  isExact: boolean;
}

/** Counts who would get a campaign, before it is started. */
@Injectable()
export class CampaignAudiences {
  constructor(
    private readonly database: Database,
    private readonly erased: ErasedAddresses,
    private readonly blocked: BlockedMail,
  ) {}

  /** @throws Problem InvalidParameter for an unknown topic */
  async count(tenantId: TenantId, list: ContactList, topicName: string | undefined): Promise<CampaignAudience> {
    return this.database.tenant(tenantId, async (tx) => {
      const topic = await this.topicOf(tx, tenantId, list.id, topicName);
      const addresses = await listAddresses(tx, tenantId, list.id, MAX_LOOKED_AT);
      const known = addresses.filter((address) => address !== null);
      const blocked = new Set(this.blocked.listBlocked(known));
      const open = known.filter((address) => !blocked.has(address));
      const held = await this.reasons(tx, tenantId, topic, open);
      const unsubscribed = held.filter((reason) => reason === 'unsubscribe').length;
      const suppressed = blocked.size + held.length - unsubscribed;
      const reached = known.length - unsubscribed - suppressed;
      const members = Math.max(addresses.length, list.memberCount - list.pendingCount);
      return {
        members,
        pending: list.pendingCount,
        lookedAt: addresses.length,
        withoutAddress: addresses.length - known.length,
        unsubscribed,
        suppressed,
        recipients: addresses.length === 0 ? 0 : Math.round((members * reached) / addresses.length),
        isExact: members <= addresses.length,
      };
    });
  }

  private async topicOf(
    tx: EntityManager,
    tenantId: TenantId,
    listId: Id<'lst'>,
    name: string | undefined,
  ): Promise<AudienceTopic> {
    if (name === undefined) return { id: listId, transactional: null };
    const topic = await findTopic(tx, tenantId, name);
    if (!topic) throw invalidField('InvalidParameter', 'TopicId', 'is no topic of this account');
    return topic;
  }

  /** The reason of each address that is held back. */
  private async reasons(
    tx: EntityManager,
    tenantId: TenantId,
    topic: AudienceTopic,
    addresses: readonly string[],
  ): Promise<string[]> {
    const reasons: string[] = [];
    for (let start = 0; start < addresses.length; start += CHUNK) {
      const forms = addresses.slice(start, start + CHUNK).map((address) => this.erased.formsOf(tenantId, address));
      reasons.push(...(await heldBack(tx, tenantId, topic, forms)));
      // Other requests are served between the chunks.
      await breath();
    }
    return reasons;
  }
}
