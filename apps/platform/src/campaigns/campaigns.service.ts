import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { parseMailbox } from '#libs/mail/email';
import { Problem, invalidField } from '#libs/core/http';
import { Outbox } from '#libs/core/jobs';
import {
  type BoundedCount,
  Database,
  isId,
  newId,
  type Page,
  type PageRequest,
  type TenantId,
} from '#libs/core/persistence';
import { BlockedMail } from '../admission/blocked-mail.js';
import { requiredDomainOf } from '../emails/email-draft.js';
import { ListRepository } from '../lists/list.repository.js';
import { Quotas } from '../sending/quotas.js';
import { domainNotVerified } from '../sending/rejections.js';
import { sendAtOf } from '../sending/send-at.js';
import type { Sender } from '../sending/sender.js';
import { TemplatesService } from '../templates/templates.service.js';
import { auditCampaign, type CampaignStep } from './campaign-audit.js';
import type { Campaign } from './campaign.entity.js';
import {
  RESUMED,
  sourceDomainOf,
  UNFINISHED,
  type CampaignContent,
  type CampaignDraft,
  type CampaignStatus,
} from './campaign.js';
import { CampaignRepository, type CampaignFilter } from './campaign.repository.js';

const MAX_CAMPAIGNS = 10_000;

/** A tenant's campaigns: drafts, and the changes of their status. */
@Injectable()
export class CampaignsService {
  constructor(
    private readonly database: Database,
    private readonly campaigns: CampaignRepository,
    private readonly lists: ListRepository,
    private readonly templates: TemplatesService,
    private readonly outbox: Outbox,
    private readonly blocked: BlockedMail,
    private readonly quotas: Quotas,
  ) {}

  /** @throws Problem Conflict at the limit, and what {@link validate} throws */
  async create({ tenant, environment }: Sender, draft: CampaignDraft): Promise<Campaign> {
    await this.validate(tenant.id, draft);
    return this.database.tenant(tenant.id, async (tx) => {
      if ((await this.campaigns.count(tx, tenant.id)) >= MAX_CAMPAIGNS) {
        throw new Problem('Conflict', { message: `An account has at most ${MAX_CAMPAIGNS} campaigns` });
      }
      const created = await this.campaigns.insert(tx, tenant.id, { id: newId('cam'), environment, ...draft });
      await auditCampaign(tx, 'created', created, { after: created });
      return created;
    });
  }

  async listPage(tenantId: TenantId, filter: CampaignFilter, page: PageRequest): Promise<Page<Campaign>> {
    return this.database.tenant(tenantId, (tx) => this.campaigns.listPage(tx, tenantId, filter, page));
  }

  async count(tenantId: TenantId, filter: CampaignFilter): Promise<BoundedCount> {
    return this.database.tenant(tenantId, (tx) => this.campaigns.countMatching(tx, tenantId, filter));
  }

  /** The campaigns with these ids; one that does not exist is left out. */
  async listByIds(tenantId: TenantId, ids: readonly string[]): Promise<Campaign[]> {
    const known = ids.filter((id) => isId('cam', id));
    return this.database.tenant(tenantId, (tx) => this.campaigns.listByIds(tx, tenantId, known));
  }

  /** @param environment that it must be of */
  async find(tenantId: TenantId, id: string, environment?: 'test'): Promise<Campaign | null> {
    if (!isId('cam', id)) return null;
    const campaign = await this.database.tenant(tenantId, (tx) => this.campaigns.find(tx, tenantId, id));
    return campaign && environment && campaign.environment !== environment ? null : campaign;
  }

  /** Changes a draft. @throws Problem Conflict unless it is a draft, and what {@link validate} throws */
  async update(draft: Campaign, change: (draft: CampaignDraft) => CampaignDraft): Promise<Campaign> {
    await this.validate(draft.tenantId, change(draft));
    return this.step('changed', draft, ['draft'], (tx, locked) => this.campaigns.update(tx, locked, change(locked)));
  }

  /** Deletes a draft. @throws Problem Conflict unless it is a draft */
  async delete(draft: Campaign): Promise<void> {
    await this.step('deleted', draft, ['draft'], (tx, locked) => this.campaigns.delete(tx, locked));
  }

  /**
   * Starts a draft, now or at a time. The start fixes its content.
   * @throws Problem Conflict unless it is a draft, PermissionDenied for a blocked place, DomainNotVerified,
   * PlanLimitExceeded, InvalidParameter
   */
  async start(sender: Sender, draft: Campaign, sendAtText: string | undefined): Promise<Campaign> {
    this.blocked.authorizeCaller();
    const sendAt = sendAtOf(sendAtText, new Date());
    const content = await this.validate(sender.tenant.id, draft);
    this.quotas.of(sender, 'email');
    return this.step('started', draft, ['draft'], async (tx, locked) => {
      if (locked.updatedAt.getTime() !== draft.updatedAt.getTime()) throw changedMeanwhile();
      await this.requireDomain(tx, locked);
      const change = { content, sendAt, run: locked.run + 1 };
      const started = sendAt
        ? await this.campaigns.update(tx, locked, { ...change, status: 'scheduled' })
        : await this.campaigns.start(tx, locked, change);
      return this.enqueue(tx, started);
    });
  }

