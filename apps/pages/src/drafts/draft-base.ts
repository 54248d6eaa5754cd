import { sha256Hex } from '#libs/core/secrets';
import type { Page } from '../pages/page.entity.js';

const LENGTH = 24;

/**
 * The opaque value that names what an author sees: a state of the draft or, without one, the newest version. Another
 * write of the draft changes it.
 */
export function draftBase({ id, draftRevision, newestVersion }: Page, hasDraft: boolean): string {
  const state = hasDraft ? `draft ${draftRevision}` : `version ${newestVersion} after draft ${draftRevision}`;
  return sha256Hex(`${id} ${state}`).slice(0, LENGTH);
}
