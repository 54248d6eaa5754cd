import type { SuppressionPageResponse, SuppressionResponse, SuppressionView } from './dto/suppression.responses.js';
import type { Suppression } from './suppression.js';
import type { SuppressionPage } from './suppression.repository.js';

export function toSuppressionResponse(entry: Suppression): SuppressionResponse {
  return { Suppression: toView(entry) };
}

export function toSuppressionPage({ items, nextCursor, hasMore }: SuppressionPage): SuppressionPageResponse {
  return { Suppressions: items.map(toView), NextCursor: nextCursor, HasMore: hasMore };
}

function toView({ id, address, reason, source, messageId, createdAt }: Suppression): SuppressionView {
  return {
    Id: id,
    Address: address,
    Reason: reason,
    Source: source,
    MessageId: messageId,
    CreatedAt: createdAt.toISOString(),
  };
}
