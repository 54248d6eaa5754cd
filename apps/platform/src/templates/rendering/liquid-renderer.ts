import type { Liquid, Template as ParsedPart } from 'liquidjs';
import { LRUCache } from 'lru-cache';
import { countedLiquid, EXPRESSION_FILTER } from './counted-liquid.js';
import { PARTS, type Part, type RenderFault, type RenderOutcome, type TemplateParts } from './render-messages.js';

/** The most characters of a rendered part: a subject is one header line (RFC 5322, 2.1.1). */
const RENDERED_MAX: Record<Part, number> = { subject: 998, html: 1_000_000, text: 1_000_000 };

/** The most tags and outputs of a part: LiquidJS takes the square of their number to parse them. */
const MAX_TAGS = 10_000;

/** The deepest nesting of blocks: LiquidJS takes long to report that the stack is full. */
const MAX_DEPTH = 200;
const BLOCKS = new Set(['if', 'unless', 'for', 'case', 'capture', 'tablerow']);

/** Memory of a parsed tag or output, about (bytes). */
const TAG_BYTES = 1_000;
const CACHE_BYTES = 16_000_000;

class Faulty extends Error {
  constructor(readonly fault: RenderFault) {
    super(fault.kind);
  }
}

/**
 * Renders Liquid templates; `{{ name }}` is escaped in the HTML part only. A variable that the data lacks is an error,
 * since a message with a gap is worse than none. Blocks its thread.
 */
export class LiquidRenderer {
  private readonly engines: Record<Part, Liquid> = {
    html: countedLiquid({ escapesOutput: true }),
    subject: countedLiquid({ escapesOutput: false }),
    text: countedLiquid({ escapesOutput: false }),
  };
  /** Parsed parts by part and source: a tenant sends the same templates again and again. */
  private readonly parsed = new LRUCache<string, ParsedPart[]>({ maxSize: CACHE_BYTES });

  /** Renders one message; without data it only parses the template. */
  render(template: TemplateParts, data: object | null): RenderOutcome {
    try {
      const parts: TemplateParts = { subject: null, html: null, text: null };
      for (const part of PARTS) {
        const source = template[part];
        if (source === null) continue;
        const parsed = this.parse(part, source);
        if (data) parts[part] = this.fill(part, parsed, data);
      }
      return { parts };
    } catch (error) {
      if (error instanceof Faulty) return { fault: error.fault };
      throw error;
    }
  }

  private fill(part: Part, parsed: ParsedPart[], data: object): string {
    const text = this.text(part, parsed, data);
    const max = RENDERED_MAX[part];
    if (text.length > max) throw new Faulty({ kind: 'long', part, max });
    return text;
  }

  private text(part: Part, parsed: ParsedPart[], data: object): string {
    try {
      const text = storable(this.engines[part].renderSync(parsed, data) as string);
      return part === 'subject' ? text.replace(/\s+/g, ' ').trim() : text;
    } catch (error) {
      throw new Faulty(faultOf(part, messageOf(error), 'unusable'));
    }
  }

  private parse(part: Part, source: string): ParsedPart[] {
    const key = `${part}\n${source}`;
    const known = this.parsed.get(key);
    if (known) return known;
    const { tags, depth } = measure(source);
    if (depth > MAX_DEPTH) throw new Faulty({ kind: 'broken', part, message: 'is nested too deeply' });
    if (tags > MAX_TAGS)
      throw new Faulty({ kind: 'broken', part, message: `has more than ${MAX_TAGS} tags and outputs` });
    try {
      const parsed = this.engines[part].parse(source);
      this.parsed.set(key, parsed, { size: source.length + (tags + 1) * TAG_BYTES });
      return parsed;
    } catch (error) {
      throw new Faulty(faultOf(part, messageOf(error), 'broken'));
    }
  }
}

/** Counts tags and outputs, and how deep blocks are nested. */
function measure(source: string): { tags: number; depth: number } {
  let [tags, open, depth] = [0, 0, 0];
  for (const [, name] of source.matchAll(/\{(?:\{|%-?\s*(\w*))/g)) {
    tags += 1;
    if (name && BLOCKS.has(name)) depth = Math.max(depth, (open += 1));
    else if (name?.startsWith('end')) open -= 1;
  }
  return { tags, depth };
}

/** Filters can cut a surrogate pair in two or decode a NUL: neither can be stored or sent. */
const storable = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '\ufffd');

/** Whatever the engine throws is due to the template and its data. */
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function faultOf(part: Part, message: string, kind: 'broken' | 'unusable'): RenderFault {
  const variable = /undefined variable: ([^\s,]+)/.exec(message)?.[1];
  if (variable) return { kind: 'missing', part, variable };
  if (message.includes('memory alloc limit exceeded')) return { kind: 'heavy', part, limit: 'work' };
  const filter = /undefined filter: (\w+)/.exec(message)?.[1];
  if (filter && EXPRESSION_FILTER.test(filter)) {
    return {
      kind: 'broken',
      part,
      message: `uses ${filter}, which templates do not have: prepare the list in the data`,
    };
  }
  const isDeep = message.includes('Maximum call stack size');
  return { kind, part, message: isDeep ? 'is nested too deeply' : `does not work as a template: ${message}` };
}
