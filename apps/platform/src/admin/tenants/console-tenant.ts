import type { TenantId } from '#libs/persistence';
import type { UsageCounters } from '../../account/account.responses.js';
import type { Usage } from '../../usage/usage.repository.js';
import type { ConsoleTenantResponse, ConsoleTenantView } from './dto/tenant.responses.js';

/** A tenant as identity tells operators of it. */
export interface ConsoleTenant {
  id: TenantId;
  name: string;
  slug: string;
  status: string;
  statusReason: string | null;
  plan: string;
  products: string[];
  members: number;
  createdAt: string;
  updatedAt: string;
}

export function toTenantView(tenant: ConsoleTenant): ConsoleTenantView {
  return {
    Id: tenant.id,
    Slug: tenant.slug,
    Name: tenant.name,
    Status: tenant.status,
    StatusReason: tenant.statusReason,
    Plan: tenant.plan,
    Products: tenant.products,
    Members: tenant.members,
    CreatedAt: tenant.createdAt,
    UpdatedAt: tenant.updatedAt,
  };
}

export function toTenantDetail(tenant: ConsoleTenant, usage: Usage): ConsoleTenantResponse {
  return { Tenant: toTenantView(tenant), Usage: toUsageCounters(usage) };
}

function toUsageCounters(usage: Usage): UsageCounters {
  return {
    Period: usage.period,
    EmailsSent: usage.emailsSent,
    SmsSent: usage.smsSent,
    PushSent: usage.pushSent,
    ApiCalls: usage.apiCalls,
    UpdatedAt: usage.updatedAt?.toISOString() ?? null,
  };
}
