import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CredentialReader } from '#libs/core/auth';
import {
  askAgainRefusal,
  type AskedAgain,
  type ConfirmationSubject,
  isExpired,
  type Proof,
} from '#libs/messaging/confirmation';
import { plainName } from '#libs/messaging/notices';
import type { Language } from '#libs/core/html';
import { Outbox } from '#libs/core/jobs';
import { Database, type TenantId } from '#libs/core/persistence';
import { Contact } from '../contacts/contact.entity.js';
import { RecipientNotices } from '../suppressions/recipient-notices/recipient-notices.js';
import { SuppressionRepository } from '../suppressions/suppression.repository.js';
import { ListMemberRepository } from '../lists/list-member.repository.js';
import { ListRepository } from '../lists/list.repository.js';
import { ASK_MEMBER_JOB } from '../lists/confirmation/confirmation.js';
import { addressDigest, ConfirmationLinks, type ConfirmationLink } from '../lists/confirmation/confirmation-links.js';

/** Data of a page about a confirmation. */
export interface Subscription extends ConfirmationSubject {
  link: ConfirmationLink;
  listName: string;
  /** The tenant's name; empty if it cannot be shown. */
  sender: string;
  email: string;
  /** Language of the list, for browsers that name none of ours. */
  language: Language;
}

/** The confirmation of members of lists by the link in a mail. */
@Injectable()
export class Confirmations {
  constructor(
    private readonly database: Database,
    private readonly links: ConfirmationLinks,
    private readonly lists: ListRepository,
    private readonly members: ListMemberRepository,
    private readonly credentials: CredentialReader,
    private readonly outbox: Outbox,
    private readonly suppressions: SuppressionRepository,
    private readonly notices: RecipientNotices,
  ) {}

  /**
   * Reads a link. Null for a forged one, for a member who was taken off the list, and after a change of the address that the
   * link went to. Changes nothing.
   */
  async open(token: string): Promise<Subscription | null> {
    const link = this.links.open(token);
    if (!link) return null;
    const found = await this.database.tenant(link.tenantId, (tx) => this.find(tx, link));
    if (!found) return null;
    return { link, ...found, sender: await this.nameOf(link.tenantId), isExpired: isExpired(link.expiresAt) };
  }

  /** The confirmation does not wait for identity: the page can do without the name. */
  private async nameOf(tenantId: TenantId): Promise<string> {
    const tenant = await this.credentials.read('tenant', tenantId).catch(() => null);
    return plainName(tenant?.name ?? '');
  }

  /**
   * Records the confirmation once; a later one changes nothing. Who left the list earlier gets its mail again, and
   * who was erased earlier is written to. Returns whether this was the first.
   */
  async confirm({ link }: Subscription, proof: Proof): Promise<boolean> {
    const { tenantId, listId, contactId } = link;
    return this.database.tenant(tenantId, async (tx) => {
      const list = await this.lists.lockForUpdate(tx, tenantId, listId);
      const found = list && (await this.find(tx, link));
      if (!found) return false;
      if ((await this.members.confirm(tx, tenantId, listId, [contactId], proof)) === 0) return false;
      await this.suppressions.deleteUnwanted(tx, tenantId, found.email, [listId]);
      await this.suppressions.deleteErased(tx, tenantId, found.email);
      await this.notices.sendReturn(tx, tenantId, found.email, 'confirmation');
      return true;
    });
  }

  /** Asks for another mail, within the limits. */
  async askAgain({ link }: Subscription): Promise<AskedAgain> {
    const { tenantId, listId, contactId, environment } = link;
    return this.database.tenant(tenantId, async (tx) => {
      await this.lists.lockForUpdate(tx, tenantId, listId);
      const member = await this.members.find(tx, tenantId, listId, contactId);
      if (!member) return 'gone';
      if (!member.pendingSince) return 'confirmed';
      const asked = await this.members.askAgain(tx, tenantId, listId, [contactId]);
      if (asked.length === 0) return askAgainRefusal(member.askedAt ?? new Date(0), member.asks) ?? 'wait';
      await this.outbox.enqueue(tx, ASK_MEMBER_JOB, [{ tenantId, payload: { listId, contactId, environment } }]);
      return 'asked';
    });
  }

  private async find(
    tx: EntityManager,
    { tenantId, listId, contactId, digest }: ConfirmationLink,
  ): Promise<Pick<Subscription, 'listName' | 'email' | 'language' | 'isConfirmed'> | null> {
    const member = await this.members.find(tx, tenantId, listId, contactId);
    const list = await this.lists.find(tx, tenantId, listId);
    const contact = await tx.findOneBy(Contact, { tenantId, id: contactId });
    if (!member || !list || !contact?.email || addressDigest(contact.email) !== digest) return null;
    return {
      listName: plainName(list.name),
      email: contact.email,
      language: list.language,
      isConfirmed: member.pendingSince === null,
    };
  }
}
