import { Liquid, LiquidError, type Template as ParsedPart } from 'liquidjs';
import { Problem, refusedField } from '#libs/http';

/** What a template is made of; its channel decides which parts it has. */
export interface TemplateParts {
  subject: string | null;
  html: string | null;
  text: string | null;
}

export type TemplateData = Record<string, unknown>;

type Part = keyof TemplateParts;

/** Bounds on one rendering: what a message needs many times over, and no more than a few milliseconds. */
const LIMITS = { parseLimit: 300_000, renderLimit: 200, memoryLimit: 4_000_000 };

/** What a rendered part may come to: a subject is a line of a header (RFC 5322, 2.1.1), the others are a mail's. */
const RENDERED_MAX: Record<Part, number> = { subject: 998, html: 1_000_000, text: 1_000_000 };

const STRICT = {
  strictVariables: true,
  strictFilters: true,
  ownPropertyOnly: true,
  // A condition, and the filter `default`, may ask for what is not there.
  lenientIf: true,
  ...LIMITS,
};

type ParsedParts = [Part, ParsedPart[]][];

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
  /** A call or a campaign fills the same parts in many times. */
  private readonly parsed = new WeakMap<TemplateParts, ParsedParts>();

  /** @throws Problem InvalidParameter (422) naming the part whose syntax is wrong, and where */
  check(parts: TemplateParts): void {
    this.parseAll(parts);
  }

  /**
   * @throws Problem MissingParameter (422) naming a variable that the data lacks, InvalidParameter (422) naming the part
   * that becomes too long, or takes too much time or memory
   */
  render(parts: TemplateParts, data: TemplateData): TemplateParts {
    const rendered: TemplateParts = { subject: null, html: null, text: null };
    for (const [part, parsed] of this.parsedOf(parts)) rendered[part] = this.renderPart(part, parsed, data);
    return rendered;
  }

  private renderPart(part: Part, parsed: ParsedPart[], data: TemplateData): string {
    const text = this.fill(part, parsed, data);
    if (text.length <= RENDERED_MAX[part]) return text;
    throw refusedField(
      'InvalidParameter',
      'TemplateData',
      `makes ${FIELD[part]} longer than ${RENDERED_MAX[part]} characters`,
    );
  }

  private fill(part: Part, parsed: ParsedPart[], data: TemplateData): string {
    try {
      const text = this.engines[part].renderSync(parsed, data) as string;
      return part === 'subject' ? text.replace(/\s+/g, ' ').trim() : text;
    } catch (error) {
      throw refusal(part, error, 'TemplateData');
    }
  }

  private parsedOf(parts: TemplateParts): ParsedParts {
    const known = this.parsed.get(parts);
    if (known) return known;
    const parsed = this.parseAll(parts);
    this.parsed.set(parts, parsed);
    return parsed;
  }

  private parseAll(parts: TemplateParts): ParsedParts {
    return entriesOf(parts).map(([part, source]) => [part, this.parse(part, source)]);
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
  return refusedField('InvalidParameter', field, whyNot(part, error.message), { cause: error });
}

function whyNot(part: Part, message: string): string {
  if (/(?:render|memory alloc) limit exceeded/.test(message))
    return `makes ${FIELD[part]} take too much time or memory to fill in`;
  if (message.includes('Maximum call stack size')) return 'is nested too deeply';
  return `does not work as a template: ${message}`;
}
