import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { domainOf, parseMailbox } from '#libs/email';
import { Problem, refusedField } from '#libs/http';
import { Outbox } from '#libs/jobs';
import { Database, isId, newId, type Id, type Page, type TenantId } from '#libs/persistence';
import { BlockedMail } from '../admission/blocked-mail.js';
import { requiredDomainOf } from '../emails/emails.service.js';
import { ListRepository } from '../lists/list.repository.js';
import { quotaOf } from '../sending/quota.js';
import { sendAtOf } from '../sending/send-at.js';
import type { Sender } from '../sending/sender.js';
import { domainNotVerified } from '../sending/sending.service.js';
import { TemplatesService } from '../templates/templates.service.js';
import { auditCampaign, type CampaignStep } from './campaign-audit.js';
import { SEND_CAMPAIGN } from './campaign-sending.js';
import type { Campaign, CampaignContent, CampaignStatus } from './campaign.js';
import { CampaignRepository } from './campaign.repository.js';

const MAX_CAMPAIGNS = 10_000;

export interface CampaignDraft {
  name: string;
  listId: Id<'lst'>;
  content: CampaignContent;
}

/** The campaigns of a tenant: drafts, and the steps of their lives. Each step is taken by one caller alone. */
@Injectable()
export class CampaignsService {
  constructor(
    private readonly database: Database,
    private readonly campaigns: CampaignRepository,
    private readonly lists: ListRepository,
    private readonly templates: TemplatesService,
    private readonly outbox: Outbox,
    private readonly blocked: BlockedMail,
  ) {}

  /** @throws Problem Conflict at the limit, and what {@link check} throws */
  async create({ tenant, environment }: Sender, draft: CampaignDraft): Promise<Campaign> {
    await this.check(tenant.id, draft);
    return this.database.tenant(tenant.id, async (tx) => {
      if ((await this.campaigns.count(tx, tenant.id)) >= MAX_CAMPAIGNS) {
        throw new Problem('Conflict', { message: `An account has at most ${MAX_CAMPAIGNS} campaigns` });
      }
      const created = await this.campaigns.insert(tx, tenant.id, { id: newId('cam'), environment, ...draft });
      await auditCampaign(tx, tenant.id, 'created', { after: created });
      return created;
    });
  }

  async list(
    tenantId: TenantId,
    status: CampaignStatus | undefined,
    cursor: number | undefined,
    limit: number,
  ): Promise<Page<Campaign>> {
    return this.database.tenant(tenantId, (tx) => this.campaigns.page(tx, tenantId, status, cursor, limit));
  }

  /** @throws Problem NotFound */
  async read(tenantId: TenantId, id: string): Promise<Campaign> {
    const campaign = isId('cam', id)
      ? await this.database.tenant(tenantId, (tx) => this.campaigns.find(tx, tenantId, id))
      : undefined;
    if (!campaign) throw new Problem('NotFound');
    return campaign;
  }

  /** Changes a draft. @throws Problem Conflict for what is none, and what {@link check} throws */
  async update(tenantId: TenantId, id: string, change: (draft: CampaignDraft) => CampaignDraft): Promise<Campaign> {
    const wanted = change(await this.read(tenantId, id));
    await this.check(tenantId, wanted);
    return this.step(tenantId, id, 'changed', ['draft'], (tx, held) =>
      this.campaigns.change(tx, tenantId, { id, ...change(held) }),
    );
  }

  /** Removes a draft. @throws Problem Conflict for what is none */
  async delete(tenantId: TenantId, id: string): Promise<void> {
    await this.step(tenantId, id, 'deleted', ['draft'], (tx) => this.campaigns.remove(tx, tenantId, id));
  }

  /**
   * Starts a draft, now or at a time. From here on its content stays as it is.
   * @throws Problem Conflict for what is no draft, PermissionDenied (a blocked place), DomainNotVerified, PlanLimitExceeded, InvalidParameter
   */
  async start(sender: Sender, id: string, sendAtText: string | undefined): Promise<Campaign> {
    const tenantId = sender.tenant.id;
    const draft = await this.read(tenantId, id);
    this.blocked.admitCaller();
    const sendAt = sendAtOf(sendAtText, new Date());
    const content = await this.check(tenantId, draft);
    quotaOf(sender, 'email');
    return this.step(tenantId, id, 'started', ['draft'], async (tx, held) => {
      if (held.updatedAt.getTime() !== draft.updatedAt.getTime()) throw changedMeanwhile();
      await this.requireDomain(tx, tenantId, held);
      const to = sendAt ? 'scheduled' : 'running';
      const change = { to, content, sendAt, isNewRun: true, starts: !sendAt } as const;
      return this.promise(tx, tenantId, await this.campaigns.move(tx, tenantId, id, change), sendAt);
    });
  }

  /** @throws Problem Conflict unless it is running */
  async pause(tenantId: TenantId, id: string): Promise<Campaign> {
    return this.step(tenantId, id, 'paused', ['running'], (tx) =>
      this.campaigns.move(tx, tenantId, id, { to: 'paused' }),
    );
  }

