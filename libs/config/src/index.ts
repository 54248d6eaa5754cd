export { AppConfig, type LogLevel, type Role } from './app-config.js';
export { type BuildInfo, readBuildInfo } from './build-info.js';
export { ConfigError, type Environment, loadConfig } from './load-config.js';
export { printConfig } from './print-config.js';
export { type ConfigClass, DevelopmentDefault, FromVariable, Secret } from './variables.js';
