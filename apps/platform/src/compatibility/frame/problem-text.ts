import type { Problem, ProblemDetail } from '#libs/core/http';

/**
 * Names of a dialect for our fields: `Source` is `from` to clients of Resend. An empty one is of a field that its clients
 * cannot give.
 */
export type FieldNames = Readonly<Record<string, string>>;

/** The most faults that one message names. */
const MAX_NAMED = 3;

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
  const theirs = ours.map((name) => names[name] ?? name).filter((name) => name !== '');
  const last = theirs.pop() ?? '';
  return theirs.length === 0 ? `Give ${last}` : `${ONE_OF}${theirs.join(', ')} and ${last}`;
}

function faultText({ Field, Message }: ProblemDetail, names: FieldNames): string {
  const theirs = theirName(Field, names);
  const message = Message.replace(OTHER_FIELD, (_, rule: string, other: string) => rule + (names[other] ?? other));
  if (!theirs) return message;
  // Rules name the last step of the path, with its index or without, others name nothing.
  const [indexed = '', bare = ''] = /(\w+)(?:\[\d+\])*$/.exec(Field) ?? [];
  for (const named of [indexed, bare, `each value in ${bare}`])
    if (bare && message.startsWith(`${named} `))
      return named.slice(0, named.lastIndexOf(' ') + 1) + theirs + message.slice(named.length);
  return message.startsWith(':') ? theirs + message : `${theirs} ${message}`;
}

/** The longest beginning of a path that has another name, with the indexes of our path. */
function theirName(field: string, names: FieldNames): string {
  const bare = field.replace(/\[\d+\]/g, '');
  for (let path = bare; path; path = path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : '') {
    const name = names[path];
    if (name !== undefined) return withIndex(name, path, field) + bare.slice(path.length);
  }
  return field;
}

/** Puts the index of our path behind the same step of their name, or behind its end where it has other steps. */
function withIndex(name: string, path: string, field: string): string {
  const [before, index = ''] = /^(.*?)(\[\d+\])/.exec(field)?.slice(1) ?? [];
  const steps = name.split('.');
  const at = steps.length === path.split('.').length ? (before ?? '').split('.').length : steps.length;
  return [...steps.slice(0, at - 1), `${steps[at - 1]}${index}`, ...steps.slice(at)].join('.');
}
