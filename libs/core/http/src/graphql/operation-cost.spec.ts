import { buildSchema, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { costOf } from './operation-cost.js';

const schema = buildSchema(`
  type Message { id: ID }
  type MessagesOf { address: String messages: [Message!]! }
  type Query {
    messagesOf(addresses: [String!]!, first: Int = 5): [MessagesOf!]
    contactsBy(emails: [String!]!): [Message]
    messages(first: Int = 50): [Message]
  }
`);

function valuesOf(query: string, variables: Record<string, unknown> = {}): number {
  const document = parse(query);
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  return costOf({ schema, document, operation: operation as OperationDefinitionNode, variables }, 10_000).values;
}

describe('the cost of a field that answers many keys', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, n) => `k${n}`);
  const BY_VARIABLE = 'query ($keys: [String!]!) { contactsBy(emails: $keys) { id } }';

  it('is counted by the number of keys, however they are given', () => {
    expect(valuesOf(BY_VARIABLE, { keys: keys(30) })).toBe(1 + 30);
    expect(valuesOf('{ contactsBy(emails: ["a", "b", "c"]) { id } }')).toBe(1 + 3);
    expect(valuesOf('query ($keys: [String!]! = ["a", "b"]) { contactsBy(emails: $keys) { id } }')).toBe(1 + 2);
    expect(valuesOf(BY_VARIABLE, { keys: 'a' })).toBe(1 + 1);
    expect(valuesOf('{ contactsBy(emails: "a") { id } }')).toBe(1 + 1);
  });

  it('has a page for each key', () => {
    const query = 'query ($keys: [String!]!) { messagesOf(addresses: $keys, first: 3) { address messages { id } } }';
    expect(valuesOf(query, { keys: keys(10) })).toBe(1 + 10 + 10 + 10 * 3);
    const byDefault = 'query ($keys: [String!]!) { messagesOf(addresses: $keys) { messages { id } } }';
    expect(valuesOf(byDefault, { keys: keys(10) })).toBe(1 + 10 + 10 * 5);
  });

  it('leaves other lists as they were', () => {
    expect(valuesOf('{ messages { id } }')).toBe(1 + 50);
  });
});
