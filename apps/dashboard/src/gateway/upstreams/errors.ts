import { GraphQLError } from 'graphql';

/** An app, or identity, did not answer, or what came was no answer. The text names no host and no cause; the log has it. */
export class AppUnavailable extends GraphQLError {
  constructor(app: string, cause: unknown) {
    super(`${app} does not answer right now. Try again later.`, {
      originalError: cause instanceof Error ? cause : undefined,
      extensions: { code: 'ServiceUnavailable', app },
    });
  }
}

/** What the apps answered to one request is more than the gateway puts together. */
export class AnswerTooLarge extends GraphQLError {
  constructor(app: string) {
    super('The answer is too large; ask for fewer fields, or for a smaller page.', {
      extensions: { code: 'ValidationError', app },
    });
  }
}
