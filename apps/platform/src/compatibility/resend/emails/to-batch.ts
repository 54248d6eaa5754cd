import { bodyOf, Problem, type ProblemDetail } from '#libs/core/http';
import { SendEmailRequest } from '../../../emails/dto/send-email.request.js';
import { requireWellFormed } from '../../../emails/email-draft.js';
import { toSendRequest } from './to-send-request.js';

/**
 * Makes our requests of the bodies of a batch. One that is invalid is its Problem, which becomes its result; of a strict batch it is
 * that of the call, and nothing is sent.
 * @throws Problem of the first invalid e-mail, if `isStrict`
 */
export function toBatch(bodies: readonly unknown[], isStrict: boolean): unknown[] {
  const requests: unknown[] = [];
  for (const [index, body] of bodies.entries()) {
    try {
      const request = toSendRequest(body);
      if (isStrict) requireWellFormed(bodyOf(request, SendEmailRequest));
      requests.push(request);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (isStrict) throw placed(error, index);
      requests.push(error);
    }
  }
  return requests;
}

/** The Problem with the place of its e-mail before each field. */
function placed(problem: Problem, index: number): Problem {
  const details = problem.details?.map(({ Field, Message }): ProblemDetail => ({
    Field,
    Message: `${Message} (e-mail ${index} of the batch)`,
  }));
  return new Problem(problem.code, { message: problem.message, details, headers: { ...problem.headers } });
}
