import { formatted } from '../docs/page.js';
import { descriptionsFor } from './descriptions.js';
import { variablesOfApps, type AppVariable } from './variables.js';

const HEAD = `# Configuration

Each app reads its environment once, when it starts. An empty variable counts as absent. An app that lacks a value, or
has a wrong one, names every such variable and does not start. Secrets are never logged.

This page is generated from the configuration classes by \`npm run docs:configuration\`. "Required" is what production
needs; the compose file passes each variable on from its own environment.
`;

interface Row extends AppVariable {
  apps: string[];
  description: string;
}

/**
 * docs/configuration.md: every variable of every app, from the configuration classes below `root`.
 * @throws Error naming the variables that have no doc comment
 */
export async function configurationReference(root: string): Promise<string> {
  const apps = await variablesOfApps();
  const rows = new Map<string, Row>();
  for (const { app, variables } of apps) {
    const descriptions = descriptionsFor(root, app);
    for (const variable of variables) {
      const description = descriptions.get(variable.property) ?? '';
      const key = JSON.stringify([variable, description]);
      const row = rows.get(key) ?? { ...variable, description, apps: [] };
      row.apps.push(app);
      rows.set(key, row);
    }
  }
  const all = [...rows.values()];
  const silent = all.filter(({ description }) => !description).map(({ name }) => name);
  if (silent.length > 0) throw new Error(`Without a doc comment: ${silent.join(', ')}`);
  const shared = section(
    'Every app',
    all.filter((row) => row.apps.length === apps.length),
  );
  const some = all.filter((row) => row.apps.length > 1 && row.apps.length < apps.length);
  const own = apps.map(({ app }) =>
    section(
      titleOf(app),
      all.filter((row) => row.apps.length === 1 && row.apps[0] === app),
    ),
  );
  const text = [HEAD, shared, section('Several apps', some), ...own].filter(Boolean).join('\n');
  return formatted(root, 'docs/configuration.md', text);
}

function section(title: string, rows: Row[]): string {
  if (rows.length === 0) return '';
  const lines = rows.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(line);
  return [`## ${title}\n`, '| variable | default | values | meaning |', '| --- | --- | --- | --- |', ...lines, ''].join(
    '\n',
  );
}

function line({ name, description, values, ...row }: Row): string {
  const cells = [`\`${name}\``, defaultOf(row), values ?? '', description + (row.secret ? ' Secret.' : '')];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function defaultOf({
  required,
  defaultValue,
  developmentDefault,
}: Pick<Row, 'required' | 'defaultValue' | 'developmentDefault'>) {
  if (developmentDefault !== undefined) return `required; in development ${code(developmentDefault)}`;
  if (required) return 'required';
  return defaultValue ? code(defaultValue) : '';
}

const code = (text: string): string => `\`${text}\``;

const titleOf = (app: string): string => `${app[0]?.toUpperCase()}${app.slice(1)}`;
