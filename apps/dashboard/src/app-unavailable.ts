import { GraphQLError } from 'graphql';

/** An app, identity or Redis did not answer, or what came was no answer. The text names no host and no cause; the log has it. */
export class AppUnavailable extends GraphQLError {
  constructor(app: string, cause: unknown) {
    super(`${app} does not answer right now. Try again later.`, {
      originalError: cause instanceof Error ? cause : undefined,
      extensions: { code: 'ServiceUnavailable', app },
    });
  }
}
