import {
  DangerousChangeType,
  findBreakingChanges,
  findDangerousChanges,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInputObjectType,
  isObjectType,
} from 'graphql';

/** A break that clients were told of; `schema.breaks.json` of an app lists them. */
export interface AnnouncedBreak {
  /** Description of the change, in the words of the check. */
  change: string;
  reason: string;
  /** Dates, as 2026-01-31. */
  announced: string;
  sunset: string;
}

const NOTICE_MONTHS = 6;

/**
 * The changes by which what clients of the released schema send would fail or mean something else, but for those whose Sunset
 * has come. Added fields, optional arguments and values are none.
 */
export function unannouncedBreaks(
  released: GraphQLSchema,
  current: GraphQLSchema,
  announced: readonly AnnouncedBreak[],
  today = new Date(),
): string[] {
  const due = announced.filter((one) => hasNotice(one) && Date.parse(one.sunset) <= today.getTime());
  const changes = new Set(due.map(({ change }) => change));
  return breaksBetween(released, current).filter((change) => !changes.has(change));
}

function hasNotice({ announced, sunset }: AnnouncedBreak): boolean {
  const earliest = new Date(announced);
  earliest.setUTCMonth(earliest.getUTCMonth() + NOTICE_MONTHS);
  return Date.parse(sunset) >= earliest.getTime();
}

function breaksBetween(released: GraphQLSchema, current: GraphQLSchema): string[] {
  const defaults = findDangerousChanges(released, current).filter(
    ({ type }) => type === DangerousChangeType.ARG_DEFAULT_VALUE_CHANGE,
  );
  const changes = [...findBreakingChanges(released, current), ...defaults].map(({ description }) => description);
  return [...changes, ...droppedValues(released, current)];
}

/** Texts with few allowed values name them in their description: `kind; one | other`. */
function droppedValues(released: GraphQLSchema, current: GraphQLSchema): string[] {
  const before = takenBy(released);
  const after = takenBy(current);
  return [...before].flatMap(([name, description]) => {
    const kept = allowedValuesIn(after.get(name));
    const dropped = allowedValuesIn(description).filter((value) => !kept.includes(value));
    // Without any of them, the text became free or its field is gone, which is judged by itself.
    const isList = kept.length > 0 && dropped.length < allowedValuesIn(description).length;
    return isList ? dropped.map((value) => `${name} no longer takes ${value}.`) : [];
  });
}

/** The descriptions of all arguments and fields of inputs, by names such as `Query.topics(status)`. */
function takenBy(schema: GraphQLSchema): Map<string, string> {
  return new Map(Object.values(schema.getTypeMap()).flatMap(describedInputs));
}

function describedInputs(type: GraphQLNamedType): [string, string][] {
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).map(({ name, description }) => [`${type.name}.${name}`, description ?? '']);
  }
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).flatMap(({ name: field, args }) =>
    args.map(({ name, description }): [string, string] => [`${type.name}.${field}(${name})`, description ?? '']),
  );
}

/** The values that a description of an argument or a field of an input lists. */
export function allowedValuesIn(description = ''): string[] {
  const last = description.split('; ').at(-1) ?? '';
  return last === '' ? [] : last.split(' | ');
}
