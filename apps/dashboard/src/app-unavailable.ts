import { GraphQLError } from 'graphql';
import { Problem } from '#libs/core/http';

/** An app, identity or Redis did not answer, or what came was no answer. The text names no host and no cause; the log has it. */
export class AppUnavailable extends GraphQLError {
  constructor(app: string, cause: unknown) {
    super(`${app} does not answer right now. Try again later.`, {
      originalError: cause instanceof Error ? cause : undefined,
      extensions: { code: 'ServiceUnavailable', app },
    });
  }
}

/** Does work of a REST route, which answers 503 if an app, identity or Redis does not answer. @throws Problem ServiceUnavailable */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppUnavailable) throw new Problem('ServiceUnavailable', { message: error.message });
    throw error;
  }
}
