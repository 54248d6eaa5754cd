import type { EntityManager } from 'typeorm';
import { auditDifference, auditFields, recordAudit, type AuditFields } from '#libs/core/audit';
import type { Campaign } from './campaign.entity.js';
import { sourceDomainOf } from './campaign.js';

/** The changes of a campaign that a user makes. */
export type CampaignStep = 'created' | 'changed' | 'deleted' | 'started' | 'paused' | 'resumed' | 'cancelled';

const RECORDED = ['name', 'environment', 'listId', 'sourceDomain', 'subject', 'templateId'] as const;
const CHANGEABLE = ['name', 'listId', 'sourceDomain', 'subject', 'html', 'text', 'templateId'] as const;

/** The audit entry has only the domain of the sender: it outlives the campaign. */
export async function auditCampaign(
  tx: EntityManager,
  step: CampaignStep,
  { tenantId, id }: Campaign,
  { before, after }: { before?: Campaign; after?: Campaign },
): Promise<void> {
  const states =
    before && after ? differenceOf(step, before, after) : { before: recorded(before), after: recorded(after) };
  await recordAudit(tx, { action: `campaign.${step}`, object: { type: 'campaign', id }, tenantId, ...states });
}

/** A start copies the template's parts into the content; the user did not change them. */
function differenceOf(
  step: CampaignStep,
  before: Campaign,
  after: Campaign,
): { before?: AuditFields; after?: AuditFields } {
  if (step !== 'changed') return auditDifference(before, after, ['status', 'sendAt']) ?? {};
  return auditDifference(fieldsOf(before), fieldsOf(after), CHANGEABLE) ?? {};
}

function recorded(campaign: Campaign | undefined): AuditFields | undefined {
  return campaign && auditFields(fieldsOf(campaign), RECORDED);
}

const fieldsOf = (campaign: Campaign) => {
  const { content } = campaign;
  return { ...campaign, ...content, sourceDomain: sourceDomainOf(content) };
};
