import { invalidField } from '#libs/core/http';

type Tree = { [name: string]: Tree | string };

/** Steps of a path, at most; a longer one is no field of an action. */
const STEPS_MAX = 10;

const NUL = '\u0000';

/**
 * Makes an object of the fields of a form of Amazon's query protocol: `Destination.ToAddresses.member.1=a` is
 * `{Destination: {ToAddresses: ['a']}}`. Members of a list are in the order of their numbers.
 * @throws Problem ValidationError for a NUL, which nothing can store
 */
export function objectOfForm(form: URLSearchParams): Record<string, unknown> {
  const tree: Tree = Object.create(null) as Tree;
  for (const [path, value] of form) {
    if (value.includes(NUL)) throw invalidField('ValidationError', fieldOf(path), 'must not contain the NUL character');
    const steps = path.split('.', STEPS_MAX + 1);
    if (steps.length <= STEPS_MAX) place(tree, steps, value);
  }
  return plain(tree) as Record<string, unknown>;
}

/** A path as errors name it. */
const fieldOf = (path: string): string => path.replaceAll(NUL, '\ufffd').replaceAll('.member.', '.').slice(0, 200);

function place(tree: Tree, [name = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    tree[name] = value;
    return;
  }
  const below = tree[name];
  const next = typeof below === 'object' ? below : (tree[name] = Object.create(null) as Tree);
  place(next, rest, value);
}

function plain(node: Tree | string): unknown {
  if (typeof node === 'string') return node;
  const { member } = node;
  if (typeof member === 'object')
    return Object.entries(member)
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([, item]) => plain(item));
  return Object.fromEntries(Object.entries(node).map(([name, below]) => [name, plain(below)]));
}
