import { Injectable } from '@nestjs/common';
import type { KeysetPage, KeysetRequest, TenantId } from '#libs/core/persistence';
import { ActivitiesService } from '../activities/activities.service.js';
import type { ContactRecord } from '../contacts/contact-record.js';
import type { FormSubmission } from '../leads/lead-activity.js';
import type { TimelineEntry } from '../timeline/activity.js';

const VISIT = 'form-submitted';

/** A visit to a landing page, in which the contact sent a form. */
export interface Visit {
  entry: TimelineEntry;
  /** Empty for an anonymized contact. */
  submission: Partial<Omit<FormSubmission, 'origin'>> & { origin?: Record<string, unknown> };
}

/** A page of the visits of one contact. */
export interface OfVisitor extends KeysetRequest {
  contactId: string;
}

/** Lists a contact's visits to landing pages: those in which it sent a form. */
@Injectable()
export class VisitsService {
  constructor(private readonly activities: ActivitiesService) {}

  /** A page, newest first. */
  async listPage(record: ContactRecord, page: KeysetRequest): Promise<KeysetPage<Visit>> {
    return toVisits(await this.activities.listPage(record, VISIT, page));
  }

  /** A page for each request, in their order. */
  async listPages(tenantId: TenantId, requests: readonly OfVisitor[]): Promise<KeysetPage<Visit>[]> {
    const pages = await this.activities.listPages(
      tenantId,
      requests.map((request) => ({ ...request, type: VISIT })),
    );
    return pages.map(toVisits);
  }
}

const toVisits = ({ items, next }: KeysetPage<TimelineEntry>): KeysetPage<Visit> => ({
  items: items.map((entry) => ({ entry, submission: entry.data as Visit['submission'] })),
  next,
});
