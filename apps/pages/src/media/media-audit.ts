import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit } from '#libs/core/audit';
import type { Media } from '#libs/sites/sites';

const SHOWN = ['description', 'type', 'width', 'height', 'bytes'] as const;

type MediaAction = 'media.created' | 'media.changed' | 'media.deleted';

export async function auditMedia(tx: EntityManager, action: MediaAction, media: Media): Promise<void> {
  const fields = auditFields(media, SHOWN);
  const change = action === 'media.deleted' ? { before: fields } : { after: fields };
  await recordAudit(tx, { action, object: { type: 'media', id: media.id }, tenantId: media.tenantId, ...change });
}
