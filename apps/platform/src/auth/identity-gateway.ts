import { Injectable } from '@nestjs/common';
import { IdentityClient, type IdentityAnswer } from '#libs/core/auth';
import { Problem, type ProblemCode, type ProblemDetail } from '#libs/core/http';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface IdentityError {
  Code: ProblemCode;
  Message: string;
  Details?: ProblemDetail[];
}

const UNREACHABLE = 'The identity service does not answer';

/**
 * A client of identity's internal interface, for requests that Platform forwards. A rejection by identity keeps its code
 * and message. If identity fails or does not answer, the message is a general one.
 */
@Injectable()
export class IdentityGateway {
  constructor(private readonly identity: IdentityClient) {}

  /** Returns the body of a success. @throws Problem with identity's code; ProviderError if it does not answer */
  async request<T>(method: Method, path: string, body?: unknown): Promise<T> {
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
  // 503: the change is recorded but not enforced yet. The client is told, because it can repeat the call.
  if (!error || (status >= 500 && status !== 503)) return new Problem('ProviderError', { message: UNREACHABLE, cause });
  const retryAfter = headers['retry-after'];
  return new Problem(error.Code, {
    message: error.Message,
    details: error.Details,
    headers: typeof retryAfter === 'string' ? { 'Retry-After': retryAfter } : undefined,
    cause,
  });
}
