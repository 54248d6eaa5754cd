import { CaptureTag, type Context, type Liquid } from 'liquidjs';
import {
  capitalizedMarkup,
  changedBetweenTags,
  escapedOnce,
  Markup,
  slicedMarkup,
  textOfMarkup,
  truncatedMarkup,
  truncatedWords,
  type Escape,
} from './markup.js';
import { shown, textOf } from './shown.js';

type Filter = (this: { context: Context }, value: unknown, ...args: unknown[]) => unknown;
type Escaping = (this: { context: Context }, value: unknown) => unknown;

/** Filters that go through lists and data, or hand a value on: markup in them stays what it is. */
export const STRUCTURAL: ReadonlySet<string> = new Set(
  `compact concat default find find_index first group_by has json jsonify inspect last map pop push reject reverse sample shift
   size slice sort sort_natural sum uniq unshift where`.split(/\s+/),
);

/** Filters that join markup with text: the text is escaped first. */
const JOINING = new Set(['append', 'prepend', 'replace', 'replace_first', 'replace_last']);

/** Filters that leave each part of their markup as it was. @remarks what they look for is found in the markup */
const KEEPING = new Set(
  'remove remove_first remove_last strip lstrip rstrip strip_newlines squish normalize_whitespace split'.split(' '),
);

const ESCAPING = new Set(['escape', 'escape_once', 'xml_escape']);

type MarkupFilter = (markup: Markup, args: unknown[], filter: (text: string) => string, escape: Escape) => Markup;

/** Filters whose meaning for markup is their own. */
const OWN: Readonly<Record<string, MarkupFilter>> = {
  upcase: (markup, _args, filter) => changedBetweenTags(markup, filter),
  downcase: (markup, _args, filter) => changedBetweenTags(markup, filter),
  capitalize: (markup) => capitalizedMarkup(markup),
  newline_to_br: ({ text }, _args, filter) => new Markup(filter(text)),
  strip_html: ({ text }, _args, filter) => escapedOnce(filter(text)),
  slice: (markup, [begin, length]) => slicedMarkup(markup, Number(begin ?? 0), Number(length ?? 1)),
  truncate: (markup, [length, ellipsis], _filter, escape) =>
    truncatedMarkup(markup, Number(length ?? 50), asMarkup(ellipsis ?? '...', escape)),
  truncatewords: (markup, [words, ellipsis], _filter, escape) =>
    truncatedWords(markup, Number(words ?? 15), asMarkup(ellipsis ?? '...', escape)),
};

/**
 * Makes filters of HTML parts know what is markup already: it is output as it is, and everything else is escaped once. A
 * filter that is not known here, such as `url_encode`, gets the text that its markup says, and makes text of it.
 * @param escape the filter that escapes
 */
export function withMarkup(liquid: Liquid, escape: Escaping): void {
  for (const [name, entry] of Object.entries(liquid.filters)) {
    if (typeof entry === 'function' && (!STRUCTURAL.has(name) || name === 'uniq' || name === 'slice')) {
      liquid.filters[name] = markupFilter(name, entry as Filter, escape) as never;
    }
  }
  const { default: byDefault } = liquid.filters;
  liquid.filters['default'] = function (this: never, value: unknown, ...args: unknown[]) {
    if (value instanceof Markup) return value.text === '' ? args[0] : value;
    return (byDefault as Filter).call(this, value, ...args);
  } as never;
  liquid.filters['raw'] = {
    raw: true,
    handler(this: never, value: unknown) {
      return value instanceof Markup ? value : new Markup(textOf(value));
    },
  } as never;
  liquid.registerTag('capture', MarkupCapture);
}

/** The filter of outputs. */
export function escapingOutput(escape: Escaping): Escaping {
  return function (value) {
    return asMarkup(value, (text) => String(escape.call(this, text)));
  };
}

function markupFilter(name: string, filter: Filter, escaping: Escaping): Filter {
  return function (value, ...args) {
    const escape: Escape = (text) => String(escaping.call(this, text));
    const apply = (input: unknown, inputs: unknown[] = args): unknown => filter.call(this, input, ...inputs);
    if (name === 'uniq') return apply(Array.isArray(value) ? onceEach(value) : value);
    if (name === 'join') return joined(value, args, escape, apply);
    if (name === 'array_to_sentence_string' && Array.isArray(value) && value.some((item) => item instanceof Markup)) {
      return new Markup(
        String(
          apply(
            value.map((item) => asMarkup(item, escape).text),
            args.map(written),
          ),
        ),
      );
    }
    if (ESCAPING.has(name)) return value instanceof Markup ? value : new Markup(String(apply(value)));
    if (name === 'newline_to_br' || name === 'strip_html') {
      const html = name === 'strip_html' ? textOf(value) : asMarkup(value, escape).text;
      return OWN[name]!(new Markup(html), args, (text) => String(apply(text)), escape);
    }
    const isMarkup = value instanceof Markup || (JOINING.has(name) && args.some((arg) => arg instanceof Markup));
    if (!isMarkup) return apply(value, args.map(plain));
    const own = OWN[name];
    if (own) return own(value as Markup, args.map(plain), (text) => String(apply(text, [])), escape);
    if (JOINING.has(name))
      return new Markup(String(apply(asMarkup(value, escape).text, joiningArgs(name, args, escape))));
    if (!KEEPING.has(name)) return apply(plain(value), args.map(plain));
    const result = apply((value as Markup).text, args.map(written));
    return Array.isArray(result) ? result.map((piece) => new Markup(String(piece))) : new Markup(String(result));
  };
}

/** Arguments of a filter that joins: a text to look for is found as it is written, one to put in is escaped. */
function joiningArgs(name: string, args: readonly unknown[], escape: Escape): unknown[] {
  const added = name.startsWith('replace') ? 1 : 0;
  return args.map((arg, index) => (index === added ? asMarkup(arg, escape).text : written(arg)));
}

function joined(
  list: unknown,
  args: unknown[],
  escape: Escape,
  apply: (list: unknown, args: unknown[]) => unknown,
): unknown {
  const items: unknown[] = Array.isArray(list) ? list : [list];
  if (![...items, args[0]].some((one) => one instanceof Markup)) return apply(list, args);
  const separator = asMarkup(args[0] ?? ' ', escape).text;
  return new Markup(
    String(
      apply(
        items.map((item) => asMarkup(item, escape).text),
        [separator],
      ),
    ),
  );
}

/** Without repeated values; two pieces of equal markup are equal. */
function onceEach(items: readonly unknown[]): unknown[] {
  const known = new Set<string>();
  return items.filter((item) => {
    if (!(item instanceof Markup)) return true;
    const isNew = !known.has(item.text);
    known.add(item.text);
    return isNew;
  });
}

function asMarkup(value: unknown, escape: Escape): Markup {
  if (value instanceof Markup) return value;
  if (Array.isArray(value)) return new Markup(value.map((item) => asMarkup(item, escape).text).join(''));
  return new Markup(escape(shown(value)));
}

const plain = (value: unknown): unknown => (value instanceof Markup ? textOfMarkup(value) : value);
const written = (value: unknown): unknown => (value instanceof Markup ? value.text : value);

class MarkupCapture extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    const text = yield this.liquid.renderer.renderTemplates(this.templates, context);
    context.bottom()[this.variable] = new Markup(text);
  }
}
