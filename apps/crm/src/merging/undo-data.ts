import type { DataKey } from '#libs/core/secrets';
import type { MovedLead, MovedLink } from './merge-links.js';
import type { RowChanges } from './merge-plan.js';

const PURPOSE = 'merge-undo';

/** Changes of a merge in the kept contact. The other one is deleted with all it had. */
export interface UndoData extends RowChanges {
  links: MovedLink[];
  leads: MovedLead[];
  /** The consents that the merge withdrew. */
  consentIds: string[];
  /** The suggestion of the pair, if the merge decided it; absent in older merges. */
  suggestionId?: string | null;
}

export const sealUndo = (key: DataKey, undo: UndoData): Buffer => key.seal(PURPOSE, JSON.stringify(undo));

export const openUndo = (key: DataKey, sealed: Buffer): UndoData => JSON.parse(key.open(PURPOSE, sealed)) as UndoData;
