/** Configuration from the environment, validated at the start. */

export { AppConfig, type LogLevel, type Role } from './app-config.js';
export { type BuildInfo, readBuildInfo } from './build-info.js';
export { configOf } from './config-of.js';
export { isMain } from './is-main.js';
export { ConfigError, type Environment, loadConfig } from './load-config.js';
export * from './parts.js';
export { printConfig } from './print-config.js';
export {
  ChosenInProduction,
  type ConfigClass,
  DevelopmentDefault,
  FromVariable,
  Secret,
  type Variable,
  variablesOf,
} from './variables.js';
