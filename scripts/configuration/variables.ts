import { getMetadataStorage } from 'class-validator';
import { ConfigError, loadConfig, variablesOf, type ConfigClass } from '#libs/core/config';
import { APPS } from '../stack/apps.js';
import { importOfApp } from '../stack/import-of-app.js';

/** A variable of an app's environment. */
export interface AppVariable {
  name: string;
  property: string;
  secret: boolean;
  /** Whether the app does not start in production without it. */
  required: boolean;
  /** The default; undefined if there is none. */
  defaultValue: string | undefined;
  /** The default outside production, if it differs. */
  developmentDefault: string | undefined;
  /** Allowed values: a choice or a range; empty if any. */
  values: string | undefined;
}

export interface AppVariables {
  app: string;
  variables: AppVariable[];
}

/** The variables of each app, in the order of declaration. */
export async function variablesOfApps(): Promise<AppVariables[]> {
  return Promise.all(APPS.map(async ({ name }) => ({ app: name, variables: describe(await configOfApp(name)) })));
}

/** The class `<App>Config` of apps/<app>/src/config. */
async function configOfApp(app: string): Promise<ConfigClass<object>> {
  const module = await importOfApp<Record<string, ConfigClass<object>>>(app, 'config');
  const name = `${app[0]?.toUpperCase()}${app.slice(1)}Config`;
  const config = module[name];
  if (!config) throw new Error(`apps/${app}/src/config.ts exports no ${name}`);
  return config;
}

function describe(config: ConfigClass<object>): AppVariable[] {
  const defaults = new config();
  const required = requiredBy(config);
  return variablesOf(config).map(({ name, property, secret, developmentDefault }) => ({
    name,
    property,
    secret: secret ?? false,
    required: required.has(name),
    defaultValue: textOf(Reflect.get(defaults, property)),
    developmentDefault: textOf(developmentDefault),
    values: valuesOf(config, property),
  }));
}

/** The variables that are missing in production if none is set. */
function requiredBy(config: ConfigClass<object>): Set<string> {
  try {
    loadConfig(config, { NODE_ENV: 'production' });
    return new Set();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return new Set(error.problems.map((problem) => /^\w+/.exec(problem)?.[0] ?? ''));
  }
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value.join(',') : String(value);
}

function valuesOf(config: ConfigClass<object>, property: string): string | undefined {
  const metadata = getMetadataStorage().getTargetValidationMetadatas(config, '', false, false);
  const constraint = (name: string): unknown =>
    metadata.find((one) => one.propertyName === property && one.name === name)?.constraints?.[0];
  const choice = constraint('isIn');
  if (Array.isArray(choice)) return choice.join(', ');
  const [least, most] = [constraint('min'), constraint('max')];
  if (least === undefined && most === undefined) return undefined;
  return most === undefined ? `${textOf(least)} or more` : `${textOf(least)} to ${textOf(most)}`;
}
