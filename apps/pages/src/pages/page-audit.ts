import type { EntityManager } from 'typeorm';
import { auditDifference, recordAudit, type AuditFields } from '#libs/core/audit';
import type { Page } from './page.entity.js';

const SHOWN = ['title', 'slug', 'domainId', 'path', 'publishedVersion'] as const;

export type PageEvent = 'created' | 'changed' | 'moved' | 'published' | 'unpublished' | 'deleted' | 'restored';

/** Records what happened to a page; what differs from `before`, if given. */
export async function auditPage(tx: EntityManager, what: PageEvent, page: Page, before?: Page): Promise<void> {
  const difference = before && auditDifference(before, page, SHOWN);
  const fields: { before?: AuditFields; after?: AuditFields } = difference ?? { after: shown(page) };
  await recordAudit(tx, {
    action: `page.${what}`,
    object: { type: 'page', id: page.id },
    tenantId: page.tenantId,
    ...fields,
  });
}

const shown = (page: Page): AuditFields => Object.fromEntries(SHOWN.map((name) => [name, page[name]]));
