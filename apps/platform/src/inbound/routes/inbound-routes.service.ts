import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit } from '#libs/core/audit';
import { invalidField, Problem } from '#libs/core/http';
import { Database, isId, type Page, type PageRequest, type TenantId, violatedUnique } from '#libs/core/persistence';
import { toDomainName } from '#libs/messaging/domains';
import { DomainsService } from '../../domains/domains.service.js';
import { WebhooksService } from '../../webhooks/webhooks.service.js';
import type { InboundRoute } from './inbound-route.entity.js';
import { InboundRouteRepository } from './inbound-route.repository.js';
import { type MxRecord, MxRecords } from './mx-records.js';
import { ReceivingDomains } from './receiving-domains.js';

export const MAX_ROUTES = 200;

export type RouteValues = Pick<InboundRoute, 'recipient' | 'webhookId' | 'enabled' | 'description'>;
export type NewRoute = RouteValues & { domain: string };

/** A route with the record that its domain needs. */
export type DescribedRoute = InboundRoute & { mx: MxRecord };

/** The routes of a tenant's received mail. */
@Injectable()
export class InboundRoutesService {
  constructor(
    private readonly database: Database,
    private readonly routes: InboundRouteRepository,
    private readonly domains: DomainsService,
    private readonly receiving: ReceivingDomains,
    private readonly webhooks: WebhooksService,
    private readonly mx: MxRecords,
  ) {}

  /** @throws Problem DomainNotVerified, InvalidParameter for the webhook, AlreadyExists, PlanLimitExceeded */
  async create(tenantId: TenantId, { domain: text, ...values }: NewRoute): Promise<DescribedRoute> {
    await this.requireWebhook(tenantId, values.webhookId);
    const route = await this.changing(tenantId, async (tx) => {
      const domain = await this.domains.lockVerified(tx, tenantId, toDomainName(text) ?? '');
      if (!domain) throw notVerified();
      if ((await this.routes.lockAndCount(tx, tenantId)) >= MAX_ROUTES) throw tooMany();
      const given = { ...values, domainId: domain.id, domain: domain.name };
      const created = await this.receiving.changing(tx, domain, () => this.routes.insert(tx, tenantId, given));
      await audit(tx, 'inbound-route.added', null, created);
      return created;
    });
    return this.describe(route);
  }

  async listPage(tenantId: TenantId, request: PageRequest): Promise<Page<DescribedRoute>> {
    const page = await this.database.tenant(tenantId, (tx) => this.routes.listPage(tx, tenantId, request));
    return { ...page, items: await Promise.all(page.items.map((route) => this.describe(route))) };
  }

  async find(tenantId: TenantId, id: string): Promise<InboundRoute | null> {
    if (!isId('irt', id)) return null;
    return this.database.tenant(tenantId, (tx) => this.routes.find(tx, tenantId, id));
  }

  async describe(route: InboundRoute): Promise<DescribedRoute> {
    return { ...route, mx: await this.mx.of(route.domain) };
  }

  /** Changes what is given. @throws Problem MissingParameter, InvalidParameter for the webhook, AlreadyExists, NotFound */
  async update({ tenantId, id, domainId }: InboundRoute, changes: Partial<RouteValues>): Promise<DescribedRoute> {
    if (Object.keys(changes).length === 0)
      throw new Problem('MissingParameter', {
        message: 'Give at least one of Recipient, WebhookId, Enabled and Description',
      });
    await this.requireWebhook(tenantId, changes.webhookId);
    const route = await this.changing(tenantId, async (tx) => {
      const domain = await this.domains.lock(tx, tenantId, domainId);
      const before = domain && (await this.routes.find(tx, tenantId, id));
      const change = () => this.routes.update(tx, { tenantId, id }, changes);
      const after = before && (await this.receiving.changing(tx, domain, change));
      if (!after) throw new Problem('NotFound');
      await audit(tx, 'inbound-route.changed', before, after);
      return after;
    });
    return this.describe(route);
  }

  /** Deletes a route; the mail that it has received stays. @throws Problem NotFound */
  async delete({ tenantId, id, domainId }: InboundRoute): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const domain = await this.domains.lock(tx, tenantId, domainId);
      const route = domain && (await this.routes.find(tx, tenantId, id));
      if (!route) throw new Problem('NotFound');
      await this.receiving.changing(tx, domain, () => this.routes.delete(tx, route));
      await audit(tx, 'inbound-route.removed', route, null);
    });
  }

  private async changing<T>(tenantId: TenantId, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.database.tenant(tenantId, work);
    } catch (error) {
      if (violatedUnique(error) !== 'inbound_route__recipient__uq') throw error;
      throw invalidField('AlreadyExists', 'Recipient', 'is that of another route of the domain', { cause: error });
    }
  }

  private async requireWebhook(tenantId: TenantId, id: string | null | undefined): Promise<void> {
    if (id === null || id === undefined) return;
    const endpoint = await this.webhooks.find(tenantId, id);
    if (endpoint?.environment === 'live' && endpoint.events.includes('email.received')) return;
    throw invalidField(
      'InvalidParameter',
      'WebhookId',
      'must be a webhook of the account that subscribes to email.received',
    );
  }
}

const notVerified = (): Problem =>
  invalidField('DomainNotVerified', 'Domain', 'must be a sending domain that the account has verified');

const tooMany = (): Problem =>
  new Problem('PlanLimitExceeded', { message: `An account has at most ${MAX_ROUTES} routes of received mail` });

function audit(
  tx: EntityManager,
  action: string,
  before: InboundRoute | null,
  after: InboundRoute | null,
): Promise<void> {
  const { id, tenantId } = (after ?? before) as InboundRoute;
  const fields = (route: InboundRoute) => auditFields(route, ['domain', 'recipient', 'webhookId', 'enabled']);
  return recordAudit(tx, {
    action,
    object: { type: 'inbound-route', id },
    tenantId,
    ...(before && { before: fields(before) }),
    ...(after && { after: fields(after) }),
  });
}
