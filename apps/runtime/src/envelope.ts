import { type Envelope, objectSchema, portugueseEnvelope, type ProblemPage, textSchema } from '#libs/core/http';
import { prefersPage } from '#libs/core/html';
import { errorPage, type OwnLabel } from './errors/error-page.js';

const PORTUGUESE = portugueseEnvelope();

/**
 * `{error: {message}}`, where the message names the fields at fault; for a client that prefers one, a page.
 * @param ownLabel the words of the tenant whose host the request is for
 */
export function runtimeEnvelope(ownLabel: (host: string | undefined) => OwnLabel | undefined): Envelope {
  return {
    render: (problem, requestId) => {
      const { status, body } = PORTUGUESE.render(problem, requestId);
      const { erro, ...extra } = body;
      return { status, body: { error: { message: erro }, ...extra } };
    },
    page: (problem, request): ProblemPage | null =>
      prefersPage(request) ? errorPage(problem, request, ownLabel(request.headers.host)) : null,
    schema: objectSchema({ error: objectSchema({ message: textSchema('O que deu errado') }) }),
  };
}
