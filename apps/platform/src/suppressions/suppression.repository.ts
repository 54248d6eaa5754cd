import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { nextPosition, type TenantId } from '#libs/persistence';
import { escapeLike } from '../messages/message-history.sql.js';
import { normalAddress, type Suppression, type SuppressionReason, type SuppressionSource } from './suppression.js';

const COLUMNS = `id, address, reason, source, message_id as "messageId", created_at as "createdAt",
  position::float8 as position`;

/** How many entries a search looks at for one page. */
const LOOKED_AT = 50_000;

export interface NewSuppression {
  address: string;
  reason: SuppressionReason;
  source: SuppressionSource;
  messageId?: string;
}

export interface SuppressionPage {
  items: Suppression[];
  nextCursor: number;
  hasMore: boolean;
}

/** The rows of suppressed addresses, inside a tenant's transaction. */
@Injectable()
export class SuppressionRepository {
  /** Suppresses an address. One that is suppressed already stays as it is: the first reason counts. */
  async add(
    tx: EntityManager,
    tenantId: TenantId,
    given: NewSuppression,
  ): Promise<{ entry: Suppression; added: boolean }> {
    const address = normalAddress(given.address);
    const [row] = await tx.query<Suppression[]>(
      `insert into suppression (tenant_id, address, id, position, reason, source, message_id)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict on constraint suppression__pk do nothing returning ${COLUMNS}`,
      [tenantId, address, uuidv7(), nextPosition(), given.reason, given.source, given.messageId ?? null],
    );
    if (row) return { entry: row, added: true };
    const entry = await this.ofAddress(tx, tenantId, address);
    // Removed between the two statements: then it is for this call to add it.
    return entry ? { entry, added: false } : this.add(tx, tenantId, given);
  }

  async ofAddress(tx: EntityManager, tenantId: TenantId, address: string): Promise<Suppression | undefined> {
    const [row] = await tx.query<Suppression[]>(
      `select ${COLUMNS} from suppression where tenant_id = $1 and address = $2`,
      [tenantId, normalAddress(address)],
    );
    return row;
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<Suppression | undefined> {
    const [row] = await tx.query<Suppression[]>(`select ${COLUMNS} from suppression where tenant_id = $1 and id = $2`, [
      tenantId,
      id,
    ]);
    return row;
  }

  /** Whether it was this call that removed the entry. */
  async remove(tx: EntityManager, tenantId: TenantId, id: string): Promise<boolean> {
    const [, count] = await tx.query<[unknown, number]>(`delete from suppression where tenant_id = $1 and id = $2`, [
      tenantId,
      id,
    ]);
    return count > 0;
  }

  /** A page, newest first; `text` is a part of the address. A search looks at a bounded number of entries. */
  async page(
    tx: EntityManager,
    tenantId: TenantId,
    { text, reason }: { text?: string; reason?: string },
    cursor: number | undefined,
    limit: number,
  ): Promise<SuppressionPage> {
    const rows = await tx.query<Suppression[]>(
      `select * from (
         select ${COLUMNS} from suppression
         where tenant_id = $1 and ($2::bigint is null or suppression.position < $2)
         order by suppression.position desc limit ${LOOKED_AT}
       ) looked
       where ($3::text is null or address like $3) and ($4::text is null or reason = $4)
       order by position desc limit $5`,
      [tenantId, cursor || null, text ? `%${escapeLike(normalAddress(text))}%` : null, reason ?? null, limit + 1],
    );
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    if (rows.length > limit && last) return { items, nextCursor: last.position, hasMore: true };
    const behind = text || reason ? await this.behindLook(tx, tenantId, cursor) : undefined;
    return { items, nextCursor: behind ?? 0, hasMore: behind !== undefined };
  }

  /** Where the entries begin that a search has not looked at. */
  private async behindLook(
    tx: EntityManager,
    tenantId: TenantId,
    cursor: number | undefined,
  ): Promise<number | undefined> {
    const [last] = await tx.query<{ position: number }[]>(
      `select position::float8 as position from suppression
       where tenant_id = $1 and ($2::bigint is null or position < $2)
       order by suppression.position desc offset ${LOOKED_AT - 1} limit 1`,
      [tenantId, cursor || null],
    );
    return last?.position;
  }
}
