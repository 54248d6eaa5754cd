import { type ConfigClass, variablesOf } from './variables.js';

const HIDDEN = '(hidden)';

/** The configuration as `NAME=value` lines with every secret hidden. */
export function printConfig(config: object): string {
  const configClass = config.constructor as ConfigClass<object>;
  return variablesOf(configClass)
    .map(({ name, property, secret }) => `${name}=${shown(Reflect.get(config, property), secret ?? false)}`)
    .join('\n');
}

function shown(value: unknown, secret: boolean): string {
  if (value === undefined || value === null) return '';
  if (secret) return HIDDEN;
  return withoutPassword(Array.isArray(value) ? value.join(',') : String(value));
}

/** Hides the password of a URL that is not marked `@Secret()`. */
const withoutPassword = (text: string): string => text.replace(/(\w+:\/\/[^\s:@/]*):[^\s@/]+@/g, `$1:${HIDDEN}@`);
