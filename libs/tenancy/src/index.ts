export * from './row-level-security.js';
export * from './tenant-database.js';
export * from './database.module.js';
