import { Problem, type ProblemDetail } from '#libs/core/http';
import type { ItemResult } from '../../../emails/batch.service.js';
import { TheirFields } from '../../frame/their-fields.js';
import { postmarkErrorOf } from '../postmark-envelope.js';

/** Answer for an e-mail that was accepted. */
export function fromAccepted(body: unknown, messageIds: readonly string[], submittedAt: Date): object {
  const { To, Cc, Bcc } = recipientsOf(body);
  return {
    To,
    ...(Cc && { Cc }),
    ...(Bcc && { Bcc }),
    SubmittedAt: submittedAt.toISOString(),
    MessageID: messageIds[0],
    ErrorCode: 0,
    Message: 'OK',
  };
}

/** Answers for the e-mails of a batch, in its order. */
export function fromResults(bodies: readonly unknown[], results: readonly ItemResult[], submittedAt: Date): object[] {
  return results.map((result, index) =>
    'messageIds' in result
      ? fromAccepted(bodies[index], result.messageIds, submittedAt)
      : fromError(
          new Problem(result.error.code as Problem['code'], {
            message: result.error.message,
            details: result.error.details as ProblemDetail[] | undefined,
          }),
        ),
  );
}

function fromError(problem: Problem): object {
  const { ErrorCode, Message } = postmarkErrorOf(problem);
  return { ErrorCode, Message };
}

function recipientsOf(body: unknown): { To: string; Cc?: string; Bcc?: string } {
  const email = TheirFields.of(body);
  return { To: email.text('To') ?? '', Cc: email.text('Cc'), Bcc: email.text('Bcc') };
}
