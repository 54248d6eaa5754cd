import type { Problem, ProblemDetail } from './problem.js';

/** A field at fault, as every error of GraphQL shows it. */
export interface FieldFault {
  /** Its path from the arguments, such as `input.campos[0].nome`. */
  field: string;
  /** The rule that it breaks; the code of the error for one that has no code of its own. */
  code: string;
  message: string;
}

/** The argument that has the body of the REST route. */
const BODY = 'input';

/** Codes of rules, by what their messages say. */
const RULES: readonly (readonly [message: RegExp, code: string])[] = [
  [/ should not exist$/, 'UnknownField'],
  [/ (?:must be shorter than|must contain no more than|must be an object of at most) /, 'TooLong'],
  [/ (?:must be longer than|must contain at least|must not be blank)/, 'TooShort'],
  [/ must not be greater than /, 'TooLarge'],
  [/ must not be less than /, 'TooSmall'],
  [/ must be one of the following values: /, 'NotAllowed'],
];

interface FaultContext {
  /** Code and message of the error in GraphQL. */
  code: string;
  message: string;
  /** The details with the names of GraphQL. */
  details: readonly ProblemDetail[] | undefined;
  /** The arguments that the field of the query has. */
  given: readonly string[];
}

/** Lists the fields at fault of a Problem: those of its details, else the `campo` that an answer in Portuguese has. */
export function faultsOf({ extra }: Problem, { code, message, details, given }: FaultContext): FieldFault[] {
  if (details && details.length > 0)
    return details.map(({ Field, Message }) => ({
      field: pathOf(Field, given),
      code: RULES.find(([rule]) => rule.test(Message))?.[1] ?? code,
      message: Message,
    }));
  const campo = extra?.['campo'];
  return typeof campo === 'string' ? [{ field: pathOf(campo, given), code, message }] : [];
}

/** REST names a field within its body: that is the argument `input`, unless the field is an argument itself. */
function pathOf(field: string, given: readonly string[]): string {
  const [head = ''] = field.split(/[.[]/, 1);
  if (given.includes(head) || !given.includes(BODY)) return field;
  return field === '' ? BODY : `${BODY}.${field}`;
}

/** The variable or argument that the library rejected, and the field in it: `input.campos[0].nome`. */
const REJECTED: readonly RegExp[] = [
  /^Variable "\$(?<name>\w+)" got invalid value .*? at "(?<path>[\w.[\]]+)"; (?:Field "(?<field>\w+)" )?/s,
  /^Variable "\$(?<name>\w+)" got invalid value .*; Field "(?<field>\w+)" (?:of required|is not defined)/s,
  /^(?:Variable "\$|Argument ")(?<name>\w+)" /,
];

/** The fault of a value that the library rejected, because it does not fit its type; undefined if its message names none. */
export function rejectedValue(code: string, message: string): FieldFault | undefined {
  const found = REJECTED.map((pattern) => pattern.exec(message)?.groups).find((groups) => groups !== undefined);
  if (!found) return undefined;
  const { name = '', path = name, field } = found;
  return { field: field === undefined ? path : `${path}.${field}`, code, message };
}

/** `field`, the first fault, and `fields`, all of them; nothing if there is none. */
export const fieldExtensions = (faults: readonly FieldFault[]): { field?: string; fields?: readonly FieldFault[] } =>
  faults[0] ? { field: faults[0].field, fields: faults } : {};
