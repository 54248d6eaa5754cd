import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

const ROOT = resolve(import.meta.dirname, '../..');

/** The parts of a service in docker-compose.yml that tests read. */
export interface ComposeService {
  image: string;
  command?: string[];
  environment?: Record<string, string | number>;
  volumes?: string[];
  profiles?: string[];
  networks?: string[] | Record<string, { aliases?: string[] } | null>;
}

interface ComposeFile {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean; ipam: { config: { subnet: string }[] } }>;
}

/** The services of docker-compose.yml, with anchors and merges resolved and variables not. */
export const composeServices = (): Record<string, ComposeService> => composeFile().services;

/** The subnets of the network that all services share, with variables not resolved. */
export const composeSubnets = (): string[] => composeNetwork('default').subnets;

/** A network of docker-compose.yml, with variables not resolved. */
export function composeNetwork(name: string): { internal: boolean; subnets: string[] } {
  const { internal = false, ipam } = composeFile().networks[name]!;
  return { internal, subnets: ipam.config.map(({ subnet }) => subnet) };
}

/** The names of the networks that a service names itself. */
export const networksOf = ({ networks = [] }: ComposeService): string[] =>
  Array.isArray(networks) ? networks : Object.keys(networks);

function composeFile(): ComposeFile {
  const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
  return parse(text, { merge: true }) as ComposeFile;
}

/** Environment that `node scripts/compose-env.mjs > .env` writes. */
export function generatedEnvironment(): Record<string, string> {
  const text = execFileSync(process.execPath, [join(ROOT, 'scripts/compose-env.mjs')], { encoding: 'utf8' });
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

/**
 * The environment of a service's process when Compose has `given`.
 * @throws Error with Compose's message where a variable is required and not given
 */
export function environmentOf(service: ComposeService, given: Record<string, string>): Record<string, string> {
  const entries = Object.entries(service.environment ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, interpolate(String(value), given)]));
}

/** Compose's `$$`, `${NAME}`, `${NAME:-default}` and `${NAME:?message}`; a default may hold variables itself. */
export function interpolate(text: string, given: Record<string, string>): string {
  let result = '';
  for (let at = 0; at < text.length;) {
    if (text.startsWith('$$', at)) {
      result += '$';
      at += 2;
    } else if (text.startsWith('${', at)) {
      const end = endOfBraces(text, at + 2);
      result += valueOf(text.slice(at + 2, end), given);
      at = end + 1;
    } else {
      result += text[at];
      at += 1;
    }
  }
  return result;
}

function endOfBraces(text: string, start: number): number {
  let depth = 1;
  for (let at = start; at < text.length; at += 1) {
    if (text.startsWith('${', at)) depth += 1;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  throw new Error(`A brace is not closed: ${text}`);
}

function valueOf(expression: string, given: Record<string, string>): string {
  const [, name = '', operator, rest = ''] = /^(\w+)(?:(:-|:\?)(.*))?$/s.exec(expression) ?? [];
  if (!name) throw new Error(`Not understood: \${${expression}}`);
  const value = given[name];
  if (value) return value;
  if (operator === ':?') throw new Error(`${name}: ${rest}`);
  return interpolate(rest, given);
}
