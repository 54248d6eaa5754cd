import type { Problem, ProblemDetail } from '#libs/core/http';

/** Names of a dialect for our fields: `Source` is `from` to clients of Resend. */
export type FieldNames = Readonly<Record<string, string>>;

/** The most faults that one message names. */
const MAX_NAMED = 3;

/** The text of a Problem with its fields under the names that the client used. */
export function problemText({ message, details = [] }: Problem, names: FieldNames): string {
  const faults = details.slice(0, MAX_NAMED).map((detail) => faultText(detail, names));
  return faults.length === 0 ? message : faults.join('; ');
}

function faultText({ Field, Message }: ProblemDetail, names: FieldNames): string {
  const theirs = theirName(Field, names);
  if (!theirs) return Message;
  // Rules name the last step of the path, others name nothing.
  const last = /(\w+)(?:\[\d+\])?$/.exec(Field)?.[1];
  const own = last && Message.includes(last) ? Message.replace(last, theirs) : undefined;
  return own ?? `${theirs} ${Message}`;
}

/** The longest beginning of a path that has another name, with the indexes of our path. */
function theirName(field: string, names: FieldNames): string {
  const bare = field.replace(/\[\d+\]/g, '');
  const index = /\[\d+\]/.exec(field)?.[0] ?? '';
  for (let path = bare; path; path = path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : '') {
    const name = names[path];
    if (name !== undefined) return name + index + bare.slice(path.length);
  }
  return field;
}
