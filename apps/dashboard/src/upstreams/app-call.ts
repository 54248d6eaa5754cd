import type { AppName } from '../app-names.js';
import type { CallBudget } from './call-budget.js';

/** The credentials and the trace of a request, as they go on to the apps, and what their calls and answers may add up to. */
export interface GatewayContext {
  headers: Readonly<Record<string, string>>;
  answer: AnswerBudget;
  calls: CallBudget;
}

/** An operation for one app. */
export interface AppCall {
  query: string;
  variables?: Readonly<Record<string, unknown>>;
  operationName?: string;
  isMutation: boolean;
}

/** An answer as it came: its errors are those of the app, each with the name of the app. */
export interface AppAnswer {
  data?: Record<string, unknown> | null;
  errors?: readonly AppError[];
}

export interface AppError {
  message: string;
  path?: readonly (string | number)[];
  extensions: Record<string, unknown> & { app: AppName };
}

const MIB = 1024 * 1024;
/** Each app ends its answers at 4 MiB of values; names and punctuation come on top. */
export const LARGEST_ANSWER_BYTES = 8 * MIB;

/** Counts the bytes of all answers of apps to one request. */
export class AnswerBudget {
  #left = LARGEST_ANSWER_BYTES;

  /** Whether there is room for so many bytes more, which are then taken. */
  take(bytes: number): boolean {
    this.#left -= bytes;
    return this.#left >= 0;
  }
}
