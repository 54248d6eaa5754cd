import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { currentPrincipal } from '#libs/core/auth';
import { Problem, invalidField } from '#libs/core/http';
import { OutboundClient, UrlRejected } from '#libs/core/outbound';
import { Database, isId, type Page, type PageRequest, type TenantId } from '#libs/core/persistence';
import { PlatformConfig } from '../config.js';
import type { WebhookFormat } from '../webhook-formats/words.js';
import { WebhookFormats } from '../webhook-formats/webhook-formats.js';
import { eventTypesOf, requireToldBy } from './event-selection.js';
import { auditEndpoint } from './webhook-audit.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEndpointRepository } from './webhook-endpoint.repository.js';
import { ROTATION_OVERLAP_MS, WebhookSecrets } from './webhook-secrets.js';

export const MAX_ENDPOINTS = 50;

export interface EndpointRequest {
  url: string;
  events: readonly string[];
  format: WebhookFormat;
  active: boolean;
}

/** A tenant's webhook endpoints. In production a test key makes and sees endpoints for test messages alone. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly database: Database,
    private readonly endpoints: WebhookEndpointRepository,
    private readonly secrets: WebhookSecrets,
    private readonly formats: WebhookFormats,
    private readonly outbound: OutboundClient,
    private readonly config: PlatformConfig,
  ) {}

  /** Adds an endpoint; its secret is shown this once. @throws Problem InvalidParameter or Conflict */
  async create(
    tenantId: TenantId,
    { url, events, format, active }: EndpointRequest,
  ): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
    const environment: 'live' | 'test' = this.visibleEnvironment() ?? 'live';
    const validated = {
      environment,
      url: await this.validatedUrl(url),
      events: eventTypesOf('Events', events),
      format,
      active,
    };
    requireToldBy(format, 'Events', validated.events);
    await this.formats.prepare(format);
    const { plain, sealed } = this.secrets.create(tenantId);
    const endpoint = await this.database.tenant(tenantId, async (tx) => {
      const after = await this.endpoints.insert(tx, tenantId, { ...validated, secret: sealed }, MAX_ENDPOINTS);
      if (after) await auditEndpoint(tx, 'webhook.created', { after });
      return after;
    });
    if (!endpoint) throw new Problem('Conflict', { message: `An account has at most ${MAX_ENDPOINTS} webhooks` });
    return { endpoint, secret: plain };
  }

  async listPage(tenantId: TenantId, page: PageRequest): Promise<Page<WebhookEndpoint>> {
    return this.database.tenant(tenantId, (tx) =>
      this.endpoints.listPage(tx, tenantId, this.visibleEnvironment(), page),
    );
  }

  async find(tenantId: TenantId, id: string): Promise<WebhookEndpoint | null> {
    if (!isId('whk', id)) return null;
    const endpoint = await this.database.tenant(tenantId, (tx) => this.endpoints.find(tx, tenantId, id));
    const visible = this.visibleEnvironment();
    return visible && endpoint?.environment !== visible ? null : endpoint;
  }

  /** Changes what is given. @throws Problem InvalidParameter, MissingParameter or NotFound */
  async update(endpoint: WebhookEndpoint, request: Partial<EndpointRequest>): Promise<WebhookEndpoint> {
    const { url, events, format, active } = request;
    if ([url, events, format, active].every((value) => value === undefined)) throw nothingToChange();
    const change = {
      url: url === undefined ? undefined : await this.validatedUrl(url),
      events: events === undefined ? undefined : eventTypesOf('Events', events),
      format,
      active,
    };
    if (format) await this.formats.prepare(format);
    return this.database.tenant(endpoint.tenantId, async (tx) => {
      const before = await this.lockForUpdate(tx, endpoint);
      const field = events ? 'Events' : 'Format';
      requireToldBy(change.format ?? before.format, field, change.events ?? before.events);
      // Another server has to prove itself.
      const moves = change.url !== undefined && change.url !== before.url;
      const after = await this.endpoints.update(tx, before, {
        ...change,
        ...(moves && { provenAt: null }),
        ...((moves || (active && !before.active)) && { failingSince: null }),
        ...(active && { disabledAt: null }),
      });
      await auditEndpoint(tx, 'webhook.changed', { before, after });
      return after;
    });
  }

  /** Deletes an endpoint. Each of its pending deliveries fails when its job runs. @throws Problem NotFound */
  async delete(endpoint: WebhookEndpoint): Promise<void> {
    await this.database.tenant(endpoint.tenantId, async (tx) => {
      const before = await this.lockForUpdate(tx, endpoint);
      await this.endpoints.delete(tx, before);
      await auditEndpoint(tx, 'webhook.deleted', { before });
    });
  }

  /** Gives an endpoint a new secret; the present one signs beside it for a day. @throws Problem NotFound */
  async rotateSecret(endpoint: WebhookEndpoint): Promise<{ secret: string; previousUntil: Date }> {
    const previousUntil = new Date(Date.now() + ROTATION_OVERLAP_MS);
    const { plain, sealed } = this.secrets.create(endpoint.tenantId);
    await this.database.tenant(endpoint.tenantId, async (tx) => {
      const after = await this.lockForUpdate(tx, endpoint);
      const change = { secret: sealed, previousSecret: after.secret, previousSecretUntil: previousUntil };
      await this.endpoints.update(tx, after, change);
      await auditEndpoint(tx, 'webhook.secret-rotated', { after });
    });
    return { secret: plain, previousUntil };
  }

  /** The environment whose endpoints the current request sees; undefined for both. */
  private visibleEnvironment(): 'test' | undefined {
    const principal = currentPrincipal();
    const isTestKey = principal?.kind === 'key' && principal.environment === 'test';
    return isTestKey && this.config.isProduction ? 'test' : undefined;
  }

  private async lockForUpdate(tx: EntityManager, { tenantId, id }: WebhookEndpoint): Promise<WebhookEndpoint> {
    const endpoint = await this.endpoints.lockForUpdate(tx, tenantId, id);
    if (!endpoint) throw new Problem('NotFound');
    return endpoint;
  }

  /** A host name without an address is allowed: it may get one before the first event. */
  private async validatedUrl(url: string): Promise<string> {
    try {
      return (await this.outbound.checkUrl(url)).url;
    } catch (error) {
      if (error instanceof UrlRejected) throw invalidField('InvalidParameter', 'Url', error.message);
      throw error;
    }
  }
}

function nothingToChange(): Problem {
  return new Problem('MissingParameter', { message: 'Give at least one of Url, Events, Format and Active' });
}
