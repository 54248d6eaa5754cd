import type { Problem } from '#libs/http';
import { refusal } from '../refusal.js';

/** What a new page shows. */
export const EMPTY_DOCUMENT = { versao: 2, secoes: [], estilo: {} };

/** @throws Problem Unprocessable for a missing or blank title */
export function requiredTitle(title: string | undefined): string {
  const trimmed = title?.trim();
  if (!trimmed) throw titleMissing();
  return trimmed;
}

const titleMissing = (): Problem => refusal('Unprocessable', { erro: 'Informe o título.', campo: 'titulo' });
