import type { Role } from '#libs/auth';
import type { TenantResponse } from './dto/tenant.responses.js';

/** A tenant as identity tells of it to one of its members. */
export interface MemberTenant {
  id: string;
  slug: string;
  name: string;
  role: Role;
  status: string;
  plan: string;
  products: string[];
}

export function toTenantResponse({ id, slug, name, role, status, plan, products }: MemberTenant): TenantResponse {
  return { Id: id, Slug: slug, Name: name, Role: role, Status: status, Plan: plan, Products: products };
}
