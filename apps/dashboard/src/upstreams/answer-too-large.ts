import { GraphQLError } from 'graphql';

/** The answers of apps to one request are more than the gateway puts together. */
export class AnswerTooLarge extends GraphQLError {
  constructor(app: string) {
    super('The answer is too large; ask for fewer fields, or for a smaller page.', {
      extensions: { code: 'ValidationError', app },
    });
  }
}
