import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { requestOf } from '#libs/auth';
import { ContextSlot } from '#libs/http';
import type { ConsoleTenant } from './console-tenant.js';
import { ConsoleTenantsService } from './console-tenants.service.js';

const slot = new ContextSlot<ConsoleTenant>('tenant that an operator looks at');

/** The tenant that `{id}` of an operator's route names. */
export function knownTenant(): ConsoleTenant {
  const tenant = slot.get();
  if (!tenant) throw new Error('The route does not use KnownTenantGuard');
  return tenant;
}

/** Finds the tenant that `{id}` names, before query and body are looked at. */
@Injectable()
export class KnownTenantGuard implements CanActivate {
  constructor(private readonly tenants: ConsoleTenantsService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    slot.set(await this.tenants.get(String(requestOf(context).params['id'])));
    return true;
  }
}
