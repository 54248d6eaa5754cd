import type { EntityManager } from 'typeorm';
import { refusal } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import { Media } from '#libs/sites/sites';

/**
 * Refuses a picture that the tenant does not have: pages would be published without it. A value that is already stored is accepted,
 * because its picture may have been deleted since.
 * @param before the value that is stored @param field its name in the body
 * @throws Problem Unprocessable
 */
export async function requireMedia(
  tx: EntityManager,
  tenantId: TenantId,
  { id, before, field }: { id: string | null; before: string | null; field: string },
): Promise<void> {
  if (id === null || id === before || (await tx.existsBy(Media, { tenantId, id }))) return;
  throw refusal('Unprocessable', { erro: 'A mídia não existe.', campo: field });
}
