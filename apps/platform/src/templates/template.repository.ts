import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { firstIdAt, startBefore, toPage, type Page, type TenantId } from '#libs/persistence';
import type { Template } from './template.js';

const COLUMNS = `id, name, channel, subject, html, text, created_at as "createdAt", updated_at as "updatedAt"`;

/** Ids made in a burst run a little ahead of the clock. */
const AHEAD_MS = 3_600_000;

export type TemplateChanges = Partial<Pick<Template, 'name' | 'subject' | 'html' | 'text'>>;

/** Templates, inside a tenant's transaction. */
@Injectable()
export class TemplateRepository {
  async insert(
    tx: EntityManager,
    tenantId: TenantId,
    template: Omit<Template, 'createdAt' | 'updatedAt'>,
  ): Promise<Template> {
    const { id, name, channel, subject, html, text } = template;
    const [row] = await tx.query<[Template]>(
      `insert into template (tenant_id, id, name, channel, subject, html, text) values ($1, $2, $3, $4, $5, $6, $7)
       returning ${COLUMNS}`,
      [tenantId, id, name, channel, subject, html, text],
    );
    return row;
  }

  async page(
    tx: EntityManager,
    tenantId: TenantId,
    cursor: number | undefined,
    limit: number,
  ): Promise<Page<Template>> {
    const before = startBefore('tpl', cursor) ?? firstIdAt('tpl', new Date(Date.now() + AHEAD_MS));
    const rows = await tx.query<Template[]>(
      `select ${COLUMNS} from template where tenant_id = $1 and id < $2 order by id desc limit $3`,
      [tenantId, before, limit + 1],
    );
    return toPage(rows, limit);
  }

  async count(tx: EntityManager, tenantId: TenantId): Promise<number> {
    const [row] = await tx.query<[{ count: string }]>(`select count(*) from template where tenant_id = $1`, [tenantId]);
    return Number(row.count);
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<Template | undefined> {
    const [row] = await tx.query<Template[]>(`select ${COLUMNS} from template where tenant_id = $1 and id = $2`, [
      tenantId,
      id,
    ]);
    return row;
  }

  /** The template, which nobody else changes or removes until the transaction ends. */
  async hold(tx: EntityManager, tenantId: TenantId, id: string): Promise<Template | undefined> {
    const [row] = await tx.query<Template[]>(
      `select ${COLUMNS} from template where tenant_id = $1 and id = $2 for update`,
      [tenantId, id],
    );
    return row;
  }

  async findMany(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<Template[]> {
    return tx.query<Template[]>(`select ${COLUMNS} from template where tenant_id = $1 and id = any($2::text[])`, [
      tenantId,
      ids,
    ]);
  }

  async update(tx: EntityManager, tenantId: TenantId, id: string, template: Template): Promise<Template | undefined> {
    const [rows] = await tx.query<[Template[], number]>(
      `update template set name = $3, subject = $4, html = $5, text = $6, updated_at = now()
       where tenant_id = $1 and id = $2 returning ${COLUMNS}`,
      [tenantId, id, template.name, template.subject, template.html, template.text],
    );
    return rows[0];
  }

  /** The template that this call removed. */
  async delete(tx: EntityManager, tenantId: TenantId, id: string): Promise<Template | undefined> {
    const [rows] = await tx.query<[Template[], number]>(
      `delete from template where tenant_id = $1 and id = $2 returning ${COLUMNS}`,
      [tenantId, id],
    );
    return rows[0];
  }
}
