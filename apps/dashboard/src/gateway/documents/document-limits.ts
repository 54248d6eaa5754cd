import { Kind, type GraphQLSchema, type SelectionSetNode } from 'graphql';
import { limitOperation, Problem, type VisitedField } from '#libs/core/http';
import type { AppName } from '../../app-names.js';
import { linkOf } from '../links/links.js';
import { ROOT_FIELDS_OF_AN_APP } from '../../upstreams/call-budget.js';
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
  const links: FollowedLink[] = [];
  const visited = ({ type, name, times }: VisitedField): void => {
    const link = linkOf(type, name);
    if (link) links.push({ app: link.app, rootFields: link.rootFields(times) });
  };
  limitOperation({ schema, document, operation, variables, visited }, MAX_ROOT_FIELDS);
  limitApps(asked, ownerOf, links);
}

/** A link of the operation, with the root fields that it is to follow it from the objects around it. */
interface FollowedLink {
  app: AppName;
  rootFields: number;
}

/** An app refuses a call with more root fields, and links may not be the way around that. */
function limitApps(asked: Asked, ownerOf: Limited['ownerOf'], links: readonly FollowedLink[]): void {
  const counts = new Map<AppName, number>();
  const add = (app: AppName, rootFields: number) => counts.set(app, (counts.get(app) ?? 0) + rootFields);
  for (const { name } of rootFieldsOf(asked).values()) {
    const app = ownerOf(name.value);
    if (app) add(app, 1);
  }
  for (const { app, rootFields } of links) add(app, rootFields);
  for (const [app, count] of counts)
    if (count > ROOT_FIELDS_OF_AN_APP)
      throw tooMuch(
        `A query has ${ROOT_FIELDS_OF_AN_APP} root fields of ${app} at most, its links counted; this one has ${count}.`,
      );
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
