import { Injectable } from '@nestjs/common';
import { IdentityClient, type IdentityAnswer } from '#libs/auth';
import { Problem, type ProblemCode, type ProblemDetail } from '#libs/http';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface IdentityError {
  Code: ProblemCode;
  Message: string;
  Details?: ProblemDetail[];
}

const UNREACHABLE = 'The identity service does not answer';

/**
 * Identity's internal interface, for what Platform passes on. What identity refuses is refused in the same words; that
 * it cannot be reached, or fails, is said in general ones.
 */
@Injectable()
export class IdentityGateway {
  constructor(private readonly identity: IdentityClient) {}

  /** The body of a success. @throws Problem with identity's code, or ProviderError when it does not answer */
  async ask<T>(method: Method, path: string, body?: unknown): Promise<T> {
    const answer = await this.call(method, path, body);
    if (answer.status < 300) return answer.body as T;
    throw toProblem(answer);
  }

  private async call(method: Method, path: string, body: unknown): Promise<IdentityAnswer> {
    try {
      return await this.identity.call(method, path, body);
    } catch (cause) {
      throw new Problem('ProviderError', { message: UNREACHABLE, cause });
    }
  }
}

function toProblem({ status, headers, body }: IdentityAnswer): Problem {
  const error = (body as { Error?: IdentityError } | undefined)?.Error;
  const cause = new Error(`Identity answered ${status} ${error?.Code ?? ''}`);
  // A change that is recorded and not in force yet (503) is for the caller to know: it can be repeated.
  if (!error || (status >= 500 && status !== 503)) return new Problem('ProviderError', { message: UNREACHABLE, cause });
  const retryAfter = headers['retry-after'];
  return new Problem(error.Code, {
    message: error.Message,
    details: error.Details,
    headers: typeof retryAfter === 'string' ? { 'Retry-After': retryAfter } : undefined,
    cause,
  });
}
