import type { TenantId } from '#libs/core/persistence';
import type { PlatformConfig } from '../../config.js';
import { SMS_CALLBACK_PATH } from '../../limits/public-paths.js';
import { callbackUrlOf, REPEAT } from '../sms-carriers.js';

/** The path of the callbacks of tenants' own carriers; the id of the tenant follows. */
export const OWN_CALLBACK_PATH = `${SMS_CALLBACK_PATH}/accounts`;

type Publicity = Pick<PlatformConfig, 'publicUrl'>;

/** The address that a tenant's carrier reports to; undefined without a public address. */
export function ownCallbackUrl(config: Publicity, tenantId: TenantId): string | undefined {
  const base = baseOf(config, tenantId);
  return base && `${base}${REPEAT}`;
}

/** The addresses that its carrier may sign. */
export function ownCallbackUrls(config: Publicity, tenantId: TenantId): string[] {
  const base = baseOf(config, tenantId);
  return base === undefined ? [] : [base, `${base}${REPEAT}`];
}

/** The address of texts that come in at a tenant's carrier. */
export function ownInboundUrl(config: Publicity, tenantId: TenantId): string | undefined {
  const base = baseOf(config, tenantId);
  return base && `${base}/inbound`;
}

function baseOf(config: Publicity, tenantId: TenantId): string | undefined {
  return config.publicUrl ? `${callbackUrlOf(config)}/accounts/${tenantId}` : undefined;
}
