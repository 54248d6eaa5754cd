import { MailConfig } from '../../apps/mail/src/config.js';
import { createMail } from '../../apps/mail/src/mail.js';
import type { StartableApp } from './app-stack.js';
import { StackTenant } from './stack-tenant.js';
import { startTenantStack, TenantStack } from './tenant-stack.js';

const MAIL: StartableApp<MailConfig> = { name: 'mail', config: MailConfig, create: createMail };

export type MailStack = TenantStack<MailConfig>;
export type MailTenant = StackTenant;

/** Mail in this process, on a database and a Redis of its own, without identity. */
export async function mailStack(environment: Record<string, string> = {}, redisUrl?: string): Promise<MailStack> {
  return new TenantStack(await startTenantStack(MAIL, { environment, redisUrl }), StackTenant);
}
