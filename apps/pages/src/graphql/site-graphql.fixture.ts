import { askGraphql } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';

/** An operation with one root field, in which `input` and `id` are variables as it needs them. */
export const asking = (field: string, answer = 'id') => {
  const [, name = '', inputType] = /^(\w+)(?::(\w+))?/.exec(field) ?? [];
  const isWrite = /^(create|update|delete|verify|make|replace|import|describe)/.test(name);
  const takesId = !/^(create|replace|import)/.test(name);
  const variables = [takesId && '$id: ID!', inputType && `$input: ${inputType}!`].filter(Boolean).join(', ');
  const values = [takesId && 'id: $id', inputType && 'input: $input'].filter(Boolean).join(', ');
  return `${isWrite ? 'mutation' : 'query'} (${variables}) { ${name}(${values}) ${answer && `{ ${answer} }`} }`;
};

/** The error of an operation that fails. */
export async function errorOf(client: HttpClient, query: string, variables: object) {
  const { errors } = await askGraphql(client, query, variables);
  return { code: errors[0]?.extensions['code'], campo: errors[0]?.extensions['campo'] };
}
