import { SealedCursors, type TenantId } from '#libs/core/persistence';
import { type SecretBox, sha256Hex } from '#libs/core/secrets';

/** The cursors of a list of one tenant with one filter; those of another are invalid. */
export function filteredCursors(secrets: SecretBox, list: string, tenantId: TenantId, filter: object): SealedCursors {
  return new SealedCursors(secrets, `${list} ${tenantId} ${sha256Hex(JSON.stringify(filter))}`);
}
