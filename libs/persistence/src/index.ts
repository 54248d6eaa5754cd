export * from './database.js';
export * from './errors.js';
export * from './given-rows.js';
export * from './group-commit.js';
export * from './ids.js';
export * from './pages.js';
export * from './partitions.js';
