import { buildSchema, findBreakingChanges, findDangerousChanges, type GraphQLSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { differenceFrom, releasedSchema, releaseOf } from './released-schema.js';
import { unannouncedBreaks } from './schema-breaks.js';

const RELEASED = `
  "What the app answers."
  type Query {
    notes(first: Int = 50, "How it is; open | closed" state: String, colors: [String!]! = ["a\\\\n b", "c"]): [Note!]!
    node(id: ID!): Node
    found: Found
    color: Color!
    old: String @deprecated(reason: "notes")
  }
  type Mutation { createNote(input: NoteInput, kind: Kind): ID }
  interface Node { id: ID! }
  interface Named { name: String }
  type Note implements Named & Node {
    "What it is called."
    name: String
    id: ID!
  }
  type Task { id: ID! }
  union Found = Note | Task
  enum Kind { MEMO "Done once." TASK }
  input NoteInput {
    text: String!
    "What it is; memo | task | idea"
    kind: String = "memo"
    deep: Deep
  }
  input Deep { more: [Deep!] }
  scalar Color @specifiedBy(url: "https://example.com/color")
  directive @slow(by: Int = 1) repeatable on FIELD | QUERY
`;

const released = buildSchema(RELEASED);

function changed(from: string, to: string): GraphQLSchema {
  expect(RELEASED).toContain(from);
  return buildSchema(RELEASED.replace(from, to));
}

/** The released schema as it is read when `current` is the checked-in one. */
function readBack(current: GraphQLSchema): GraphQLSchema {
  return releasedSchema(current, differenceFrom(released, current));
}

describe('the released schema', () => {
  it('is the checked-in one and one line, right after a release', () => {
    const release = releaseOf(released);
    expect(release).toMatch(/^sha256 [0-9a-f]{64}\n$/);
    expect(differenceFrom(released, released)).toBe(release);
    expect(releaseOf(changed('"What it is called."', '"Its name."'))).toBe(release);
    expect(readBack(released).getType('NoteInput')).toBeDefined();
  });

  it('is kept as the lines that differ, which name type and field', () => {
    const now = changed('name: String\n    id', 'title: String\n    id');
    expect(differenceFrom(released, now)).toBe(
      [releaseOf(released).trim(), '- Note.name: String', '+ Note.title: String', ''].join('\n'),
    );
  });

  it('has one line for a new type, whose members may change', () => {
    const sized = (values: string) => buildSchema(`${RELEASED} enum Size { ${values} } interface Sized { size: Size }`);
    const difference = differenceFrom(released, sized('BIG'));
    expect(difference.split('\n').slice(1)).toEqual(['+ enum Size', '+ interface Sized', '']);
    const back = releasedSchema(sized('BIG SMALL'), difference);
    expect(unannouncedBreaks(back, released, [])).toEqual([]);
    expect(back.getType('Size')).toBeUndefined();
  });

  it.each([
    ['a removed field', 'node(id: ID!): Node', '', 'Query.node was removed.'],
    ['another type of a field', 'color: Color!', 'color: String!', 'Query.color changed type from Color! to String!.'],
    ['an answer that may be null', '[Note!]!', '[Note!]', 'Query.notes changed type from [Note!]! to [Note!].'],
    [
      'an input that may not be null',
      'deep: Deep\n',
      'deep: Deep!\n',
      'NoteInput.deep changed type from Deep to Deep!.',
    ],
    [
      'another type of an argument',
      'id: ID!): Node',
      'id: Int!): Node',
      'Query.node arg id has changed type from ID! to Int!.',
    ],
    ['a required argument', 'node(id: ID!)', 'node(id: ID!, by: ID!)', 'A required arg by on Query.node was added.'],
    ['a removed argument', 'first: Int = 50, ', '', 'Query.notes arg first was removed.'],
    [
      'another default',
      'first: Int = 50',
      'first: Int = 10',
      'Query.notes arg first has changed defaultValue from 50 to 10.',
    ],
    [
      'a required field of an input',
      'deep: Deep\n',
      'deep: Deep by: ID!\n',
      'A required field by on input type NoteInput was added.',
    ],
    ['a removed field of an input', 'text: String!', '', 'NoteInput.text was removed.'],
    ['a removed value of an enum', 'enum Kind { MEMO', 'enum Kind {', 'MEMO was removed from enum type Kind.'],
    ['a removed member of a union', 'Note | Task', 'Note', 'Task was removed from union type Found.'],
    ['a removed interface', 'Named & Node', 'Node', 'Note no longer implements interface Named.'],
    ['a value less of an argument', 'open | closed', 'open', 'Query.notes(state) no longer takes closed.'],
    ['a value less of an input', 'memo | task | idea', 'memo | idea', 'NoteInput.kind no longer takes task.'],
    ['a removed directive', 'directive @slow(by: Int = 1) repeatable on FIELD | QUERY', '', 'slow was removed.'],
    [
      'another kind of type',
      'type Task { id: ID! }',
      'interface Task { id: ID! } type T { id: ID! }',
      expect.anything(),
    ],
  ])('tells of %s what the whole schema would', (_what, from, to, change) => {
    const schema = from.startsWith('type Task')
      ? buildSchema(RELEASED.replace(from, to).replace('Note | Task', 'Note | T'))
      : changed(from, to);
    const breaks = unannouncedBreaks(readBack(schema), schema, []);
    expect(breaks).toEqual(unannouncedBreaks(released, schema, []));
    expect(breaks).toContainEqual(change);
  });

  it.each([
    ['a field', 'color: Color!', 'color: Color! later: Int'],
    ['an answer that is never null', 'name: String\n    id', 'name: String!\n    id'],
    ['an input that may be null', 'text: String!', 'text: String'],
    ['an optional argument', 'node(id: ID!)', 'node(id: ID!, deep: Boolean = false)'],
    ['a value of an enum', 'MEMO', 'MEMO IDEA'],
    ['an allowed value', 'memo | task | idea', 'memo | task | idea | list'],
  ])('takes %s', (_what, from, to) => {
    const schema = changed(from, to);
    expect(unannouncedBreaks(readBack(schema), schema, [])).toEqual([]);
  });

  it('comes back whole from any checked-in schema', () => {
    const other = buildSchema('type Query { only: Int }');
    for (const current of [released, other, changed('Note | Task', 'Task')]) {
      const back = readBack(current);
      expect([...findBreakingChanges(released, back), ...findBreakingChanges(back, released)]).toEqual([]);
      expect([...findDangerousChanges(released, back), ...findDangerousChanges(back, released)]).toEqual([]);
    }
  });

  it('is refused when a line of the checked-in schema is gone without a line here', () => {
    const difference = releaseOf(released);
    const lost = changed('name: String\n    id', 'id');
    expect(() => releasedSchema(lost, difference)).toThrow(/take both from the last commit/);
    const found = changed('color: Color!', 'color: Color! later: Int');
    expect(() => releasedSchema(found, difference)).toThrow(/take both from the last commit/);
  });

  it.each([
    ['is empty', ''],
    ['has no hash', '- Note.name: String\n'],
    ['has other lines', `${releaseOf(released)}Note.name: String\n`],
    ['has the hash of another schema', releaseOf(buildSchema('type Query { only: Int }'))],
  ])('is refused when its file %s', (_what, difference) => {
    expect(() => releasedSchema(released, difference)).toThrow(/schema\.released\.diff/);
  });
});
