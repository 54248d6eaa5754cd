import { GraphQLError } from 'graphql';
import type { AppName } from '../app-names.js';

/** Root fields of one operation that an app is asked: those of the operation, and those by which links are followed. */
export const ROOT_FIELDS_OF_AN_APP = 10;

/** Counts the root fields that each app is asked for one operation. */
export class CallBudget {
  readonly #asked = new Map<AppName, number>();

  /** Takes root fields of an app. @throws GraphQLError if they are too many */
  take(app: AppName, rootFields: number): void {
    const asked = (this.#asked.get(app) ?? 0) + rootFields;
    if (asked > ROOT_FIELDS_OF_AN_APP)
      throw new GraphQLError(
        `The links of the query need more than ${ROOT_FIELDS_OF_AN_APP} root fields of ${app}; ask for a smaller page.`,
        {
          extensions: { code: 'ValidationError', app },
        },
      );
    this.#asked.set(app, asked);
  }
}
