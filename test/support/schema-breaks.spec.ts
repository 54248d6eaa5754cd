import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type AnnouncedBreak, unannouncedBreaks } from './schema-breaks.js';

const RELEASED = `
  type Query {
    notes(first: Int = 50, "How it is; open | closed" state: String): [String]
    note(id: ID!): String
  }
  input NoteInput {
    text: String
    "What it is; memo | task | idea"
    kind: String
  }
  type Mutation { createNote(input: NoteInput): ID }
`;

const REMOVED: AnnouncedBreak = {
  change: 'Query.note was removed.',
  reason: 'notes answers the same',
  announced: '2026-01-10',
  sunset: '2026-07-10',
};
const AFTER_SUNSET = new Date('2026-07-10T12:00:00Z');

function breaks(from: string, to: string, announced: AnnouncedBreak[] = [], today = AFTER_SUNSET): string[] {
  expect(RELEASED).toContain(from);
  const changed = RELEASED.replace(from, to);
  return unannouncedBreaks(buildSchema(RELEASED), buildSchema(changed), announced, today);
}

describe('the check of a changed schema', () => {
  it.each([
    ['a field', 'note(id: ID!): String', 'note(id: ID!): String later: Int'],
    ['an optional argument', 'note(id: ID!)', 'note(id: ID!, deep: Boolean = false)'],
    ['a field of an input', 'text: String', 'text: String color: String'],
    ['an allowed value', 'memo | task | idea', 'memo | task | idea | list'],
    ['other words', 'What it is; memo', 'Which kind; memo'],
    ['any text in place of listed ones', 'How it is; open | closed', 'How it is'],
  ])('takes %s', (_what, from, to) => {
    expect(breaks(from, to)).toEqual([]);
  });

  it.each([
    ['a removed field', 'note(id: ID!): String', '', 'Query.note was removed.'],
    ['another type', 'note(id: ID!): String', 'note(id: ID!): Int', 'Query.note changed type from String to Int.'],
    ['a required argument', 'note(id: ID!)', 'note(id: ID!, by: ID!)', 'A required arg by on Query.note was added.'],
    [
      'another default',
      'first: Int = 50',
      'first: Int = 10',
      'Query.notes arg first has changed defaultValue from 50 to 10.',
    ],
    ['a value less of an argument', 'open | closed', 'open', 'Query.notes(state) no longer takes closed.'],
    ['a value less of an input', 'memo | task | idea', 'memo | idea', 'NoteInput.kind no longer takes task.'],
  ])('finds %s', (_what, from, to, change) => {
    expect(breaks(from, to)).toEqual([change]);
  });

  it('takes an announced break from its Sunset on', () => {
    const remove = (announced: AnnouncedBreak[], today: Date) => breaks('note(id: ID!): String', '', announced, today);
    expect(remove([REMOVED], AFTER_SUNSET)).toEqual([]);
    expect(remove([REMOVED], new Date('2026-07-09T23:00:00Z'))).toEqual([REMOVED.change]);
    expect(remove([{ ...REMOVED, change: 'Query.notes was removed.' }], AFTER_SUNSET)).toEqual([REMOVED.change]);
  });

  it('takes none that was announced less than six months before, or on no date', () => {
    for (const announced of ['2026-01-11', 'soon'])
      expect(breaks('note(id: ID!): String', '', [{ ...REMOVED, announced }])).toEqual([REMOVED.change]);
  });
});
