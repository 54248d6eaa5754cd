import {
  defaultOperators,
  filters,
  Liquid,
  type Context,
  type Emitter,
  type FilterImplOptions,
  type Operators,
  type Template,
} from 'liquidjs';
import { calculatingFilters } from './calculating-filters.js';
import { dateFilter } from './date-filter.js';
import { escapingOutput, STRUCTURAL, withMarkup } from './markup-filters.js';
import { Markup } from './markup.js';
import { MAX_WORK } from './render-messages.js';
import { withOutputTags } from './output-tags.js';
import { ofShownValues, textOf } from './shown.js';

/** Work of a tag or output, each time it is reached. */
const STEP = 200;
/** Comparing this many characters counts as one: a search compares many at a time. */
const SEARCH = 32;
/** Counts as a factor for sorting: the logarithm of the longest list. */
const SORT = 17;

/**
 * The work is counted. `renderLimit` is not set: it reads the clock, so that a thread which waited for the processor would refuse an honest
 * template. What takes longer than its count says is ended by the thread's deadline, which is processor time.
 */
const LIMITS = { parseLimit: 300_000, memoryLimit: MAX_WORK };

const STRICT = {
  strictVariables: true,
  strictFilters: true,
  ownPropertyOnly: true,
  // A condition and the filter `default` may use an absent variable.
  lenientIf: true,
  // Dates are shown in UTC, wherever the server stands.
  timezoneOffset: 0,
  ...LIMITS,
};

/** A template cannot include or extend another one. */
const REMOVED_TAGS = ['include', 'render', 'layout', 'block'];
/** Filters that evaluate an expression for each item. */
export const EXPRESSION_FILTER = /_exp$/;

const SEARCHING = ['split', 'replace', 'replace_first', 'replace_last', 'remove', 'remove_first', 'remove_last'];
const BY_PROPERTY = ['map', 'where', 'reject', 'has', 'find', 'find_index', 'group_by', 'sort', 'sort_natural', 'sum'];
const SORTING = new Set(['sort', 'sort_natural']);
/** These do not go through their input. */
const CONSTANT = new Set(['default', 'first', 'last', 'raw', 'size']);
const COMPARING = new Set([...SEARCHING, ...BY_PROPERTY]);

type FilterHandler = (this: { context: Context }, value: unknown, ...args: unknown[]) => unknown;
type Operator = (left: unknown, right: unknown, context: Context) => boolean;

/**
 * Liquid that counts its work in `Context.memoryLimit`, before the work is done: a long search in the engine's own code
 * cannot be interrupted, not even by terminating the thread.
 */
export function countedLiquid({ escapesOutput }: { escapesOutput: boolean }): Liquid {
  const escape = countedFilter('escape', handlerOf(filters.escape));
  const output = escapesOutput ? escapingOutput(escape) : textOf;
  const liquid = new Liquid({
    ...STRICT,
    operators: countedOperators(),
    outputEscape: output as never,
  });
  for (const tag of REMOVED_TAGS) delete liquid.tags[tag];
  const calculating = calculatingFilters();
  for (const [name, filter] of Object.entries(liquid.filters)) {
    if (EXPRESSION_FILTER.test(name)) delete liquid.filters[name];
    else if (name in calculating) liquid.filters[name] = countedFilter(name, calculating[name]!) as FilterImplOptions;
    else if (name === 'date')
      liquid.filters[name] = dateFilter(ofShownValues(countedFilter(name, handlerOf(filter)))) as FilterImplOptions;
    else if (!CONSTANT.has(name)) {
      const counted = countedFilter(name, handlerOf(filter));
      const isOfTexts = !STRUCTURAL.has(name) || name === 'slice';
      liquid.filters[name] = (isOfTexts ? ofShownValues(counted) : counted) as FilterImplOptions;
    }
  }
  if (escapesOutput) withMarkup(liquid, escape);
  withOutputTags(liquid, output);
  countSteps(liquid);
  return liquid;
}

function handlerOf(filter: unknown): FilterHandler {
  if (typeof filter !== 'function') throw new Error('A filter of LiquidJS is not a function');
  return filter as FilterHandler;
}

function countedFilter(name: string, handler: FilterHandler): FilterHandler {
  const factor = SORTING.has(name) ? SORT : 1;
  return function (value, ...args) {
    const { memoryLimit } = this.context;
    if (Array.isArray(value)) memoryLimit.use(sizeOf(value) * factor);
    for (const arg of args) {
      if (Array.isArray(arg)) memoryLimit.use(sizeOf(arg));
      else if (COMPARING.has(name)) memoryLimit.use((sizeOf(value) * sizeOf(arg)) / SEARCH);
    }
    return handler.call(this, value, ...args);
  };
}

function countedOperators(): Operators {
  const counted = (name: string, workOf: (left: unknown, right: unknown) => number): Operator => {
    const compare = defaultOperators[name] as Operator;
    return (left, right, context) => {
      context.memoryLimit.use(workOf(left, right));
      return compare(left, right, context);
    };
  };
  const comparison = (left: unknown, right: unknown) =>
    Array.isArray(left) && Array.isArray(right) ? Math.min(sizeOf(left), sizeOf(right)) : 0;
  const search = (list: unknown, item: unknown) =>
    Array.isArray(list) ? sizeOf(list) : (sizeOf(list) * sizeOf(item)) / SEARCH;
  return {
    ...defaultOperators,
    '==': counted('==', comparison),
    '!=': counted('!=', comparison),
    contains: counted('contains', search),
  };
}

/** Counts every tag and output that is reached, in each turn of a loop, and what is written. */
function countSteps({ renderer }: Liquid): void {
  const render = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates: Template[], context: Context, emitter?: Emitter) => {
    context.memoryLimit.use(STEP * (1 + templates.length));
    return render(templates, context, emitter ?? new CountingEmitter(context));
  };
}

class CountingEmitter implements Emitter {
  buffer = '';

  constructor(private readonly context: Context) {}

  write(value: unknown): void {
    const { memoryLimit } = this.context;
    if (Array.isArray(value)) memoryLimit.use(sizeOf(value));
    const text = textOf(value);
    memoryLimit.use(text.length);
    this.buffer += text;
  }
}

/** Sizes of lists: neither the data nor a list that a filter made is changed later. */
const sizes = new WeakMap<object, number>();

/** Characters of a string; items of a list, with the lists and strings in it. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof Markup) return value.size;
  if (!Array.isArray(value)) return 1;
  const known = sizes.get(value);
  if (known !== undefined) return known;
  let size = 1;
  for (const item of value) size += sizeOf(item);
  sizes.set(value, size);
  return size;
}
