import { Injectable } from '@nestjs/common';
import type { TenantStatus } from '#libs/core/auth';
import { many, maybe, one, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { COUNT_TENANTS, FIND_TENANT, SEARCH_TENANTS } from './console-tenant.sql.js';

/** A tenant as operators see it. */
export interface ConsoleTenant {
  id: TenantId;
  name: string;
  slug: string;
  status: TenantStatus;
  /** Why it has this status, in the words of the operator who set it. */
  statusReason: string | null;
  plan: string;
  products: string[];
  members: number;
  /** When it is deleted for good; null if its owner does not delete it. */
  deletesAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Conditions of a search; all of them apply. */
export interface ConsoleTenantFilter {
  status?: TenantStatus;
  plan?: string;
  /** Part of the name, the beginning of the slug, the id, or the e-mail address of a member. */
  q?: string;
  before?: string;
}

export interface TenantCounts {
  active: number;
  trial: number;
  suspended: number;
}

/** The tenants of the whole platform; needs the system role. */
@Injectable()
export class ConsoleTenantRepository {
  /** Newest first, one more than the limit if there is one. */
  listPage(tx: SqlExecutor, { status, plan, q, before }: ConsoleTenantFilter, limit: number): Promise<ConsoleTenant[]> {
    const text = q?.trim().toLowerCase() || null;
    const pattern = text && escapePattern(text);
    const values = [status ?? null, plan ?? null, pattern, text, before ?? null, limit + 1];
    return many<ConsoleTenant>(tx, SEARCH_TENANTS, values);
  }

  find(tx: SqlExecutor, id: string): Promise<ConsoleTenant | undefined> {
    return maybe<ConsoleTenant>(tx, FIND_TENANT, [id]);
  }

  count(tx: SqlExecutor): Promise<TenantCounts> {
    return one<TenantCounts>(tx, COUNT_TENANTS);
  }
}

const escapePattern = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);
