import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Every } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database, type TenantId } from '#libs/core/persistence';
import { backfill } from '../../backfill.js';
import { Contact } from '../../contacts/contact.entity.js';
import { TenantKeys } from '../../keys/tenant-keys.js';
import { Activity } from '../../timeline/activity.entity.js';
import { toTimelineEntry } from '../../timeline/timeline.js';
import type { FormSubmission } from '../lead-activity.js';
import { insertForms, LIST_FORMLESS } from './lead-form.sql.js';
import { LeadReceipt } from '../lead-receipt.entity.js';

const EVERY_MS = 60_000;
/** Leads in one transaction. */
const BATCH = 500;

/** Notes the form and the page of leads that a process of a version before received: their timeline has them. */
@Injectable()
export class LeadFormBackfill {
  constructor(
    private readonly database: Database,
    private readonly keys: TenantKeys,
  ) {}

  /** Returns for how many leads it has looked. */
  @Every({ every: EVERY_MS, lock: 'lead forms', whileHeld: 'runs' })
  async fill(signal?: AbortSignal): Promise<number> {
    const fill = (tenantId: TenantId, ids: readonly string[]) => this.fillSome(tenantId, ids);
    const total = await backfill(this.database, { list: LIST_FORMLESS, batch: BATCH, fill }, signal);
    if (total > 0) logger.info('Leads got the form that was sent', { count: total });
    return total;
  }

  private async fillSome(tenantId: TenantId, leadIds: readonly string[]): Promise<number> {
    const cipher = await this.keys.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const receipts = await tx.findBy(LeadReceipt, { tenantId, leadId: In([...leadIds]) });
      const contactIds = receipts.flatMap(({ contactId }) => contactId ?? []);
      const contacts = await tx.findBy(Contact, { tenantId, id: In(contactIds) });
      const keys = cipher.openContactKeys(contacts);
      const ids = receipts.flatMap(({ activityId }) => activityId ?? []);
      const activities = await tx.findBy(Activity, { tenantId, contactId: In(contactIds), id: In(ids) });
      const sent = new Map(
        activities.map((one) => [
          one.id,
          toTimelineEntry(one, keys.get(one.contactId) ?? null).data as Partial<FormSubmission>,
        ]),
      );
      const forms = receipts.map(({ leadId, activityId }) => {
        const { formId = '', pageId = null } = sent.get(activityId ?? '') ?? {};
        return { leadId, formId, pageId };
      });
      return insertForms(tx, tenantId, forms);
    });
  }
}
