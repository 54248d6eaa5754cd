import { LRUCache } from 'lru-cache';
import { matchesSearch, type MessageFacts, parseSearch, type Search, searchDocument } from '#libs/mail/mail-search';
import { hasFiles } from '../../messages/store/new-message.js';
import type { Incoming } from '../../receiving/delivery/delivery-rules.js';
import { type FilterActions, type FilterOutcome, NOTHING } from './filter-values.js';
import type { MailFilter } from './mail-filter.entity.js';

/** Parts of a filter that are needed to run it. */
export type RunningFilter = FilterActions & Pick<MailFilter, 'query' | 'stops'>;

const searches = new LRUCache<string, Search>({ max: 5_000 });

/**
 * Runs filters in their order over a message that arrives. Labels and forwarding addresses of all that match add up; the folder
 * of the last one counts. No filter after a match that stops is run.
 */
export function runFilters(filters: readonly RunningFilter[], incoming: Incoming): FilterOutcome {
  if (filters.length === 0) return NOTHING;
  const facts = factsOf(incoming);
  let outcome = NOTHING;
  for (const filter of filters) {
    if (!matchesSearch(searchOf(filter.query), facts)) continue;
    outcome = outcomeOf(outcome, filter);
    if (filter.stops) break;
  }
  return outcome;
}

function outcomeOf(before: FilterOutcome, filter: RunningFilter): FilterOutcome {
  const isMoved = filter.folderId !== null || filter.trashes;
  return {
    folderId: isMoved ? filter.folderId : before.folderId,
    trashes: isMoved ? filter.trashes : before.trashes,
    marksRead: before.marksRead || filter.marksRead,
    stars: before.stars || filter.stars,
    labelIds: [...new Set([...before.labelIds, ...filter.labelIds])],
    forwardTo: [...new Set([...before.forwardTo, ...filter.forwardTo])],
  };
}

/** Stored searches were valid when they were stored. */
function searchOf(query: string): Search {
  let search = searches.get(query);
  if (!search) searches.set(query, (search = parseSearch(query)));
  return search;
}

/** A message that arrives is unread, in the inbox, and has no labels. */
function factsOf({ content, message, inbound }: Incoming): MessageFacts {
  const { subject, text, from, to, cc, bcc, listId } = content;
  const files = message.attachments ?? [];
  const document = searchDocument({
    subject,
    text,
    from,
    to,
    cc,
    bcc,
    listId,
    fileNames: files.map(({ fileName }) => fileName),
    hasAttachments: hasFiles(files),
  });
  const folder = { kind: 'inbox', name: 'inbox' };
  return { document, at: inbound.receivedAt, bytes: message.bytes, isRead: false, folder, labels: [] };
}
