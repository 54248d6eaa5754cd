import { CaptureTag, Drop, type Context, type Liquid } from 'liquidjs';

/** Text that is HTML already, such as a captured block: what it shows of the data was escaped when it was made. */
export class Markup extends Drop {
  constructor(readonly text: string) {
    super();
  }

  get size(): number {
    return this.text.length;
  }

  override valueOf(): string {
    return this.text;
  }

  override toString(): string {
    return this.text;
  }
}

type Filter = (this: { context: Context }, value: unknown, ...args: unknown[]) => unknown;

/** The filters that make HTML of text. */
const MAKERS = ['newline_to_br', 'escape', 'escape_once', 'xml_escape'] as const;

/** Lets markup be output as it is, and everything else escaped once. @param escape the filter that escapes */
export function withMarkup(liquid: Liquid, escape: Filter): void {
  for (const name of MAKERS) {
    const filter = liquid.filters[name] as Filter | undefined;
    if (filter) liquid.filters[name] = making(name, filter, escape) as never;
  }
  liquid.registerTag('capture', MarkupCapture);
}

/** The filter of outputs. */
export function escapingOutput(escape: Filter): Filter {
  return function (value) {
    return value instanceof Markup ? value : escape.call(this, value);
  };
}

function making(name: string, filter: Filter, escape: Filter): Filter {
  return function (value, ...args) {
    if (name !== 'newline_to_br')
      return value instanceof Markup ? value : new Markup(String(filter.call(this, value, ...args)));
    const html = value instanceof Markup ? value.text : escape.call(this, value);
    return new Markup(String(filter.call(this, html, ...args)));
  };
}

class MarkupCapture extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    const text = yield this.liquid.renderer.renderTemplates(this.templates, context);
    context.bottom()[this.variable] = new Markup(text);
  }
}
