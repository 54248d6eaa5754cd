import { Injectable } from '@nestjs/common';
import { CredentialReader } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import { InvalidSubscription, parseSubscription } from '#libs/messaging/push';
import { DevicesService } from '../devices/devices.service.js';
import { PushServices } from './push-services.js';
import { PushSites } from './push-sites.service.js';

/** Browsers that register themselves, from the pages of a tenant's site. */
@Injectable()
export class SiteDevicesService {
  constructor(
    private readonly sites: PushSites,
    private readonly devices: DevicesService,
    private readonly services: PushServices,
    private readonly credentials: CredentialReader,
  ) {}

  /**
   * @throws Problem PermissionDenied for an unknown site key, TenantSuspended, InvalidParameter for a token that is no
   *   subscription at a known push service
   */
  async register(siteKey: string, token: string): Promise<void> {
    const tenantId = await this.activeTenant(siteKey);
    if (!this.services.includes(endpointOf(token))) throw invalidToken('has the endpoint of an unknown push service');
    await this.devices.register(tenantId, 'web', token);
  }

  private async activeTenant(siteKey: string): Promise<TenantId> {
    const tenantId = await this.sites.findTenant(siteKey);
    const tenant = tenantId && (await this.credentials.read('tenant', tenantId));
    if (!tenant) throw new Problem('PermissionDenied', { message: 'The site key is not known' });
    if (tenant.status === 'suspended') throw new Problem('TenantSuspended');
    return tenant.id;
  }
}

function endpointOf(token: string): string {
  try {
    return parseSubscription(token).endpoint;
  } catch (error) {
    if (!(error instanceof InvalidSubscription)) throw error;
    throw invalidToken(error.message);
  }
}

function invalidToken(message: string): Problem {
  return new Problem('InvalidParameter', {
    message: `Token ${message}`,
    details: [{ Field: 'Token', Message: message }],
  });
}