  /** @throws Problem Conflict unless it is running, or would resume by itself */
  async pause(campaign: Campaign): Promise<Campaign> {
    return this.step('paused', campaign, ['running', 'paused'], (tx, locked) => {
      if (locked.status === 'paused' && !locked.resumeAt) throw wrongStatus(locked, ['running']);
      return this.campaigns.update(tx, locked, { status: 'paused', error: null, resumeAt: null });
    });
  }

  /** Resumes after the last processed contact. @throws Problem Conflict unless it is paused, DomainNotVerified, PlanLimitExceeded */
  async resume(sender: Sender, campaign: Campaign): Promise<Campaign> {
    return this.step('resumed', campaign, ['paused'], async (tx, locked) => {
      this.quotas.of(sender, 'email');
      await this.requireDomain(tx, locked);
      const change = { ...RESUMED, run: locked.run + 1 };
      return this.enqueue(tx, await this.campaigns.update(tx, locked, change));
    });
  }

  /** Ends it; accepted messages are sent. @throws Problem Conflict if it has ended or was never started */
  async cancel(campaign: Campaign): Promise<Campaign> {
    return this.step('cancelled', campaign, UNFINISHED, (tx, locked) =>
      this.campaigns.update(tx, locked, { status: 'cancelled', resumeAt: null, endedAt: new Date() }),
    );
  }

  /** Content that the campaign sends, or would send if it were started now. @throws Problem as {@link validate} does */
  async contentOf(campaign: Campaign): Promise<CampaignContent> {
    return campaign.status === 'draft' ? this.validate(campaign.tenantId, campaign) : campaign.content;
  }

  private async enqueue(tx: EntityManager, campaign: Campaign): Promise<Campaign> {
    const { tenantId, id, run, status, sendAt } = campaign;
    const availableAt = status === 'scheduled' ? (sendAt ?? undefined) : undefined;
    const payload = { campaignId: id, run };
    await this.outbox.enqueue(tx, 'campaign.send', [{ tenantId, payload, ...(availableAt && { availableAt }) }]);
    return campaign;
  }

  /** Locks the campaign, checks its status, changes it and records the change. */
  private async step<T extends Campaign | void>(
    name: CampaignStep,
    { tenantId, id }: Campaign,
    from: readonly CampaignStatus[],
    change: (tx: EntityManager, locked: Campaign) => Promise<T>,
  ): Promise<T> {
    return this.database.tenant(tenantId, async (tx) => {
      const before = await this.campaigns.lockForUpdate(tx, tenantId, id);
      if (!before) throw new Problem('NotFound');
      if (!from.includes(before.status)) throw wrongStatus(before, from);
      const after = await change(tx, before);
      await auditCampaign(tx, name, before, { before, ...(after && { after }) });
      return after;
    });
  }

  /** Returns what the draft would send. @throws Problem InvalidParameter, ValidationError, MissingParameter */
  private async validate(tenantId: TenantId, { listId, content }: CampaignDraft): Promise<CampaignContent> {
    const list = await this.database.tenant(tenantId, (tx) => this.lists.find(tx, tenantId, listId));
    if (!list) throw invalidField('InvalidParameter', 'ListId', 'does not exist');
    requireMailbox('Source', content.source);
    content.replyTo.forEach((address, index) => requireMailbox(`ReplyToAddresses[${index}]`, address));
    return content.templateId === null ? this.validateOwn(tenantId, content) : this.validateTemplate(tenantId, content);
  }

  private async validateOwn(tenantId: TenantId, content: CampaignContent): Promise<CampaignContent> {
    if (content.subject === null) throw missing('Subject');
    if (content.text === null && content.html === null) throw missing('Text');
    await this.templates.checkParts(tenantId, content);
    return content;
  }

  private async validateTemplate(tenantId: TenantId, content: CampaignContent): Promise<CampaignContent> {
    const { templateId } = content;
    if (content.subject !== null || content.html !== null || content.text !== null) {
      throw invalidField('ValidationError', 'TemplateId', 'and Subject, Html and Text exclude one another');
    }
    const template = (await this.templates.listByIds(tenantId, [templateId ?? ''])).get(templateId ?? '');
    if (!template) throw invalidField('InvalidParameter', 'TemplateId', 'does not exist');
    if (template.channel !== 'email') {
      throw invalidField('InvalidParameter', 'TemplateId', `is a template of ${template.channel}`);
    }
    const { subject, html, text } = template;
    return { ...content, subject, html, text };
  }

  private async requireDomain(tx: EntityManager, campaign: Campaign): Promise<void> {
    const required = requiredDomainOf(campaign.environment, sourceDomainOf(campaign.content));
    if (!required) return;
    if (!(await this.campaigns.isDomainVerified(tx, campaign.tenantId, required))) throw domainNotVerified(required);
  }
}

function requireMailbox(field: string, text: string): void {
  if (!parseMailbox(text)) {
    throw invalidField('ValidationError', field, 'must be an e-mail address, with or without a display name');
  }
}

function wrongStatus({ status }: Campaign, needed: readonly CampaignStatus[]): Problem {
  return new Problem('Conflict', { message: `The campaign is ${status}; this needs one that is ${anyOf(needed)}` });
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
