import type { EntityManager } from 'typeorm';
import type { CapturedLead } from '#libs/core/app-events';
import type { DataKey } from '#libs/core/secrets';
import { Activity } from '../timeline/activity.entity.js';
import { resealActivity } from '../timeline/reseal-activity.js';

/** Entry of the timeline for a form that a contact sent. */
export interface FormSubmission {
  leadId: string;
  formId: string;
  formName: string;
  pageId: string | null;
  source: CapturedLead['source'];
  answers: CapturedLead['fields'];
  consent: CapturedLead['consent'];
  origin: CapturedLead['origin'];
  occurredAt: string;
  /** Whether it turned out to be spam. */
  isSpam: boolean;
}

export function toFormSubmission(lead: CapturedLead): FormSubmission {
  const { leadId, formId, formName, pageId, source, fields: answers, consent, origin, occurredAt } = lead;
  return { leadId, formId, formName, pageId, source, answers, consent, origin, occurredAt, isSpam: false };
}

/** Changes what the timeline says of a form. Returns it; null if the entry is gone, or its contact anonymized. */
export async function updateFormSubmission(
  tx: EntityManager,
  where: Pick<Activity, 'tenantId' | 'contactId' | 'id'>,
  key: DataKey | null,
  change: (known: FormSubmission) => FormSubmission,
): Promise<FormSubmission | null> {
  const activity = await tx.findOneBy(Activity, where);
  if (!activity?.sealed || !key) return null;
  let changed: FormSubmission | undefined;
  const sealed = resealActivity(activity.sealed, key, (content) => {
    changed = change(content.data as unknown as FormSubmission);
    return { ...content, data: { ...changed } };
  });
  await tx.update(Activity, where, { sealed });
  return changed ?? null;
}
