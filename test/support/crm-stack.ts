import type { Provider } from '@nestjs/common';
import { vi } from 'vitest';
import { CrmModule } from '../../apps/crm/src/app.module.js';
import { CrmConfig } from '../../apps/crm/src/config.js';
import { createCrm } from '../../apps/crm/src/crm.js';
import type { StartableApp } from './app-stack.js';
import { CONTACT_GUARD } from './contact-guard.sql.js';
import { StackTenant } from './stack-tenant.js';
import { startTenantStack, TenantStack } from './tenant-stack.js';

const CRM: StartableApp<CrmConfig> = { name: 'crm', config: CrmConfig, create: createCrm };

export type CrmStack = TenantStack<CrmConfig>;
export type CrmTenant = StackTenant;

/** The CRM in this process, on a database and a Redis of its own, without identity. */
export async function crmStack(environment: Record<string, string> = {}): Promise<CrmStack> {
  const stack = new TenantStack(await startTenantStack(CRM, { environment }), StackTenant);
  await stack.sql(CONTACT_GUARD);
  return stack;
}

/** The CRM with providers of a spec, such as something that listens. */
export async function crmStackWith(providers: Provider[], environment: Record<string, string> = {}): Promise<CrmStack> {
  const forRoot = CrmModule.forRoot.bind(CrmModule);
  const spy = vi.spyOn(CrmModule, 'forRoot').mockImplementation((config) => ({ ...forRoot(config), providers }));
  try {
    return await crmStack(environment);
  } finally {
    spy.mockRestore();
  }
}