  /** Goes on where it stopped. @throws Problem Conflict unless it is paused, DomainNotVerified, PlanLimitExceeded */
  async resume(sender: Sender, id: string): Promise<Campaign> {
    const tenantId = sender.tenant.id;
    return this.step(tenantId, id, 'resumed', ['paused'], async (tx, held) => {
      quotaOf(sender, 'email');
      await this.requireDomain(tx, tenantId, held);
      const change = { to: 'running', error: null, isNewRun: true } as const;
      return this.promise(tx, tenantId, await this.campaigns.move(tx, tenantId, id, change), null);
    });
  }

  /** Ends it; what was accepted is sent all the same. @throws Problem Conflict when it has ended, or was never started */
  async cancel(tenantId: TenantId, id: string): Promise<Campaign> {
    return this.step(tenantId, id, 'cancelled', ['scheduled', 'running', 'paused'], (tx) =>
      this.campaigns.move(tx, tenantId, id, { to: 'cancelled', ends: true }),
    );
  }

  private async promise(tx: EntityManager, tenantId: TenantId, campaign: Campaign, at: Date | null): Promise<Campaign> {
    const payload = { campaignId: campaign.id, run: campaign.run };
    await this.outbox.add(tx, [{ tenantId, kind: SEND_CAMPAIGN, payload, ...(at ? { availableAt: at } : {}) }]);
    return campaign;
  }

  /** Takes a step from one of these statuses, with the campaign held: of two who want to, one finds it elsewhere. */
  private async step<T extends Campaign | void>(
    tenantId: TenantId,
    id: string,
    name: CampaignStep,
    from: readonly CampaignStatus[],
    take: (tx: EntityManager, held: Campaign) => Promise<T>,
  ): Promise<T> {
    return this.database.tenant(tenantId, async (tx) => {
      const held = isId('cam', id) ? await this.campaigns.hold(tx, tenantId, id) : undefined;
      if (!held) throw new Problem('NotFound');
      if (!from.includes(held.status)) {
        throw new Problem('Conflict', {
          message: `The campaign is ${held.status}; this needs one that is ${anyOf(from)}`,
        });
      }
      const after = await take(tx, held);
      await auditCampaign(tx, tenantId, name, { before: held, ...(after && { after }) });
      return after;
    });
  }

  /** What a draft would send. @throws Problem InvalidParameter, ValidationError, MissingParameter naming the field */
  private async check(tenantId: TenantId, { listId, content }: CampaignDraft): Promise<CampaignContent> {
    const list = await this.database.tenant(tenantId, (tx) => this.lists.find(tx, tenantId, listId));
    if (!list) throw refusedField('InvalidParameter', 'ListId', 'does not exist');
    requireMailbox('Source', content.source);
    content.replyTo.forEach((address, index) => requireMailbox(`ReplyToAddresses[${index}]`, address));
    return content.templateId === null ? this.checkOwn(content) : this.checkTemplate(tenantId, content);
  }

  private checkOwn(content: CampaignContent): CampaignContent {
    if (content.subject === null) throw missing('Subject');
    if (content.text === null && content.html === null) throw missing('Text');
    this.templates.checkParts(content);
    return content;
  }

  private async checkTemplate(tenantId: TenantId, content: CampaignContent): Promise<CampaignContent> {
    const { templateId } = content;
    if (content.subject !== null || content.html !== null || content.text !== null) {
      throw refusedField('ValidationError', 'TemplateId', 'and Subject, Html and Text exclude one another');
    }
    const template = (await this.templates.listByIds(tenantId, [templateId ?? ''])).get(templateId ?? '');
    if (!template) throw refusedField('InvalidParameter', 'TemplateId', 'does not exist');
    if (template.channel !== 'email') {
      throw refusedField('InvalidParameter', 'TemplateId', `is a template of ${template.channel}`);
    }
    const { subject, html, text } = template;
    return { ...content, subject, html, text };
  }

  private async requireDomain(tx: EntityManager, tenantId: TenantId, campaign: Campaign): Promise<void> {
    const domain = domainOf(parseMailbox(campaign.content.source)?.address ?? '');
    const required = requiredDomainOf(campaign.environment, domain);
    if (required && !(await this.campaigns.isVerified(tx, tenantId, required))) throw domainNotVerified(required);
  }
}

function requireMailbox(field: string, text: string): void {
  if (!parseMailbox(text)) {
    throw refusedField('ValidationError', field, 'must be an e-mail address, with or without a display name');
  }
}

function changedMeanwhile(): Problem {
  return new Problem('Conflict', {
    message: 'The campaign was changed at the same moment; look at it and start it again',
  });
}

function missing(field: string): Problem {
  return new Problem('MissingParameter', {
    message: `A campaign without a template needs ${field}`,
    details: [{ Field: field, Message: 'is required, unless TemplateId is given' }],
  });
}

const anyOf = (statuses: readonly string[]): string =>
  statuses.length === 1 ? String(statuses[0]) : `${statuses.slice(0, -1).join(', ')} or ${statuses.at(-1)}`;
