import { batchDelegateToSchema, type BatchDelegateOptions } from '@graphql-tools/batch-delegate';
import { relocatedError } from '@graphql-tools/utils';
import { getNamedType, GraphQLError, GraphQLList, OperationTypeNode, type SelectionSetNode } from 'graphql';
import { askedSelection, selectionIn, withFields } from './asked-selection.js';
import { keysOfACall } from './key-size.js';
import { MAX_KEYS, OWN, type Following, type Link } from './link.js';
import { asItIs, listsOf, readAnswer } from './link-answer.js';

type Described = Pick<Link, 'on' | 'name' | 'description' | 'app' | 'field' | 'argument' | 'needs'>;

/** The keys that an object has for a root field that takes many, found in what the link needs of it. */
type KeysOf = (parent: Following['parent']) => string[];

const rootFields = (objects: number): number => Math.ceil(objects / MAX_KEYS);

/** A link to the one object of a key. The keys of all objects of a list go in one root field. */
export function linkToOne(
  link: Described & { type: string; keyOf: (parent: Following['parent']) => string | undefined },
): Link {
  const { type, keyOf, field, argument } = link;
  return {
    ...link,
    signature: `: ${type}`,
    rootFields,
    follow: (following) => {
      const key = keyOf(following.parent);
      if (key === undefined) return null;
      const selection = askedSelection(following.info);
      return batchDelegateToSchema({
        ...common(following, { field, argument, selection }),
        key,
        argsFromKeys: (keys) => ({ [argument]: keys }),
        selectionSet: selection,
        transforms: [readAnswer(field, asItIs)],
      });
    },
  };
}

/**
 * A link to the newest objects of all keys of an object. The root field answers them by key, each as an object with a list.
 */
export function linkToNewest(
  link: Described & {
    type: string;
    keysOf: KeysOf;
    /** The field of the answer for a key that has the list. */
    inside: string;
    /** The field of each object by which the newest is first. */
    time: string;
  },
): Link {
  const { type, keysOf, field, argument, inside, time } = link;
  return {
    ...link,
    signature: `("""How many, at most 50.""" first: Int = 5): [${type}!]`,
    rootFields,
    follow: async (following) => {
      const first = firstOf(following);
      const keys = [...new Set(keysOf(following.parent))];
      const asked = withFields(askedSelection(following.info), `${OWN}time: ${time} ${OWN}id: id`);
      const selection = selectionIn([inside], asked);
      const lists = (await batchDelegateToSchema({
        ...common(following, { field, argument, first, selection }),
        key: keys as never,
        argsFromKeys: (all) => ({ [argument]: all, first }),
        selectionSet: selection,
        returnType: new GraphQLList(new GraphQLList(getNamedType(following.info.returnType))),
        transforms: [readAnswer(field, listsOf(inside))],
      })) as readonly (readonly Ordered[] | Error | null)[];
      return newestOf(lists.map((list) => foundIn(list, following))).slice(0, first);
    },
  };
}

const MAX_FIRST = 50;

function firstOf({ args }: Following): number {
  const first = Number(args['first'] ?? 5);
  if (first >= 1 && first <= MAX_FIRST) return first;
  throw new GraphQLError(`first is from 1 to ${MAX_FIRST}.`, {
    extensions: { code: 'ValidationError', field: 'first' },
  });
}

type Ordered = Readonly<Record<`${typeof OWN}${'time' | 'id'}`, string>>;

/** @throws GraphQLError the app's, at the place of the link */
function foundIn(list: readonly Ordered[] | Error | null, { info }: Following): readonly Ordered[] {
  if (!(list instanceof Error)) return list ?? [];
  if (list instanceof GraphQLError) throw relocatedError(list, pathOf(info.path));
  throw list;
}

function pathOf(path: Following['info']['path'] | undefined): (string | number)[] {
  return path ? [...pathOf(path.prev), path.key] : [];
}

/** An object may be found by two keys. */
function newestOf(lists: readonly (readonly Ordered[])[]): Ordered[] {
  const byId = new Map(lists.flat().map((one) => [one[`${OWN}id`], one]));
  return [...byId.values()].toSorted((a, b) => Date.parse(b[`${OWN}time`]) - Date.parse(a[`${OWN}time`]));
}

/** The sizes of calls by the selections that they are for: those of a list share theirs. */
const sizes = new WeakMap<Following['info']['fieldNodes'], number>();

function common(
  { context, info, target }: Following,
  asked: { field: string; argument: string; first?: number; selection: SelectionSetNode },
): Pick<BatchDelegateOptions, 'schema' | 'context' | 'info' | 'operation' | 'fieldName' | 'dataLoaderOptions'> {
  const maxBatchSize = sizes.get(info.fieldNodes) ?? keysOfACall(asked, info);
  sizes.set(info.fieldNodes, maxBatchSize);
  return {
    schema: target,
    context,
    info,
    // A mutation may have answered the object.
    operation: OperationTypeNode.QUERY,
    fieldName: asked.field,
    dataLoaderOptions: { maxBatchSize },
  };
}
