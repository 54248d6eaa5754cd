import type { DtoClass } from '../fields/nested-class.js';
import type { Problem, ProblemDetail } from '../problem/problem.js';
import { type ClassPlan, planOf } from '../validation/class-plan.js';

/** The name in GraphQL of a field of REST: `createdAt` for `CreatedAt`. Other names stay. */
export const graphqlName = (name: string): string => lowerFirst(name);

/**
 * The value of an argument with the names of REST, by which its class is validated. Only fields of the class, and of
 * classes within it, are renamed: the keys of a JSON object are the client's.
 */
export function withRestNames(value: unknown, dto: DtoClass): unknown {
  if (Array.isArray(value)) return value.map((item) => withRestNames(item, dto));
  if (typeof value !== 'object' || value === null) return value;
  const plan = planOf(dto);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const restName = restNameIn(plan, name);
      const nested = plan.byName.get(restName)?.nestedClass?.();
      return [restName, nested ? withRestNames(one, nested) : one];
    }),
  );
}

function restNameIn({ byName }: ClassPlan, name: string): string {
  if (byName.has(name)) return name;
  const upper = name.charAt(0).toUpperCase() + name.slice(1);
  return byName.has(upper) ? upper : name;
}

/** The message and the details of a Problem with the names of GraphQL. */
export function withGraphqlNames({ message, details }: Pick<Problem, 'message' | 'details'>): {
  message: string;
  details: readonly ProblemDetail[] | undefined;
} {
  const renamed = details?.map(graphqlDetail);
  const text = (details ?? []).reduce(
    (all, { Message }, n) => all.replace(Message, renamed?.[n]?.Message ?? ''),
    message,
  );
  return { message: text, details: renamed };
}

function graphqlDetail({ Field, Message }: ProblemDetail): ProblemDetail {
  const name = Field.slice(Field.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '');
  const isNamed = name !== '' && Message.startsWith(name);
  return {
    Field: Field.split('.').map(lowerFirst).join('.'),
    Message: isNamed ? lowerFirst(Message) : Message,
  };
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
