import { Liquid, LiquidError, type Template as ParsedPart } from 'liquidjs';
import { Problem, refusedField } from '#libs/http';
import type { TemplateData, TemplateParts } from './template.js';

/** Bounds on one rendering: what a message needs many times over, and no more than a few milliseconds. */
const LIMITS = { parseLimit: 300_000, renderLimit: 200, memoryLimit: 4_000_000 };

const STRICT = {
  strictVariables: true,
  strictFilters: true,
  ownPropertyOnly: true,
  // A condition, and the filter `default`, may ask for what is not there.
  lenientIf: true,
  ...LIMITS,
};

type Part = keyof TemplateParts;

const FIELD: Record<Part, string> = { subject: 'Subject', html: 'Html', text: 'Text' };

/**
 * Renders templates: Liquid, with `{{ name }}` escaped for HTML in the HTML part and as it is in the others. A
 * variable that the data lacks is refused by name, since a message with a gap is worse than none.
 */
export class TemplateRenderer {
  private readonly engines: Record<Part, Liquid> = {
    html: engine({ outputEscape: 'escape' }),
    subject: engine({}),
    text: engine({}),
  };

  /** @throws Problem InvalidParameter (422) naming the part whose syntax is wrong, and where */
  check(parts: TemplateParts): void {
    for (const [part, source] of entriesOf(parts)) this.parse(part, source);
  }

  /** @throws Problem MissingParameter (422) naming a variable that the data lacks */
  render(parts: TemplateParts, data: TemplateData): TemplateParts {
    const rendered: TemplateParts = { subject: null, html: null, text: null };
    for (const [part, source] of entriesOf(parts)) rendered[part] = this.renderPart(part, source, data);
    return rendered;
  }

  private renderPart(part: Part, source: string, data: TemplateData): string {
    const parsed = this.parse(part, source);
    try {
      const text = this.engines[part].renderSync(parsed, data) as string;
      return part === 'subject' ? text.replace(/\s+/g, ' ').trim() : text;
    } catch (error) {
      throw refusal(part, error, 'TemplateData');
    }
  }

  private parse(part: Part, source: string): ParsedPart[] {
    try {
      return this.engines[part].parse(source);
    } catch (error) {
      throw refusal(part, error, FIELD[part]);
    }
  }
}

function engine(options: { outputEscape?: 'escape' }): Liquid {
  const liquid = new Liquid({ ...STRICT, ...options });
  // A template stands alone: there is nothing to include or to extend.
  for (const tag of ['include', 'render', 'layout', 'block']) delete liquid.tags[tag];
  return liquid;
}

function entriesOf(parts: TemplateParts): [Part, string][] {
  return (Object.keys(FIELD) as Part[]).flatMap((part): [Part, string][] => {
    const source = parts[part];
    return source === null ? [] : [[part, source]];
  });
}

function refusal(part: Part, error: unknown, field: string): unknown {
  if (!LiquidError.is(error)) return error;
  const missing = /undefined variable: ([^\s,]+)/.exec(error.message)?.[1];
  if (missing) {
    const Message = `lacks the variable ${missing}, which ${FIELD[part]} uses`;
    const details = [{ Field: `TemplateData.${missing}`, Message: `is used by ${FIELD[part]} and missing` }];
    return new Problem('MissingParameter', { message: `TemplateData ${Message}`, details, cause: error });
  }
  const Message = `does not work as a template: ${error.message}`;
  return refusedField('InvalidParameter', field, Message, { cause: error });
}
