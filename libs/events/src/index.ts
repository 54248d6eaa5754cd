export * from './event-types.js';
export * from './crm-events.js';
export * from './erasure-events.js';
export * from './platform-events.js';
