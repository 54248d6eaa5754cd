export * from './event-types.js';
export * from './crm-events.js';
export * from './erasure-events.js';
