import type { EntityManager } from 'typeorm';
import { auditDifference, auditFields, recordAudit, type AuditFields } from '#libs/audit';
import type { TenantId } from '#libs/persistence';
import { senderDomain } from '../emails/email-draft.js';
import type { Campaign } from './campaign.js';

/** The steps of a campaign's life that somebody takes. */
export type CampaignStep = 'created' | 'changed' | 'deleted' | 'started' | 'paused' | 'resumed' | 'cancelled';

const TOLD = ['name', 'environment', 'listId', 'sourceDomain', 'subject', 'templateId'] as const;
const CHANGEABLE = ['name', 'listId', 'sourceDomain', 'subject', 'html', 'text', 'templateId'] as const;

/** Of whom a campaign is from the domain alone: the log is kept for longer than anybody's address should be. */
export async function auditCampaign(
  tx: EntityManager,
  tenantId: TenantId,
  step: CampaignStep,
  { before, after }: { before?: Campaign; after?: Campaign },
): Promise<void> {
  const id = (after ?? before)?.id ?? '';
  const states = before && after ? stepOf(step, before, after) : { before: told(before), after: told(after) };
  await recordAudit(tx, { action: `campaign.${step}`, object: { type: 'campaign', id }, tenantId, ...states });
}

/** What a start takes over from a template is no change that somebody made. */
function stepOf(step: CampaignStep, before: Campaign, after: Campaign): { before?: AuditFields; after?: AuditFields } {
  if (step !== 'changed') return auditDifference(before, after, ['status', 'sendAt']) ?? {};
  return auditDifference(fieldsOf(before), fieldsOf(after), CHANGEABLE) ?? {};
}

function told(campaign: Campaign | undefined): AuditFields | undefined {
  return campaign && auditFields(fieldsOf(campaign), TOLD);
}

const fieldsOf = (campaign: Campaign) => {
  const { content } = campaign;
  return { ...campaign, ...content, sourceDomain: senderDomain(content.source) };
};
