import { Injectable } from '@nestjs/common';
import { currentSession, type TenantStatus } from '#libs/core/auth';
import { isPublicId, Problem, invalidField } from '#libs/core/http';
import { IdentityGateway } from '../../auth/identity-gateway.js';
import { NO_PLAN } from '../../plans/plan.js';
import { UsageService, type Usage } from '../../usage/usage.service.js';
import type { Invitation } from '../../tenants/members.js';
import { ConsolePlansService } from '../plans/console-plans.service.js';
import type { ConsoleTenant } from './console-tenant.js';
import { PRODUCTS } from '../../catalogue.js';

export interface TenantListing {
  status?: TenantStatus;
  plan?: string;
  q?: string;
  cursor: number;
  limit: number;
}

export interface TenantChange {
  status?: TenantStatus;
  plan?: string;
  products?: string[];
}

export interface TenantForOwner {
  name: string;
  ownerEmail: string;
  plan?: string;
  products?: string[];
}

interface TenantPage {
  tenants: ConsoleTenant[];
  nextCursor: number;
  hasMore: boolean;
}

const ROOT = '/internal/console/tenants';

/** The tenants of the platform, as operators see and change them. Identity stores them. */
@Injectable()
export class ConsoleTenantsService {
  constructor(
    private readonly identity: IdentityGateway,
    private readonly usage: UsageService,
    private readonly plans: ConsolePlansService,
  ) {}

  /** Newest first. */
  async list(listing: TenantListing): Promise<TenantPage> {
    const given = Object.entries(listing).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
    return this.identity.request<TenantPage>('GET', `${ROOT}?${query}`);
  }

  /** @throws Problem NotFound */
  async get(id: string): Promise<ConsoleTenant> {
    if (!isPublicId('acc', id)) throw new Problem('NotFound');
    return this.identity.request<ConsoleTenant>('GET', `${ROOT}/${id}`);
  }

  /** Reads the use of the present month and of today. */
  async getUsage(tenant: ConsoleTenant): Promise<Usage> {
    return this.usage.get(tenant, new Date());
  }

  /**
   * Creates a tenant, and invites its owner by mail.
   * @throws Problem InvalidParameter, Throttling
   */
  async create({ name, ownerEmail, plan, products }: TenantForOwner): Promise<{ id: string; invitation: Invitation }> {
    if (plan !== undefined) await this.requirePlan(plan);
    if (products !== undefined) requireProducts(products);
    const body = {
      operatorId: currentSession().userId,
      name,
      email: ownerEmail,
      plan,
      products: products && [...new Set(products)],
    };
    const { tenant, invitation } = await this.identity.request<{ tenant: { id: string }; invitation: Invitation }>(
      'POST',
      ROOT,
      body,
    );
    return { id: tenant.id, invitation };
  }

  /** Invites the owner of a tenant that has no member. @throws Problem Conflict, AlreadyExists, Throttling */
  async inviteOwner(id: string, email: string): Promise<Invitation> {
    const body = { operatorId: currentSession().userId, email };
    return this.identity.request<Invitation>('POST', `${ROOT}/${id}/invitations`, body);
  }

  /**
   * Changes what is given. When this returns, every app enforces it.
   * @throws Problem NotFound, MissingParameter or InvalidParameter
   */
  async update(id: string, { status, plan, products }: TenantChange, reason: string | undefined): Promise<void> {
    requireChange({ status, plan, products });
    if (plan !== undefined) await this.requirePlan(plan);
    if (products !== undefined) requireProducts(products);
    if (status === 'suspended' && !reason) {
      throw invalidField('MissingParameter', 'Reason', 'is required to suspend an account');
    }
    const change = { status, plan, products: products && [...new Set(products)], reason: reason || undefined };
    await this.identity.request('PATCH', `/internal/tenants/${id}`, change);
  }

  private async requirePlan(name: string): Promise<void> {
    if (name === NO_PLAN || (await this.plans.find(name))) return;
    const names = (await this.plans.list()).map((plan) => plan.name);
    throw invalidField('InvalidParameter', 'Plan', `must be one of ${names.join(', ')}, or empty`);
  }
}

function requireChange(change: TenantChange): void {
  if (Object.values(change).some((value) => value !== undefined)) return;
  throw new Problem('MissingParameter', { message: 'Give at least one of Status, Plan and Products' });
}

function requireProducts(products: readonly string[]): void {
  const known: readonly string[] = PRODUCTS;
  const index = products.findIndex((product) => !known.includes(product));
  if (index < 0) return;
  throw invalidField('InvalidParameter', `Products[${index}]`, `must be one of ${PRODUCTS.join(', ')}`);
}
