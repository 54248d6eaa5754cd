import { Kind, type GraphQLSchema, type SelectionSetNode } from 'graphql';
import { limitOperation, Problem } from '#libs/core/http';
import type { AppName } from '../schema/app-schemas.js';
import { ROOT_FIELDS_OF_A_CALL } from '../schema/merged-schema.js';
import { fragmentsOf, operationOf, rootFieldsOf, type Asked, type Fragments } from './root-fields.js';

const MAX_DEPTH = 12;
const MAX_ROOT_FIELDS = 30;

export interface Limited extends Asked {
  schema: GraphQLSchema;
  /** The app that has a root field. */
  ownerOf: (rootField: string) => AppName | undefined;
}

/** Rejects a valid operation that asks for too much, before it runs. @throws Problem ValidationError */
export function limitDocument({ schema, ownerOf, ...asked }: Limited): void {
  const operation = operationOf(asked);
  if (!operation) return;
  const { document, variables } = asked;
  if (depthOf(operation.selectionSet, fragmentsOf(document)) > MAX_DEPTH)
    throw tooMuch(`A query is ${MAX_DEPTH} fields deep at most.`);
  limitApps(asked, ownerOf);
  limitOperation({ schema, document, operation, variables }, MAX_ROOT_FIELDS);
}

/** An app refuses a call with more root fields. */
function limitApps(asked: Asked, ownerOf: Limited['ownerOf']): void {
  const counts = new Map<AppName, number>();
  for (const { name } of rootFieldsOf(asked).values()) {
    const app = ownerOf(name.value);
    if (app) counts.set(app, (counts.get(app) ?? 0) + 1);
  }
  for (const [app, count] of counts)
    if (count > ROOT_FIELDS_OF_A_CALL)
      throw tooMuch(`A query has ${ROOT_FIELDS_OF_A_CALL} root fields of ${app} at most; this one has ${count}.`);
}

/** How many fields a selection is deep. Each fragment is looked at once; a valid document has none that contains itself. */
function depthOf(selection: SelectionSetNode, fragments: Fragments): number {
  const known = new Map<string, number>();
  return depth(selection);

  function depth({ selections }: SelectionSetNode): number {
    let deepest = 0;
    for (const one of selections) {
      if (one.kind === Kind.FIELD) deepest = Math.max(deepest, 1 + (one.selectionSet ? depth(one.selectionSet) : 0));
      else if (one.kind === Kind.INLINE_FRAGMENT) deepest = Math.max(deepest, depth(one.selectionSet));
      else deepest = Math.max(deepest, ofFragment(one.name.value));
    }
    return deepest;
  }

  function ofFragment(name: string): number {
    const seen = known.get(name);
    if (seen !== undefined) return seen;
    const fragment = fragments.get(name);
    const found = fragment ? depth(fragment.selectionSet) : 0;
    known.set(name, found);
    return found;
  }
}

const tooMuch = (message: string): Problem => new Problem('ValidationError', { message });
