import { Injectable } from '@nestjs/common';
import type { TenantStatus } from '#libs/auth';
import type { TenantId } from '#libs/persistence';
import { SystemDatabase } from '../database/system-database.js';

/** A tenant as operators see it. */
export interface ConsoleTenant {
  id: TenantId;
  name: string;
  slug: string;
  status: TenantStatus;
  /** Why it has this status, in the words of who gave it. */
  statusReason: string | null;
  plan: string;
  products: string[];
  members: number;
  createdAt: Date;
  updatedAt: Date;
}

/** What is looked for; all of it applies. */
export interface ConsoleTenantFilter {
  status?: TenantStatus;
  plan?: string;
  /** Part of the name, the beginning of the slug, the id, or the e-mail address of a member. */
  q?: string;
  before?: string;
}

const COLUMNS = `t.id, t.name, t.slug, t.status, t.status_reason as "statusReason", t.plan, t.products,
  (select count(*)::int from membership m where m.tenant_id = t.id) as members,
  t.created_at as "createdAt", t.updated_at as "updatedAt"`;

const MATCHES_TEXT = `(t.name ilike '%' || $3 || '%' or t.slug like $3 || '%' or t.id = $4 or exists (
  select 1 from email_address a join membership m on m.user_id = a.user_id where a.email = $4 and m.tenant_id = t.id))`;

/** The tenants of the whole platform. */
@Injectable()
export class ConsoleTenantRepository {
  constructor(private readonly system: SystemDatabase) {}

  /** Newest first, one more than the limit if there is one. */
  async list({ status, plan, q, before }: ConsoleTenantFilter, limit: number): Promise<ConsoleTenant[]> {
    const text = q?.trim().toLowerCase() || null;
    return this.system.query<ConsoleTenant>(
      `select ${COLUMNS} from tenant t
        where ($1::text is null or t.status = $1) and ($2::text is null or t.plan = $2)
          and ($3::text is null or ${MATCHES_TEXT}) and ($5::text is null or t.id < $5)
        order by t.id desc limit $6`,
      [status ?? null, plan ?? null, text && literal(text), text, before ?? null, limit + 1],
    );
  }

  async find(id: string): Promise<ConsoleTenant | undefined> {
    const [tenant] = await this.system.query<ConsoleTenant>(`select ${COLUMNS} from tenant t where t.id = $1`, [id]);
    return tenant;
  }
}

const literal = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);
