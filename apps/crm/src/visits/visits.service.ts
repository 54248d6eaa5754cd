import { Injectable } from '@nestjs/common';
import type { KeysetPage, KeysetRequest } from '#libs/persistence';
import { ActivitiesService } from '../activities/activities.service.js';
import type { ContactRecord } from '../contacts/contact-record.js';
import type { FormSubmission } from '../leads/lead-activity.js';
import type { TimelineEntry } from '../timeline/activity.js';

/** A visit to a landing page, in which the contact sent a form. */
export interface Visit {
  entry: TimelineEntry;
  /** Empty for an anonymized contact. */
  submission: Partial<Omit<FormSubmission, 'origin'>> & { origin?: Record<string, unknown> };
}

/** What the landing pages know of a contact's visits: those in which it sent a form. */
@Injectable()
export class VisitsService {
  constructor(private readonly activities: ActivitiesService) {}

  /** A page, newest first. */
  async listPage(record: ContactRecord, page: KeysetRequest): Promise<KeysetPage<Visit>> {
    const { items, next } = await this.activities.listPage(record, 'form-submitted', page);
    return { items: items.map((entry) => ({ entry, submission: entry.data as Visit['submission'] })), next };
  }
}
