import { refusal } from '#libs/core/http';
import { DraftConflict } from './draft-conflict.js';
import { DraftResponse } from './draft.dto.js';

const CONFLICT = 'O rascunho mudou desde a base informada; a resposta traz os dois lados e nada foi perdido.';

/** Turns a conflict into 409 with both sides. */
export async function answeringConflict<T>(work: () => Promise<T>, enviado: object): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DraftConflict)) throw error;
    throw refusal('Conflict', { erro: CONFLICT, atual: DraftResponse.of(error.current), enviado });
  }
}
