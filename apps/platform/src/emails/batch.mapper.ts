import type { BatchResponse, BatchResult } from './dto/batch.responses.js';
import type { BatchAnswer, ItemResult } from './batch.service.js';

export function toBatchResponse({ results, reused }: BatchAnswer): BatchResponse {
  return { Count: results.length, Results: results.map(toBatchResult), ReusedIdempotency: reused };
}

function toBatchResult(result: ItemResult, Index: number): BatchResult {
  if ('messageIds' in result) return { Index, MessageId: result.messageIds[0], MessageIds: result.messageIds };
  const { code, message, details } = result.error;
  return { Index, Error: { Type: 'Sender', Code: code, Message: message, ...(details ? { Details: details } : {}) } };
}
