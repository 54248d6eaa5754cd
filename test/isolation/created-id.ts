import type { Answer } from '../support/http-client.js';

/**
 * The id in an answer to a call that creates something.
 * @throws Error for another status, or without an id
 */
// Bodies have every shape: a wrong one shows as an id that is none.
// oxlint-disable-next-line typescript/no-explicit-any
export function createdId(answer: Answer, pick: (body: any) => unknown = ({ id }) => id): string {
  const id = answer.status < 300 ? pick(answer.body) : undefined;
  if (typeof id !== 'string') throw new Error(`Nothing was created: ${answer.status} ${answer.text}`);
  return id;
}
