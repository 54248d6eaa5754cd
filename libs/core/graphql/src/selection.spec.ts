import { buildSchema, execute, type GraphQLResolveInfo, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { selects } from './selection.js';

const SCHEMA = buildSchema(`
  type Event { id: ID }
  type Message { id: ID, events: [Event] }
  type Edge { node: Message }
  type Connection { edges: [Edge], events: [Event] }
  type Query { messages: Connection }
`);

/** Whether the field `messages` finds that the query asks for the events of each message. */
function asksForEvents(query: string): boolean | undefined {
  let found: boolean | undefined;
  const messages = (_args: unknown, _context: unknown, info: GraphQLResolveInfo) => {
    found = selects(info, 'edges.node.events');
  };
  execute({ schema: SCHEMA, document: parse(query), rootValue: { messages } });
  return found;
}

describe('what a query asks for below a field', () => {
  it.each([
    ['by its name', '{ messages { edges { node { id events { id } } } } }'],
    ['by another name', '{ all: messages { rows: edges { node { timeline: events { id } } } } }'],
    [
      'in a fragment',
      '{ messages { ...f } } fragment f on Connection { edges { ...g } } fragment g on Edge { node { events { id } } }',
    ],
    ['in a fragment without a name', '{ messages { edges { ... on Edge { node { ... { events { id } } } } } } }'],
    [
      'in one of two selections',
      '{ messages { edges { node { id } } } messages { edges { node { events { id } } } } }',
    ],
  ])('is found %s', (_how, query) => {
    expect(asksForEvents(query)).toBe(true);
  });

  it.each([
    ['is not asked for', '{ messages { edges { node { id } } } }'],
    ['has the name at another place', '{ messages { edges { node { id } } events { id } } }'],
  ])('is not found if it %s', (_why, query) => {
    expect(asksForEvents(query)).toBe(false);
  });
});
