import type { OpenAPIObject } from '@nestjs/swagger';
import { escapeHtml } from './html.js';

/** What of a JSON Schema the page shows. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  description?: string;
  properties?: Record<string, unknown>;
  required?: string[];
  items?: unknown;
  allOf?: unknown[];
  oneOf?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  default?: unknown;
  nullable?: boolean;
}

/** A schema may contain itself; this deep is enough to read. */
const MAX_DEPTH = 6;

/** A schema as nested lists. Without a document, references are shown by name. */
export function renderSchema(schema: unknown, document: OpenAPIObject | undefined, depth = 0): string {
  const resolved = flatten(schema, document);
  const head = `<span class="type">${escapeHtml(typeText(resolved))}</span>`;
  if (depth >= MAX_DEPTH) return head;
  const inner = resolved.items === undefined ? resolved : flatten(resolved.items, document);
  const properties = Object.entries(inner.properties ?? {});
  if (properties.length === 0) return head;
  const rows = properties.map(([name, property]) => renderProperty(name, property, inner, document, depth));
  return `${head}<ul class="schema">${rows.join('')}</ul>`;
}

function renderProperty(
  name: string,
  property: unknown,
  owner: Schema,
  document: OpenAPIObject | undefined,
  depth: number,
): string {
  const { description } = flatten(property, document);
  const required = owner.required?.includes(name) ? ' <em>required</em>' : '';
  const text = description ? ` <span class="text">${escapeHtml(description)}</span>` : '';
  return `<li><code>${escapeHtml(name)}</code>${required} ${renderSchema(property, document, depth + 1)}${text}</li>`;
}

/** Follows references and merges `allOf`, which is how a shared part is added to a schema. */
function flatten(schema: unknown, document: OpenAPIObject | undefined): Schema {
  const given = (schema ?? {}) as Schema;
  if (given.$ref) return flatten(named(given.$ref, document) ?? { type: nameOf(given.$ref) }, document);
  if (!given.allOf) return given;
  const parts = given.allOf.map((part) => flatten(part, document));
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as Record<string, unknown>;
  return {
    ...Object.assign({}, ...parts),
    ...given,
    properties,
    required: parts.flatMap((part) => part.required ?? []),
  };
}

const nameOf = (reference: string): string => reference.split('/').at(-1) ?? reference;
const named = (reference: string, document: OpenAPIObject | undefined): unknown =>
  document?.components?.schemas?.[nameOf(reference)];

function typeText(schema: Schema): string {
  const base = [schema.type ?? 'any'].flat().join(' or ');
  const item = schema.items === undefined ? '' : ` of ${typeText(schema.items as Schema)}`;
  return [base + item, ...limits(schema)].join(', ');
}

function limits(schema: Schema): string[] {
  const { format, minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, nullable } = schema;
  return [
    format ?? '',
    schema.enum ? `one of ${schema.enum.map(String).join(', ')}` : '',
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
    pattern ? `like ${pattern}` : '',
    schema.default === undefined ? '' : `default ${String(schema.default)}`,
    nullable ? 'or null' : '',
  ].filter(Boolean);
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`;
  if (most !== undefined) return `at most ${most}${unit}`;
  return least === undefined ? '' : `at least ${least}${unit}`;
}
