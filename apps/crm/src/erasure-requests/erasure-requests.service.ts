import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import { AppEventSender } from '#libs/core/app-events';
import { isUuid, Problem } from '#libs/core/http';
import { Database, isId, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/core/persistence';
import { recordTrail } from '../audit-trail.js';
import type { Contact } from '../contacts/contact.entity.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import { ContactAnonymizer } from './contact-anonymizer.js';
import { alreadyAnonymized, alreadyDecided, conflictOf, contactNotFound } from './erasure-problems.js';
import { ErasureRequest, type ErasureStatus } from './erasure-request.entity.js';
import { ErasureRequestRepository } from './erasure-request.repository.js';

export const CONTENT = 'erasure-request';
export const REFUSAL = 'erasure-refusal';

/** Sealed part of a request, as it may name the contact. */
interface RequestContent {
  requester: string;
  reason: string | null;
}

export interface NewErasureRequest extends RequestContent {
  contactId: string;
  channel: string;
}

/** A request in plain text; what it said is null once the contact is erased. */
export interface ErasureRecord {
  request: ErasureRequest;
  requester: string | null;
  reason: string | null;
  refusal: string | null;
}

/** The requests of a tenant to erase contacts. */
@Injectable()
export class ErasureRequestsService {
  constructor(
    private readonly database: Database,
    private readonly requests: ErasureRequestRepository,
    private readonly contacts: ContactRepository,
    private readonly anonymizer: ContactAnonymizer,
    private readonly keys: TenantKeys,
    private readonly events: AppEventSender,
  ) {}

  /**
   * Enters a request; nothing is erased yet. The tenant's admins get a mail from identity.
   * @throws Problem NotFound without the contact; Conflict if one is pending, or the contact is anonymized
   */
  async create(
    tenantId: TenantId,
    userId: string,
    { contactId, channel, requester, reason }: NewErasureRequest,
  ): Promise<ErasureRecord> {
    if (!isId('cnt', contactId)) throw contactNotFound();
    const cipher = await this.keys.cipherOf(tenantId);
    try {
      return await this.database.tenant(tenantId, async (tx) => {
        const contact = await this.contacts.lockForUpdate(tx, tenantId, contactId);
        if (!contact) throw contactNotFound();
        if (!contact.dataKey) throw alreadyAnonymized();
        const key = cipher.openContactKey(contact.id, contact.dataKey);
        const content: RequestContent = { requester, reason };
        const request: ErasureRequest = {
          tenantId,
          id: v7(),
          contactId: contact.id,
          status: 'pending',
          channel,
          sealed: key.seal(CONTENT, JSON.stringify(content)),
          refusal: null,
          createdBy: userId,
          createdAt: new Date(),
          decidedBy: null,
          decidedAt: null,
          outcome: {},
        };
        await this.requests.insert(tx, request);
        await this.events.send(tx, tenantId, 'identity', 'crm.erasure.requested', { requestId: request.id });
        await auditRequest(tx, 'erasure-request.created', request);
        return { request, requester, reason, refusal: null };
      });
    } catch (error) {
      throw conflictOf(error);
    }
  }

  async listPage(
    tenantId: TenantId,
    status: ErasureStatus | undefined,
    page: KeysetRequest,
  ): Promise<KeysetPage<ErasureRecord>> {
    const cipher = await this.keys.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const { items, ...rest } = await this.requests.listPage(tx, tenantId, status, page);
      const ids = items.map(({ contactId }) => contactId);
      const contacts = await this.contacts.findManyWithDeleted(tx, tenantId, ids);
      const byId = new Map(contacts.map((contact) => [contact.id, contact]));
      return { items: items.map((request) => toErasureRecord(cipher, request, byId.get(request.contactId))), ...rest };
    });
  }

  async exists(tenantId: TenantId, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    return this.database.tenant(tenantId, async (tx) => (await this.requests.find(tx, tenantId, id)) !== null);
  }

  /**
   * Erases the contact: all of it here, at once, in one transaction; in the other apps by an event.
   * @throws Problem NotFound, Conflict if the request is decided
   */
  async approve(tenantId: TenantId, id: string, userId: string): Promise<ErasureRecord> {
    return this.decide(tenantId, id, async (tx, cipher, request, contact) => {
      const told = contact.anonymizedAt ? [] : await this.anonymizer.anonymize(tx, cipher, contact, id);
      await this.requests.update(tx, request, {
        status: 'executed',
        decidedBy: userId,
        decidedAt: new Date(),
        outcome: Object.fromEntries(told.map((app) => [app, { erasedAt: null }])),
      });
      await auditRequest(tx, 'erasure-request.executed', request);
    });
  }

  /** @throws Problem NotFound, Conflict if the request is decided or the contact is anonymized */
  async refuse(tenantId: TenantId, id: string, userId: string, reason: string): Promise<ErasureRecord> {
    return this.decide(tenantId, id, async (tx, cipher, request, contact) => {
      if (!contact.dataKey) throw alreadyAnonymized();
      const refusal = cipher.openContactKey(contact.id, contact.dataKey).seal(REFUSAL, reason);
      await this.requests.update(tx, request, {
        status: 'refused',
        refusal,
        decidedBy: userId,
        decidedAt: new Date(),
      });
      await auditRequest(tx, 'erasure-request.refused', request);
    });
  }

  private async decide(
    tenantId: TenantId,
    id: string,
    work: (tx: EntityManager, cipher: TenantCipher, request: ErasureRequest, contact: Contact) => Promise<void>,
  ): Promise<ErasureRecord> {
    const cipher = await this.keys.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const known = found(await this.requests.find(tx, tenantId, id));
      // The contact first, as everywhere: two transactions must not wait for each other.
      const contact = found(await this.contacts.lockWithDeleted(tx, tenantId, known.contactId));
      const request = found(await this.requests.lockForUpdate(tx, tenantId, id));
      if (request.status !== 'pending') throw alreadyDecided();
      await work(tx, cipher, request, contact);
      const [after] = await this.contacts.findManyWithDeleted(tx, tenantId, [contact.id]);
      return toErasureRecord(cipher, found(await this.requests.find(tx, tenantId, id)), after);
    });
  }
}

export function toErasureRecord(
  cipher: TenantCipher,
  request: ErasureRequest,
  contact: Contact | undefined,
): ErasureRecord {
  const key = contact?.dataKey ? cipher.openContactKey(contact.id, contact.dataKey) : null;
  const content = key && request.sealed ? (JSON.parse(key.open(CONTENT, request.sealed)) as RequestContent) : undefined;
  return {
    request,
    requester: content?.requester ?? null,
    reason: content?.reason ?? null,
    refusal: key && request.refusal ? key.open(REFUSAL, request.refusal) : null,
  };
}

async function auditRequest(
  tx: EntityManager,
  action: string,
  { tenantId, id, contactId }: ErasureRequest,
): Promise<void> {
  const object = { type: 'erasure-request', id };
  await recordTrail(tx, { action, object, tenantId, after: { contactId } });
}

function found<T>(row: T | null): T {
  if (!row) throw new Problem('NotFound');
  return row;
}
