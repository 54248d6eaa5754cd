import type { OpenAPIObject } from '@nestjs/swagger';
import { renderSchema } from './docs-schema.js';
import { escapeHtml } from './html.js';
import { DOCS_STYLE } from './docs-style.js';

type PathItem = OpenAPIObject['paths'][string];
type OperationObject = NonNullable<PathItem['get']>;

interface Entry {
  method: string;
  path: string;
  operation: OperationObject;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The document as a readable page: one file, no script, no request to anywhere else. */
export function renderDocsPage(document: OpenAPIObject): string {
  const { title, version, description = '' } = document.info;
  const groups = groupByTag(entriesOf(document));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${DOCS_STYLE}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the operations</a>
<nav aria-label="Operations">
<p class="brand">${escapeHtml(title)} <small>${escapeHtml(version)}</small></p>
${[...groups].map(([tag, entries]) => renderMenu(tag, entries)).join('\n')}
</nav>
<main id="content">
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(description)}</p>
<p>Version ${escapeHtml(version)}. The same as <a href="/openapi.json">openapi.json</a>, for machines.</p>
${[...groups].map(([tag, entries]) => renderGroup(tag, entries, document)).join('\n')}
</main>
</body>
</html>
`;
}

function entriesOf(document: OpenAPIObject): Entry[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) =>
      item[method] ? [{ method: method.toUpperCase(), path, operation: item[method] }] : [],
    ),
  );
}

/** Meta routes come last: they are the same everywhere. */
function groupByTag(entries: Entry[]): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const tag = entry.operation.tags?.[0] ?? 'Other';
    groups.set(tag, [...(groups.get(tag) ?? []), entry]);
  }
  const meta = groups.get('Meta');
  groups.delete('Meta');
  if (meta) groups.set('Meta', meta);
  return groups;
}

const anchorOf = ({ operation }: Entry): string => escapeHtml(operation.operationId ?? '');

function renderMenu(tag: string, entries: Entry[]): string {
  const items = entries.map(
    (entry) =>
      `<li><a href="#${anchorOf(entry)}">${badge(entry.method)} <span>${breakable(entry.path)}</span></a></li>`,
  );
  return `<h2>${escapeHtml(tag)}</h2><ul>${items.join('')}</ul>`;
}

function renderGroup(tag: string, entries: Entry[], document: OpenAPIObject): string {
  return `<section><h2>${escapeHtml(tag)}</h2>${entries.map((entry) => renderEntry(entry, document)).join('')}</section>`;
}

function renderEntry(entry: Entry, document: OpenAPIObject): string {
  const { operation, method, path } = entry;
  return `<article id="${anchorOf(entry)}"${operation.deprecated ? ' class="deprecated"' : ''}>
<h3>${badge(method)} <code>${breakable(path)}</code></h3>
<p class="summary">${escapeHtml(operation.summary ?? '')}${operation.deprecated ? ' (deprecated)' : ''}</p>
${operation.description ? `<p>${escapeHtml(operation.description)}</p>` : ''}
${renderSecurity(operation, document)}
${renderParameters(operation)}
${renderBody(operation, document)}
${renderResponses(operation, document)}
</article>`;
}

const badge = (method: string): string => `<span class="method ${method.toLowerCase()}">${method}</span>`;

/** Long paths may break after a slash. */
const breakable = (path: string): string => escapeHtml(path).replaceAll('/', '/<wbr>');

function renderSecurity(operation: OperationObject, document: OpenAPIObject): string {
  const names = (operation.security ?? document.security ?? []).flatMap((requirement) => Object.keys(requirement));
  const scope: unknown = Reflect.get(operation, 'x-scope');
  if (names.length === 0) return '<p class="access">No credential</p>';
  const text = `Credential: ${[...new Set(names)].join(' or ')}${typeof scope === 'string' ? `, scope ${scope}` : ''}`;
  return `<p class="access">${escapeHtml(text)}</p>`;
}

function renderParameters(operation: OperationObject): string {
  const parameters = (operation.parameters ?? []).flatMap((parameter) => ('$ref' in parameter ? [] : [parameter]));
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    ({ name, in: place, required, description = '', schema }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${place}${required ? ', required' : ''}</td>` +
      `<td>${renderSchema(schema, undefined)}</td><td>${escapeHtml(description)}</td></tr>`,
  );
  return `<h4>Parameters</h4><div class="scroll"><table><thead><tr><th scope="col">Name</th><th scope="col">Where</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function renderBody(operation: OperationObject, document: OpenAPIObject): string {
  const body = operation.requestBody;
  if (!body || '$ref' in body) return '';
  const parts = Object.entries(body.content).map(
    ([type, { schema }]) => `<p><code>${escapeHtml(type)}</code></p>${renderSchema(schema, document)}`,
  );
  return `<h4>Body</h4>${parts.join('')}`;
}

function renderResponses(operation: OperationObject, document: OpenAPIObject): string {
  const items = Object.entries(operation.responses).map(([code, response]) => {
    if (!response || '$ref' in response) return '';
    const schemas = Object.values(response.content ?? {}).map(({ schema }) => renderSchema(schema, document));
    const label = `<span class="code c${code.charAt(0)}">${escapeHtml(code)}</span> ${escapeHtml(response.description)}`;
    if (schemas.length === 0) return `<li>${label}</li>`;
    return `<li><details><summary>${label}</summary>${schemas.join('')}</details></li>`;
  });
  return `<h4>Answers</h4><ul class="answers">${items.join('')}</ul>`;
}
