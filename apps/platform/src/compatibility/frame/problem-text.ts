import type { Problem, ProblemDetail } from '#libs/core/http';

/**
 * Names of a dialect for our fields: `Source` is `from` to clients of Resend. An empty one is of a field that its clients
 * cannot give.
 */
export type FieldNames = Readonly<Record<string, string>>;

/** The most faults that one message names. */
const MAX_NAMED = 3;

/** Characters of a field that a message names: clients choose names of their own. */
const FIELD_MAX = 200;

/** Messages that name another field than their own. */
const OTHER_FIELD = /^(is used by |must be earlier than |must be within \d+ days of )(\w+)(?=$| and missing$)/;

const ONE_OF = 'Give at least one of ';

/** The text of a Problem with its fields under the names that the client used. */
export function problemText({ message, details = [] }: Problem, names: FieldNames): string {
  const faults = details.slice(0, MAX_NAMED).map((detail) => faultText(detail, names));
  return faults.length === 0 ? withTheirFields(message, names) : faults.join('; ');
}

/** The fields of which one is to be given. */
function withTheirFields(message: string, names: FieldNames): string {
  if (!message.startsWith(ONE_OF)) return message;
  const ours = message.slice(ONE_OF.length).split(/, | and /);
  const theirs = ours.map((name) => nameFor(name, names) ?? name).filter((name) => name !== '');
  const last = theirs.pop() ?? '';
  return theirs.length === 0 ? `Give ${last}` : `${ONE_OF}${theirs.join(', ')} and ${last}`;
}

function faultText({ Field, Message }: ProblemDetail, names: FieldNames): string {
  const field = Field.length > FIELD_MAX ? `${Field.slice(0, FIELD_MAX)}…` : Field;
  const theirs = theirName(field, names);
  const message = Message.replace(
    OTHER_FIELD,
    (_, rule: string, other: string) => rule + (nameFor(other, names) ?? other),
  );
  if (!theirs) return message;
  // Rules name the last step of the path, with its index or without, others name nothing.
  const [indexed = '', bare = ''] = /(\w+)(?:\[\d+\])*$/.exec(field) ?? [];
  for (const named of [indexed, bare, `each value in ${bare}`])
    if (bare && message.startsWith(`${named} `))
      return named.slice(0, named.lastIndexOf(' ') + 1) + theirs + message.slice(named.length);
  return message.startsWith(':') ? theirs + message : `${theirs} ${message}`;
}

/** Clients choose names of fields, also those of members that every object has. */
const nameFor = (path: string, names: FieldNames): string | undefined =>
  Object.hasOwn(names, path) ? names[path] : undefined;

/** The longest beginning of a path that has another name, with the indexes of that beginning, and the rest as it is. */
function theirName(field: string, names: FieldNames): string {
  const steps = field.split('.');
  const bare = steps.map((step) => step.replace(/\[\d+\]/g, ''));
  for (let length = steps.length; length > 0; length -= 1) {
    const name = nameFor(bare.slice(0, length).join('.'), names);
    if (name !== undefined) return [withIndexes(name, steps.slice(0, length)), ...steps.slice(length)].join('.');
  }
  return field;
}

/** Puts the indexes of our steps behind the same steps of their name, or behind its end where it has other steps. */
function withIndexes(name: string, ours: readonly string[]): string {
  const indexes = ours.map((step) => step.match(/\[\d+\]/g)?.join('') ?? '');
  const theirs = name.split('.');
  if (theirs.length !== ours.length) return name + indexes.join('');
  return theirs.map((step, at) => step + indexes[at]).join('.');
}
