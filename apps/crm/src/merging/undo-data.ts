import type { DataKey } from '#libs/core/secrets';
import type { Contact } from '../contacts/contact.entity.js';
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
  /** When the person last did something, if the merge made it later; absent in older merges. */
  lastDeed?: { before: string | null; after: string } | null;
}

type Deeds = Pick<Contact, 'lastPersonActivityAt'>;

/** The later of what the two did last, and what is kept of it for the undo. */
export function planDeed(kept: Deeds, other: Deeds): Deeds & Pick<UndoData, 'lastDeed'> {
  const [before, after] = [kept.lastPersonActivityAt, other.lastPersonActivityAt];
  if (!after || (before && before >= after)) return { lastPersonActivityAt: before, lastDeed: null };
  const lastDeed = { before: before?.toISOString() ?? null, after: after.toISOString() };
  return { lastPersonActivityAt: after, lastDeed };
}

/** Takes back what {@link planDeed} changed; nothing if the person did something since. */
export function revertDeed(kept: Deeds, { lastDeed }: UndoData): Partial<Deeds> {
  if (!lastDeed || kept.lastPersonActivityAt?.toISOString() !== lastDeed.after) return {};
  return { lastPersonActivityAt: lastDeed.before === null ? null : new Date(lastDeed.before) };
}

export const sealUndo = (key: DataKey, undo: UndoData): Buffer => key.seal(PURPOSE, JSON.stringify(undo));

export const openUndo = (key: DataKey, sealed: Buffer): UndoData => JSON.parse(key.open(PURPOSE, sealed)) as UndoData;
