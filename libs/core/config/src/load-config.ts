import { getMetadataStorage, validateSync, type ValidationError, ValidationTypes } from 'class-validator';
import { type ConfigClass, type Variable, variablesOf } from './variables.js';

export type Environment = Record<string, string | undefined>;

/** Names every missing or invalid variable. The message contains no values: they may be secrets. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/**
 * Reads the environment into a frozen, typed object: text becomes a number, boolean or list by the property's type. An
 * empty variable counts as absent.
 * @throws ConfigError naming each variable that is missing, invalid, or set to a development value in production
 */
export function loadConfig<T extends object>(
  configClass: ConfigClass<T>,
  environment: Environment = process.env,
): Readonly<T> {
  const config = new configClass();
  const variables = variablesOf(configClass);
  const rejected = variables.flatMap((variable) => assign(config, variable, environment));
  rejected.push(...missingInProduction(config, variables, environment));
  const invalid = validateSync(config, {
    forbidUnknownValues: false,
    validationError: { target: false, value: false },
  });
  const problems = [...rejected, ...invalid.flatMap((error) => sentences(error, variables, rejected))];
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config);
}

function assign(config: object, variable: Variable, environment: Environment): string[] {
  const text = environment[variable.name]?.trim();
  const production = environment['NODE_ENV'] === 'production';
  if (text) {
    if (production && isDevelopmentValue(variable, text))
      return [`${variable.name} has its development value in production`];
    Reflect.set(config, variable.property, convert(text, variable.type));
  } else if (variable.developmentDefault !== undefined) {
    if (!production) Reflect.set(config, variable.property, variable.developmentDefault);
  }
  return [];
}

/** Absent variables with a development default, unless their `@ValidateIf` says that they are not needed. */
function missingInProduction(config: object, variables: Variable[], environment: Environment): string[] {
  if (environment['NODE_ENV'] !== 'production') return [];
  return variables
    .filter(({ name, developmentDefault }) => developmentDefault !== undefined && !environment[name]?.trim())
    .filter(({ property }) => isNeeded(config, property))
    .map(({ name }) => `${name} must be set in production`);
}

function isNeeded(config: object, property: string): boolean {
  const metadata = getMetadataStorage().getTargetValidationMetadatas(config.constructor, '', false, false);
  return metadata
    .filter((one) => one.propertyName === property && one.type === ValidationTypes.CONDITIONAL_VALIDATION)
    .every(({ constraints }) => (constraints[0] as (object: object, value: unknown) => boolean)(config, undefined));
}

function isDevelopmentValue({ developmentDefault, sameInProduction }: Variable, text: string): boolean {
  return developmentDefault !== undefined && !sameInProduction && String(developmentDefault) === text;
}

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['on', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['off', false],
  ['no', false],
]);

/** Text that does not convert stays text, so that the validator names the variable. */
function convert(text: string, type: unknown): unknown {
  if (type === Number) return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (type === Boolean) return BOOLEANS.get(text.toLowerCase()) ?? text;
  if (type === Array)
    return text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
  return text;
}

function sentences(error: ValidationError, variables: Variable[], rejected: string[]): string[] {
  const name = variables.find(({ property }) => property === error.property)?.name ?? error.property;
  if (rejected.some((problem) => problem.startsWith(`${name} `))) return [];
  return Object.values(error.constraints ?? {}).map((message) => `${name}: ${message}`);
}
