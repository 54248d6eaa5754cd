import type { BatchResponse, BatchResult, EnqueuedResponse } from './dto/email.responses.js';
import type { BatchAnswer, ItemResult } from './batch.service.js';
import type { Enqueued } from '../sending/sending.service.js';

export function toEnqueuedResponse({ messageIds, reused }: Enqueued): EnqueuedResponse {
  return { MessageId: messageIds[0] ?? '', MessageIds: messageIds, Status: 'queued', ReusedIdempotency: reused };
}

export function toBatchResponse({ results, reused }: BatchAnswer): BatchResponse {
  return { Count: results.length, Results: results.map(toBatchResult), ReusedIdempotency: reused };
}

function toBatchResult(result: ItemResult, Index: number): BatchResult {
  if ('messageIds' in result) return { Index, MessageId: result.messageIds[0], MessageIds: result.messageIds };
  const { code, message, details } = result.error;
  return { Index, Error: { Type: 'Sender', Code: code, Message: message, ...(details ? { Details: details } : {}) } };
}
