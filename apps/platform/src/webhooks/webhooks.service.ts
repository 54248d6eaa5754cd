import { Injectable } from '@nestjs/common';
import { Problem, refusedField } from '#libs/http';
import { OutboundClient, UrlRefused } from '#libs/outbound';
import { Database, newId, type Page, type TenantId } from '#libs/persistence';
import { eventTypesOf } from './event-selection.js';
import type { WebhookEndpoint } from './webhook.js';
import { auditEndpoint } from './webhook-audit.js';
import { WebhookEndpointRepository, type EndpointChange } from './webhook-endpoint.repository.js';
import { ROTATION_OVERLAP_MS, WebhookSecrets } from './webhook-secrets.js';

export const MAX_ENDPOINTS = 50;

export interface EndpointRequest {
  url: string;
  events: readonly string[];
  active: boolean;
}

/** A tenant's webhook endpoints. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly database: Database,
    private readonly endpoints: WebhookEndpointRepository,
    private readonly secrets: WebhookSecrets,
    private readonly outbound: OutboundClient,
  ) {}

  /** Adds an endpoint; its secret is shown this once. @throws Problem InvalidParameter or Conflict */
  async create(
    tenantId: TenantId,
    { url, events, active }: EndpointRequest,
  ): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
    const checked = { url: await this.checkedUrl(url), events: eventTypesOf('Events', events), active };
    const { plain, sealed } = this.secrets.create(tenantId);
    const row = { id: newId('whk'), ...checked, secret: sealed };
    const endpoint = await this.database.tenant(tenantId, async (tx) => {
      const made = await this.endpoints.insert(tx, tenantId, row, MAX_ENDPOINTS);
      if (made) await auditEndpoint(tx, tenantId, 'webhook.created', { after: made });
      return made;
    });
    if (!endpoint) throw new Problem('Conflict', { message: `An account has at most ${MAX_ENDPOINTS} webhooks` });
    return { endpoint, secret: plain };
  }

  async list(tenantId: TenantId, cursor: number | undefined, limit: number): Promise<Page<WebhookEndpoint>> {
    return this.database.tenant(tenantId, (tx) => this.endpoints.page(tx, tenantId, cursor, limit));
  }

  /** @throws Problem NotFound */
  async read(tenantId: TenantId, id: string): Promise<WebhookEndpoint> {
    return found(await this.database.tenant(tenantId, (tx) => this.endpoints.find(tx, tenantId, id)));
  }

  /** Changes what is given. @throws Problem InvalidParameter, MissingParameter or NotFound */
  async update(tenantId: TenantId, id: string, request: Partial<EndpointRequest>): Promise<WebhookEndpoint> {
    const { url, events, active } = request;
    if (url === undefined && events === undefined && active === undefined) throw nothingToChange();
    const change: EndpointChange = {
      url: url === undefined ? undefined : await this.checkedUrl(url),
      events: events === undefined ? undefined : eventTypesOf('Events', events),
      active,
    };
    return this.database.tenant(tenantId, async (tx) => {
      const before = found(await this.endpoints.hold(tx, tenantId, id));
      const after = found(await this.endpoints.update(tx, tenantId, id, change));
      await auditEndpoint(tx, tenantId, 'webhook.changed', { before, after });
      return after;
    });
  }

  /**
   * Removes an endpoint. Nothing is sent to it from then on: each delivery that still waits ends as failed when its
   * turn comes. @throws Problem NotFound
   */
  async delete(tenantId: TenantId, id: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const before = found(await this.endpoints.hold(tx, tenantId, id));
      await this.endpoints.delete(tx, tenantId, id);
      await auditEndpoint(tx, tenantId, 'webhook.deleted', { before });
    });
  }

  /** Gives an endpoint a new secret; the present one signs beside it for a day. @throws Problem NotFound */
  async rotateSecret(tenantId: TenantId, id: string): Promise<{ secret: string; previousUntil: Date }> {
    const previousUntil = new Date(Date.now() + ROTATION_OVERLAP_MS);
    const { plain, sealed } = this.secrets.create(tenantId);
    await this.database.tenant(tenantId, async (tx) => {
      const after = found(await this.endpoints.hold(tx, tenantId, id));
      await this.endpoints.rotate(tx, tenantId, id, sealed, previousUntil);
      await auditEndpoint(tx, tenantId, 'webhook.secret-rotated', { after });
    });
    return { secret: plain, previousUntil };
  }

  /** A name without an address is taken: it may get one before the first event, and a failed look-up says nothing. */
  private async checkedUrl(url: string): Promise<string> {
    try {
      return (await this.outbound.checkUrl(url)).url;
    } catch (error) {
      if (error instanceof UrlRefused) throw refusedField('InvalidParameter', 'Url', error.message);
      throw error;
    }
  }
}

function found(endpoint: WebhookEndpoint | undefined): WebhookEndpoint {
  if (!endpoint) throw new Problem('NotFound');
  return endpoint;
}

function nothingToChange(): Problem {
  return new Problem('MissingParameter', { message: 'Give at least one of Url, Events and Active' });
}
