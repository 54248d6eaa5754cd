import type { TenantId } from '#libs/core/persistence';
import type { SecretBox } from '#libs/core/secrets';

const PURPOSE = 'consented visitor';
const ID_BYTES = 8;

/** Id of a visitor as it is stored, made of the id to which the visitor consented: two tenants cannot compare theirs. */
export const consentedVisitorId = (secrets: SecretBox, tenantId: TenantId, consentedId: string): string =>
  secrets.mac(PURPOSE, tenantId, consentedId.toLowerCase()).subarray(0, ID_BYTES).toString('base64url');
