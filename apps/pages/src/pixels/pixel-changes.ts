import type { UpdatePixelRequest } from './pixel.dto.js';
import type { PixelValues } from './pixel.repository.js';

/** Maps the fields that the body has; the others stay as they are. */
export function toPixelChanges({ nome, ativo }: UpdatePixelRequest): Partial<PixelValues> {
  return { ...(nome !== undefined && { name: nome }), ...(ativo !== undefined && { active: ativo }) };
}
