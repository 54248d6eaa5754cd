import type { DraftState } from './drafts.service.js';

/** The draft is not what the author saw. */
export class DraftConflict extends Error {
  override readonly name = 'DraftConflict';

  /** @param current what is there now */
  constructor(readonly current: DraftState) {
    super('The draft was changed meanwhile');
  }
}
