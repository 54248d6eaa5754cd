import type { BlockEntry } from './block-entry.js';
import type { BlockPage } from './blocklist.service.js';
import type { BlockPageResponse, BlockResponse, BlockView } from './dto/blocklist.responses.js';

export function toBlockResponse(entry: BlockEntry): BlockResponse {
  return { Entry: toBlockView(entry) };
}

export function toBlockPage({ items, nextCursor, hasMore }: BlockPage): BlockPageResponse {
  return { Entries: items.map(toBlockView), NextCursor: nextCursor, HasMore: hasMore };
}

export function toBlockView({ id, kind, value, reason, createdBy, createdAt }: BlockEntry): BlockView {
  return {
    Id: id,
    Kind: kind,
    Value: value,
    Reason: reason,
    CreatedBy: createdBy,
    CreatedAt: createdAt.toISOString(),
  };
}
