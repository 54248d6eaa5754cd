import { Injectable } from '@nestjs/common';
import {
  And,
  LessThan,
  Like,
  MoreThanOrEqual,
  type EntityManager,
  type FindOperator,
  type FindOptionsWhere,
} from 'typeorm';
import { Database, escapeLike, type Id, type TenantId } from '#libs/core/persistence';
import { AuditEntry } from './audit-entry.entity.js';

/** Conditions on listed entries; every one applies. */
export interface AuditFilter {
  tenantId?: TenantId;
  /** Id of a user or of a key. */
  actorId?: string;
  /** An action, or a prefix of actions with `*` at its end. */
  action?: string;
  objectId?: string;
  /** Inclusive. */
  from?: Date;
  /** Exclusive. */
  to?: Date;
  /** Entries before this one. */
  before?: Id<'aud'>;
  limit: number;
}

/** The audit log of this app. */
@Injectable()
export class AuditLog {
  constructor(private readonly database: Database) {}

  /** Newest first. With a tenant in the filter, row-level security applies to the query too. */
  async list(filter: AuditFilter): Promise<AuditEntry[]> {
    const { tenantId } = filter;
    if (tenantId) return this.database.tenant(tenantId, (tx) => listEntries(tx, filter));
    return this.database.system((tx) => listEntries(tx, filter));
  }
}

async function listEntries(tx: EntityManager, filter: AuditFilter): Promise<AuditEntry[]> {
  return tx.find(AuditEntry, { where: conditionsOf(filter), order: { id: 'desc' }, take: filter.limit });
}

function conditionsOf({ tenantId, actorId, action, objectId, from, to, before }: AuditFilter) {
  const where: FindOptionsWhere<AuditEntry> = {};
  if (tenantId !== undefined) where.tenantId = tenantId;
  if (actorId !== undefined) where.actorId = actorId;
  if (action !== undefined) where.action = action.endsWith('*') ? Like(`${escapeLike(action.slice(0, -1))}%`) : action;
  if (objectId !== undefined) where.objectId = objectId;
  if (from ?? to) where.occurredAt = within(from, to);
  if (before !== undefined) where.id = LessThan(before);
  return where;
}

function within(from: Date | undefined, to: Date | undefined): FindOperator<Date> {
  return And(...(from ? [MoreThanOrEqual(from)] : []), ...(to ? [LessThan(to)] : []));
}
