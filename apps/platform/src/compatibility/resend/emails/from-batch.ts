import { Problem, type ProblemDetail } from '#libs/core/http';
import type { BatchAnswer, ItemError, ItemResult } from '../../../emails/batch.service.js';
import { resendText } from '../frame/resend-envelope.js';

/** Answer of `POST /emails/batch`: the ids of what was accepted, in order, and what was not. */
export interface FromBatch {
  data: { id: string }[];
  errors: { index: number; message: string }[];
}

export function fromBatch({ results }: BatchAnswer): FromBatch {
  return {
    data: results.flatMap((result) => ('messageIds' in result ? { id: result.messageIds[0] as string } : [])),
    errors: results.flatMap((result, index) =>
      'error' in result ? { index, message: resendText(problemOf(result.error)) } : [],
    ),
  };
}

/** The Problem of a strict batch of which nothing was accepted; undefined for any other. */
export function strictProblem({ results }: BatchAnswer, isStrict: boolean): Problem | undefined {
  const first = results.find(isRejected);
  return isStrict && first && results.every(isRejected) ? problemOf(first.error) : undefined;
}

const isRejected = (result: ItemResult): result is { error: ItemError } => 'error' in result;

const problemOf = ({ code, message, details }: ItemError): Problem =>
  new Problem(code as Problem['code'], { message, details: details as ProblemDetail[] | undefined });
