import type { MailFilter } from './mail-filter.entity.js';

/** Filters of a mailbox. */
export const MAX_FILTERS = 100;
export const MAX_FILTER_LABELS = 10;
export const MAX_FILTER_FORWARDS = 3;

/** Actions of a filter. */
export type FilterActions = Pick<MailFilter, 'folderId' | 'labelIds' | 'marksRead' | 'stars' | 'trashes' | 'forwardTo'>;

/** Fields of a filter that a user sets. */
export type FilterValues = FilterActions & Pick<MailFilter, 'name' | 'enabled' | 'query' | 'stops'>;

/** Outcome of all filters for one message. */
export interface FilterOutcome {
  folderId: string | null;
  trashes: boolean;
  marksRead: boolean;
  stars: boolean;
  labelIds: string[];
  forwardTo: string[];
}

export const NOTHING: FilterOutcome = {
  folderId: null,
  trashes: false,
  marksRead: false,
  stars: false,
  labelIds: [],
  forwardTo: [],
};
